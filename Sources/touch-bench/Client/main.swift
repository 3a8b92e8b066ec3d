import Glibc
import TouchKit
import WaylandTouch

// The Swift client of the bench. BareClient/bare-client.c does the same in C, except for the text. The window
// recognizes taps, and the environment chooses how:
//
//     BENCH_MODE=double       single and double taps; a single tap waits until it can't become a double tap
//     BENCH_MODE=immediate    single taps only, and each finger that is put down
//     BENCH_TRACK=1           a marker of 40 × 40 points follows the finger
//     BENCH_TEXT=1            the window has a line of text
//     BENCH_PATIENT=1         a tap may last 60 s, and the second one follow within 5 s, for a client that runs slowly
//                             because its instructions are counted
//     BENCH_ALIGN=0           input is read at once, not in step with frames
//
// The client writes `single X Y NS`, `double X Y NS` and `down X Y NS`; NS is the time of CLOCK_MONOTONIC at which the
// handler ran, in nanoseconds.

do {
    let waitsForDouble = Surroundings.variable("BENCH_MODE") != "immediate"
    var settings = GestureSettings()
    if Surroundings.variable("BENCH_PATIENT") == "1" {
        settings.tapMaximumDuration = .seconds(60)
        // Where no tap waits for a second one, the dispatcher would only remember taps for longer.
        if waitsForDouble { settings.multiTapInterval = .seconds(5) }
    }
    let application = try Application(settings: settings)
    application.alignsReadingToFrames = Surroundings.variable("BENCH_ALIGN") != "0"
    let view = BenchView(
        waitsForDouble: waitsForDouble,
        tracks: Surroundings.variable("BENCH_TRACK") == "1", hasText: Surroundings.variable("BENCH_TEXT") == "1")
    application.openWindow(title: "bench", size: Size(width: 640, height: 480), content: view).setFullscreen(true)
    try application.run()
} catch {
    Surroundings.complain("\(error)")
    exit(1)
}
