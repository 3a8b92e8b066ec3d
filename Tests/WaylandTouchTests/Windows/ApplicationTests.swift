import Testing
import TimeLimits
import TouchKit
import Wayland

@testable import WaylandTouch

@Suite(.timeLimited) struct ApplicationTests {
    @Test func `without a compositor there is one line that says where it was looked for`() {
        let error = #expect(throws: ApplicationError.self) { _ = try Application(display: "/nowhere/wayland-9") }
        #expect(
            error == .connection(.unreachable(path: "/nowhere/wayland-9", from: "the program's choice", errno: 2)))
        #expect(error?.description.contains("/nowhere/wayland-9") == true)
        #expect(error?.description.contains("\n") == false)
    }

    @Test func `an application that has opened no window yet runs on until it is told to end`() throws {
        let compositor = ScriptedCompositor()
        compositor.offerAll()
        let application = try compositor.serving { try Application(display: compositor.path) }
        #expect(application.end == nil)
        application.openWindow(title: "w", size: Size(width: 10, height: 10)).close()
        #expect(application.end == .lastWindowClosed)
        application.terminate()
        #expect(application.end == .terminated)
    }
}
