import BenchFigures
import CBench
import CShims
import Glibc
import HeadlessWeston

/// A compositor that plays the same input in each run, so that the instructions of a client can be compared.
///
/// It speaks the wire protocol with one client that shows one window, and knows only the requests that the clients of
/// this bench need an answer to. It sends events when it is told to and never by a timer.
final class ScriptedCompositor {
    /// The time after which the bench gives a client up, in nanoseconds. Under valgrind a program runs some fifty times as
    /// slowly as without.
    private static let patience: Int64 = 60_000_000_000

    private static let size: (width: UInt32, height: UInt32) = (640, 480)

    /// The globals, with the versions that weston 10 has.
    private static let globals: [(interface: String, version: UInt32, kind: Kind)] = [
        ("wl_compositor", 4, .compositor), ("wl_shm", 1, .shm), ("xdg_wm_base", 3, .shell), ("wl_seat", 7, .seat),
        ("zwp_input_timestamps_manager_v1", 1, .stampManager),
    ]

    private static let touchCapability: UInt32 = 4

    /// An interface of the client's objects.
    private enum Kind {
        case display, registry, compositor, surface, shm, pool, buffer, shell, xdgSurface, toplevel
        case seat, touch, stampManager, stamps
    }

    /// The variables that make a client connect to this compositor.
    let environment: [String: String]
    /// The number of buffers that the client has shown.
    private(set) var commits = 0
    /// The time of the last input event, in milliseconds. It runs ahead of CLOCK_MONOTONIC, so that the client sees the
    /// same intervals between events no matter how slowly it runs.
    private(set) var time = shim_monotonic_ns() / 1_000_000

    private let folder: String
    private let listener: Int32
    private var socket: Int32 = -1
    private var incoming: [UInt8] = []
    private var outgoing: [UInt32] = []
    private var kinds: [UInt32: Kind] = [1: .display]
    private var serial: UInt32 = 0
    private var isConfigured = false
    private var attached: UInt32 = 0
    private var shown: UInt32 = 0
    /// The callbacks that the client has requested since its last commit, and those that are not answered yet.
    private var newCallbacks: [UInt32] = []
    private var callbacks: [UInt32] = []
    /// The objects of the client's window and input; 0 until the client has created them.
    private var (surface, xdgSurface, toplevel, touch, stamps): (UInt32, UInt32, UInt32, UInt32, UInt32) = (
        0, 0, 0, 0, 0
    )

    /// Creates a socket and listens on it.
    init() throws(BenchError) {
        var template = Array("/tmp/touch-bench-XXXXXX".utf8CString)
        folder = unsafe template.withUnsafeMutableBufferPointer { name in
            unsafe mkdtemp(name.baseAddress!).map { unsafe String(cString: $0) } ?? ""
        }
        let path = "\(folder)/wayland"
        environment = ["XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": path]
        listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe Glibc.bind(listener, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0, listen(listener, 1) == 0 else {
            throw BenchError("\(path): the scripted compositor can't listen there: errno \(errno)")
        }
    }

    deinit {
        if socket >= 0 { close(socket) }
        close(listener)
        unsafe unlink("\(folder)/wayland")
        unsafe rmdir(folder)
    }

    // MARK: The course of a run

    /// Serves the client until it has shown its window, and answers the frame callback.
    func waitForWindow(of program: ChildProgram) throws(BenchError) {
        try serve(program, until: "its first picture") { commits > 0 && touch != 0 && isAsleep(program) }
        try showFrame(program)
    }

    /// Answers the frame callbacks, and waits until the client has handled that.
    func showFrame(_ program: ChildProgram) throws(BenchError) {
        for callback in callbacks {
            kinds[callback] = nil
            post(callback, 0, [UInt32(truncatingIfNeeded: time)])
            post(1, 1, [callback])
        }
        callbacks = []
        try settle(program)
    }

    /// Sends what was posted, and waits until the client has read all of it and sleeps again. So the client wakes exactly
    /// once for what was posted, on each machine, and nothing asks it for an answer that would be counted too.
    func settle(_ program: ChildProgram) throws(BenchError) {
        try flush()
        try serve(program, until: "it to have handled its events") { isAsleep(program) }
    }

    /// Closes the window, and waits until the client has ended.
    func end(_ program: ChildProgram) throws(BenchError) {
        post(toplevel, 1)
        try flush()
        try serve(program, until: "its end") { program.exitStatus != nil }
        guard program.exitStatus == .exited(0) else { throw failure(program, "its end with status 0") }
    }

    /// Whether the client has read everything and sleeps. Each time that it looks twice, since a thread that waits for
    /// valgrind's lock sleeps for a moment.
    private func isAsleep(_ program: ChildProgram) -> Bool {
        for _ in 0..<2 {
            guard probe_unread(socket) == 0, probe_sleeps(program.processIdentifier) == 1 else { return false }
            usleep(50)
        }
        return shim_wait(socket, 0, -1, -1, 0) == 0
    }

    // MARK: Input

    /// Lets some milliseconds pass on the clock of the events.
    func pause(_ milliseconds: Int64) { time = max(time + milliseconds, shim_monotonic_ns() / 1_000_000) }

    func down(_ finger: UInt32, _ x: Double, _ y: Double) {
        stamp()
        serial += 1
        post(touch, 0, [serial, UInt32(truncatingIfNeeded: time), surface, finger, Self.fixed(x), Self.fixed(y)])
        post(touch, 3)
    }

    func move(_ finger: UInt32, _ x: Double, _ y: Double) {
        stamp()
        post(touch, 2, [UInt32(truncatingIfNeeded: time), finger, Self.fixed(x), Self.fixed(y)])
        post(touch, 3)
    }

    func up(_ finger: UInt32) {
        stamp()
        serial += 1
        post(touch, 1, [serial, UInt32(truncatingIfNeeded: time), finger])
        post(touch, 3)
    }

    /// Lets a millisecond pass, and sends the exact time of the next event if the client has asked for it.
    private func stamp() {
        time += 1
        if stamps != 0 { post(stamps, 0, [0, UInt32(time / 1000), UInt32(time % 1000 * 1_000_000)]) }
    }

    private static func fixed(_ value: Double) -> UInt32 { UInt32(bitPattern: Int32((value * 256).rounded())) }

    // MARK: The wire

    private func post(_ object: UInt32, _ opcode: UInt32, _ words: [UInt32] = []) {
        outgoing += [object, UInt32(8 + words.count * 4) << 16 | opcode]
        outgoing += words
    }

    private func flush() throws(BenchError) {
        let size = outgoing.count * 4
        let sent = unsafe send(socket, outgoing, size, Int32(MSG_NOSIGNAL))
        guard sent == size else { throw BenchError("the client has closed its connection: errno \(errno)") }
        outgoing.removeAll(keepingCapacity: true)
    }

    /// Reads and handles the client's requests until a condition holds.
    private func serve(_ program: ChildProgram, until awaited: String, _ isOver: () -> Bool) throws(BenchError) {
        let end = shim_monotonic_ns() + Self.patience
        var buffer = [UInt8](repeating: 0, count: 65536)
        while !isOver() {
            guard shim_monotonic_ns() < end else { throw failure(program, awaited) }
            guard shim_wait(socket < 0 ? listener : socket, 0, -1, -1, 100_000) == 1 else {
                guard program.exitStatus == nil || isOver() else { throw failure(program, awaited) }
                continue
            }
            if socket < 0 {
                socket = accept(listener, nil, nil)
                continue
            }
            // The descriptors of the buffers are not received; the kernel closes them.
            let count = unsafe recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else {
                if (try? program.waitForExit(within: .seconds(60))) != nil, isOver() { return }
                throw failure(program, awaited)
            }
            incoming += buffer[..<count]
            handleRequests()
            if !outgoing.isEmpty { try flush() }
        }
    }

    private func failure(_ program: ChildProgram, _ awaited: String) -> BenchError {
        let status = program.exitStatus.map { "it \($0)" } ?? "it still runs"
        let words = program.errorLines.suffix(3).joined(separator: " / ")
        return BenchError("\(program.name) in the scripted compositor: expected \(awaited), but \(status): \(words)")
    }

    private func handleRequests() {
        var start = 0
        while incoming.count - start >= 8 {
            let size = Int(word(at: start + 4) >> 16)
            guard size >= 8, incoming.count - start >= size else { break }
            let words = stride(from: start + 8, to: start + size, by: 4).map { word(at: $0) }
            handle(word(at: start), word(at: start + 4) & 0xffff, words)
            start += size
        }
        incoming.removeFirst(start)
    }

    private func word(at place: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(incoming[place + $1]) << UInt32($1 * 8) }
    }

    /// Handles a request. Requests that need no answer are ignored.
    private func handle(_ object: UInt32, _ opcode: UInt32, _ words: [UInt32]) {
        guard let kind = kinds[object] else { return }
        switch (kind, opcode) {
        case (.display, 0):
            post(words[0], 0, [0])
            post(1, 1, [words[0]])
        case (.display, 1):
            kinds[words[0]] = .registry
            for (name, global) in Self.globals.enumerated() {
                post(words[0], 0, [UInt32(name)] + Self.words(global.interface) + [global.version])
            }
        case (.registry, 0):
            if let id = words.last, Self.globals.indices.contains(Int(words[0])) {
                note(id, Self.globals[Int(words[0])].kind)
            }
        case (.compositor, 0): kinds[words[0]] = .surface
        case (.shm, 0): kinds[words[0]] = .pool
        case (.pool, 0): kinds[words[0]] = .buffer
        case (.shell, 2): (kinds[words[0]], xdgSurface, surface) = (.xdgSurface, words[0], words[1])
        case (.xdgSurface, 1): (kinds[words[0]], toplevel) = (.toplevel, words[0])
        case (.seat, 2): (kinds[words[0]], touch) = (.touch, words[0])
        case (.stampManager, 3): (kinds[words[0]], stamps) = (.stamps, words[0])
        case (.surface, 1): attached = words[0]
        case (.surface, 3): newCallbacks.append(words[0])
        case (.surface, 6) where object == surface: commit()
        default: break
        }
    }

    private func note(_ id: UInt32, _ kind: Kind) {
        kinds[id] = kind
        switch kind {
        case .shm: for format: UInt32 in [0, 1] { post(id, 0, [format]) }
        case .seat: post(id, 0, [Self.touchCapability])
        default: break
        }
    }

    private func commit() {
        callbacks += newCallbacks
        newCallbacks = []
        if !isConfigured {
            isConfigured = true
            serial += 1
            // The states are fullscreen and activated.
            post(toplevel, 0, [Self.size.width, Self.size.height, 8, 2, 4])
            post(xdgSurface, 0, [serial])
        } else if attached != 0 {
            if shown != 0, shown != attached { post(shown, 0) }
            (shown, attached) = (attached, 0)
            commits += 1
        }
    }

    /// A string as the wire has it: its length with the final 0, and its bytes, filled up to whole words.
    private static func words(_ text: String) -> [UInt32] {
        let bytes = Array(text.utf8) + [0]
        return [UInt32(bytes.count)]
            + stride(from: 0, to: bytes.count, by: 4).map { start in
                bytes[start..<min(start + 4, bytes.count)].enumerated().reduce(0) {
                    $0 | UInt32($1.1) << UInt32($1.0 * 8)
                }
            }
    }
}
