import Glibc
import TouchKit
import WaylandTouch

// The Swift client of the bench; BareClient/bare-client.c does the same in C, but for the text. Its window takes taps:
//
//     BENCH_MODE=double       a single tap waits until it can't become a double one (the default)
//     BENCH_MODE=immediate    single taps alone, and each finger that lands
//     BENCH_TRACK=1           a marker of 40 × 40 follows the finger
//     BENCH_TEXT=1            it has a line of text
//
// It writes `single X Y NS`, `double X Y NS` and `down X Y NS`; NS is CLOCK_MONOTONIC when the handler ran.

do {
    let application = try Application()
    let view = BenchView(
        waitsForDouble: Surroundings.variable("BENCH_MODE") != "immediate",
        tracks: Surroundings.variable("BENCH_TRACK") == "1", hasText: Surroundings.variable("BENCH_TEXT") == "1")
    application.openWindow(title: "bench", size: Size(width: 640, height: 480), content: view).setFullscreen(true)
    try application.run()
} catch {
    Surroundings.complain("\(error)")
    exit(1)
}
