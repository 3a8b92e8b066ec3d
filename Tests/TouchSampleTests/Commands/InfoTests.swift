import FoundationEssentials
import HeadlessWeston
import Testing
import TimeLimits

@testable import WaylandTouch
@testable import touch_sample

/// What `touch-sample info` says.
@Suite(.serialized, .timeLimited) struct InfoTests {
    @Test func `info names the compositor, its devices and its screen`() throws {
        let weston = try HeadlessWeston(width: 800, height: 480)
        let lines = try info(in: weston)
        #expect(lines.contains("compositor  weston, process \(weston.processIdentifier)"))
        #expect(lines.contains("variable    WAYLAND_DISPLAY=wayland"))
        #expect(lines.contains { $0.hasPrefix("seat ") && $0.hasSuffix("touch, pointer, keyboard") })
        #expect(lines.contains { $0.hasPrefix("output ") && $0.contains("800x480 pixels, scale 1") })
        #expect(lines.contains { $0.hasPrefix("global      wl_shm 1, used") })
        #expect(!lines.contains { $0.hasPrefix("missing     no wl_") })
    }

    @Test func `info says what does not work without a touch screen`() throws {
        let weston = try HeadlessWeston(width: 800, height: 480)
        let seat = try weston.seat()
        seat.setCapabilities([.pointer, .keyboard])
        try seat.roundtrip()
        let lines = try info(in: weston)
        #expect(lines.contains { $0.hasPrefix("seat ") && $0.hasSuffix("pointer, keyboard") && !$0.contains("touch") })
        #expect(lines.contains { $0.hasPrefix("missing     no wl_seat touch: touches do not work;") })
    }

    @Test func `info without a compositor says so in one line`() throws {
        let program = try ChildProgram(
            path, ["info"], environment: ["XDG_RUNTIME_DIR": "/nonexistent", "WAYLAND_DISPLAY": "none"])
        #expect(try program.waitForExit() == .exited(1))
        #expect(program.outputLines.isEmpty)
        #expect(program.errorLines.count == 1 && program.errorLines[0].contains("/nonexistent/none"))
    }

    @Test func `names of seats and outputs are printed without control characters`() {
        var info = CompositorInfo()
        info.globals = [.init(interface: "evil\u{1b}[2J\n", offered: 1)]
        info.seats = [.init(name: "\u{9b}31m", version: 5)]
        info.outputs = [.init(name: "\u{7}\u{7f}", make: "a\rb", model: "c")]
        let system = SystemInfo(program: "", name: "", environment: [], nameOfProcess: { _ in nil })
        let scalars = info.report(on: system).flatMap(\.unicodeScalars)
        #expect(!scalars.contains { $0.properties.generalCategory == .control })
        #expect(info.report(on: system).contains("global      evil [2J  1"))
    }

    @Test func `the whole report of a poor compositor`() {
        var info = CompositorInfo()
        info.processIdentifier = 7
        info.globals = [
            .init(interface: "wl_compositor", offered: 6, used: 5), .init(interface: "wl_shm", offered: 1, used: 1),
            .init(interface: "xdg_wm_base", offered: 2, used: 2), .init(interface: "wl_seat", offered: 5, used: 5),
            .init(interface: "wl_output", offered: 3, used: 3), .init(interface: "vendor_thing", offered: 1),
            .init(interface: "wp_viewporter", offered: 1, used: 1),
        ]
        info.seats = [.init(name: "seat0", version: 5, hasPointer: true)]
        var output = CompositorInfo.Output(name: "DP-1", make: "Acme", model: "9000", width: 1920, height: 1080)
        (output.physicalWidth, output.physicalHeight) = (520, 290)
        (output.refreshRate, output.scale, output.rotation) = (59.951, 2, 90)
        info.outputs = [output, CompositorInfo.Output(width: 800, height: 480)]
        let system = SystemInfo(
            program: "touch-sample 1.2.3", name: "Some Linux", environment: [("WAYLAND_DISPLAY", "wayland-1")],
            nameOfProcess: { $0 == 7 ? "poor" : nil })
        #expect(
            info.report(on: system) == [
                "program     touch-sample 1.2.3",
                "system      Some Linux",
                "compositor  poor, process 7",
                "variable    WAYLAND_DISPLAY=wayland-1",
                "seat        seat0: pointer",
                "output      DP-1: 1920x1080 pixels, scale 2, 59.95 Hz, 520x290 mm, rotated 90°, Acme 9000",
                "output      800x480 pixels, scale 1",
                "global      wl_compositor 6, used at version 5",
                "global      wl_shm 1, used",
                "global      xdg_wm_base 2, used",
                "global      wl_seat 5, used",
                "global      wl_output 3, used",
                "global      vendor_thing 1",
                "global      wp_viewporter 1, used",
                "missing     no zxdg_decoration_manager_v1: windows have a plain title bar of their own",
                "missing     no wp_fractional_scale_manager_v1: windows are not drawn at fractional scales, but larger, "
                    + "and shrunk",
                "missing     no zwp_input_timestamps_manager_v1: the times of events are in whole milliseconds",
                "missing     no zwp_pointer_gestures_v1: pinches and swipes on a touchpad do not work",
                "missing     no zwp_tablet_manager_v2: a stylus acts as a finger or a pointer, without force and tilt",
                "missing     wl_seat only in version 5: the shape and the orientation of a touch are not known",
                "missing     no wl_seat touch: touches do not work; the compositor has no touch screen: look for it in "
                    + "`libinput list-devices`, and in the compositor's input settings",
                "missing     no wl_seat keyboard: keys do not work",
            ])
    }

    private var path: String {
        get throws {
            let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return test.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
                + "/touch-sample"
        }
    }

    private func info(in weston: HeadlessWeston) throws -> [String] {
        let program = try weston.run(path, ["info"])
        #expect(try program.waitForExit() == .exited(0))
        return program.outputLines
    }
}
