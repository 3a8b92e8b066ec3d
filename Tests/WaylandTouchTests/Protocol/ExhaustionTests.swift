import Glibc
import Testing
import TimeLimits
import TouchKit

@testable import Wayland
@testable import WaylandTouch

/// A program that has no file descriptors or no threads left says so in one line, keeps what it can, and does not spin.
/// Each is a process of its own, as the limits are the process's, and no thread of it searches for fonts meanwhile, which
/// takes descriptors.
@Suite(.timeLimited) struct ExhaustionTests {
    @Test func `without descriptors a window keeps its content, and is drawn when there are some again`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let client = try TestClient(findsFonts: false)
            let pad = client.pad()
            client.addTap()
            let old = withoutDescriptors {
                client.compositor.configure(client.compositor.resource("xdg_toplevel"), 400, 300)
                for _ in 0..<3 { try? client.turn() }
                client.fingers().tap(0, 50, 50, from: 0, to: 50)
                try? client.turn(at: 60)
                return pad.bounds.size
            }
            #expect(old == Size(width: 800, height: 600))
            #expect(
                client.takeNotices()
                    == [480_000, 1_920_000].map { size in
                        "no memory for a buffer of \(size) bytes (memfd_create: Too many open files); "
                            + "the window keeps its old content"
                    }, "the new size can't be had, and neither can a second buffer of the old one")
            #expect(client.take().contains("50 tap ended 50,50"), "touches come all the same")
            #expect(client.application.timeToDeadline == nil, "nothing is tried until something happens")
            client.compositor.configure(client.compositor.resource("xdg_toplevel"), 400, 300)
            try client.turn()
            #expect(pad.bounds.size == Size(width: 400, height: 300))
            #expect(client.compositor.complaints == [])
        }
    }

    /// One is enough for a buffer's memory, and for the file of a cursor theme, but not for passing it on.
    @Test func `with one descriptor the connection stays, and window and pointer are drawn when there are more`() async
    {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let folder = try CursorThemeFolder()
            defer { folder.remove() }
            let client = try TestClient(findsFonts: false)
            client.application.cursors.pointer.theme = .ofEnvironment
            let pad = client.pad()
            withoutDescriptors(butOne: true) {
                client.compositor.configure(client.compositor.resource("xdg_toplevel"), 400, 300)
                client.mouse().enter(10, 10)
                client.mouse().frame()
                for _ in 0..<3 { #expect(throws: Never.self) { try client.turn() } }
            }
            #expect(client.compositor.isConnected)
            #expect(pad.bounds.size == Size(width: 800, height: 600))
            let notices = client.takeNotices()
            #expect(
                notices.contains(
                    "no memory for a buffer of 480000 bytes (dup: Too many open files); the window keeps its old content"
                ))
            client.compositor.configure(client.compositor.resource("xdg_toplevel"), 400, 300)
            client.mouse().leave()
            client.mouse().enter(10, 10)
            client.mouse().frame()
            for _ in 0..<3 { try client.turn() }
            #expect(pad.bounds.size == Size(width: 400, height: 300))
            #expect(client.compositor.complaints == [])
        }
    }

    @Test func `without descriptors an application fails to start or run with an error`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let client = try TestClient(findsFonts: false)
            let other = ScriptedCompositor()
            let errors: [any Error] = withoutDescriptors {
                var errors: [any Error] = []
                do { _ = try Application(display: other.path) } catch { errors.append(error) }
                do { try client.application.run() } catch { errors.append(error) }
                return errors
            }
            #expect(
                errors.map { "\($0)" } == [
                    "socket failed on the connection to the compositor: Too many open files",
                    "the event loop can't start: signalfd: Too many open files",
                ])
        }
    }

    @Test func `a keymap that finds no descriptor ends the run with one line, and the touches with it`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let client = try TestClient(
                capabilities: ScriptedCompositor.touch | ScriptedCompositor.keyboard, findsFonts: false)
            client.fingers().down(0, 100, 100, at: 0)
            client.fingers().frame()
            // The loop has opened what it needs by then.
            client.pad().onTouch = { touch in
                guard touch.phase == .began else { return client.note("told") }
                let compositor = client.compositor
                compositor.emit(compositor.resource("wl_keyboard"), "keymap", 1, .descriptor(0), 10)
                compositor.flush()
                forbidDescriptors()
            }
            var failure: (any Error)?
            do { try client.run(at: 0) } catch { failure = error }
            #expect(failure as? ApplicationError == .connection(.unreadableMessage))
            #expect(client.take().suffix(2) == ["0 pad cancelled 0@100,100", "0 told"])
        }
    }
}

extension ExhaustionTests {
    @Test func `a system that can't wait ends the run with one line, and the touches with it`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let client = try TestClient(findsFonts: false)
            client.fingers().down(0, 100, 100, at: 0)
            client.fingers().frame()
            client.pad().onTouch = { touch in
                // Fewer than are polled at once.
                if touch.phase == .began { forbidDescriptors(from: 2) }
            }
            var failure: (any Error)?
            do { try client.run(at: 0) } catch { failure = error }
            #expect(
                failure.map { "\($0)" } == "ppoll failed on the connection to the compositor: Invalid argument")
            #expect(client.take() == ["0 pad began 0@100,100", "0 pad cancelled 0@100,100"])
        }
    }

    @Test func `without threads a window is shown without its text, and with it when there are some again`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let client = try TestClient(findsFonts: false)
            let fonts = Fonts()
            client.application.fonts = fonts
            let label = LabelView(frame: Rect(x: 0, y: 0, width: 200, height: 40))
            client.pad().addSubview(label)
            _ = client.compositor.take()
            let guess = Fonts.guess("some text", TextStyle(size: 20)).width
            try withoutThreads {
                for _ in 0..<3 { try client.turn() }
                #expect(client.compositor.take("wl_surface").contains { $0.contains("attach") })
                #expect(label.widths == [guess], "nothing is tried until something happens")
                fonts.findNow()
                label.setNeedsDisplay()
                for _ in 0..<3 { try client.turn() }
                #expect(label.widths == [guess, guess])
            }
            #expect(
                client.takeNotices() == [
                    "text is not drawn: its fonts can't be sought (pthread_create: Resource temporarily unavailable)"
                ])
            label.setNeedsDisplay()
            try client.turn()
            fonts.endSearch()
            label.setNeedsDisplay()
            for _ in 0..<3 { try client.turn() }
            let width = try #require(label.widths.last ?? nil)
            #expect(width > 0 && width != guess)
            // Pango has found the fonts of one style; another takes threads again.
            let other = TextStyle(size: 30)
            withoutThreads {
                #expect(fonts.layouts(toSet: "some text", TextStyle(size: 20)) != nil)
                #expect(fonts.layouts(toSet: "some text", other) == nil)
                #expect(fonts.layouts(toSet: "\u{65e5}", TextStyle(size: 20)) == nil)
            }
            #expect(fonts.layouts(toSet: "some text", other) != nil)
        }
    }
}

/// While it runs, the process can begin no thread. Root can always, so that it becomes another user first, for good.
private func withoutThreads(_ body: () throws -> Void) rethrows {
    if getuid() == 0 { setuid(65_534) }
    let resource = __rlimit_resource_t(__RLIMIT_NPROC.rawValue)
    var old = rlimit()
    unsafe getrlimit(resource, &old)
    var limit = rlimit(rlim_cur: 1, rlim_max: old.rlim_max)
    unsafe setrlimit(resource, &limit)
    defer { unsafe _ = setrlimit(resource, &old) }
    try body()
}

/// While it runs, the process can open no descriptor, or one at a time.
private func withoutDescriptors<Result>(butOne: Bool = false, _ body: () -> Result) -> Result {
    var limit = forbidDescriptors()
    if butOne { close(STDIN_FILENO) }
    defer {
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        if butOne { unsafe _ = open("/dev/null", O_RDONLY) }
    }
    return body()
}

/// From now on the process can open no descriptor, whatever its threads close: no number below the limit is ever free.
/// Those that are open work as before.
///
/// - Parameter limit: how many stay below the limit; they are open.
/// - Returns: the limit until then.
@discardableResult
private func forbidDescriptors(from limit: Int32 = 3) -> rlimit {
    var old = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &old)
    var descriptor = Int32(0)
    repeat { descriptor = dup(STDERR_FILENO) } while (0..<limit).contains(descriptor)
    close(descriptor)
    var new = rlimit(rlim_cur: rlim_t(limit), rlim_max: old.rlim_max)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &new)
    return old
}
