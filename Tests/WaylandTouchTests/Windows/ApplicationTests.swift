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
}
