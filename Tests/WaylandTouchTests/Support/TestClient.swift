import Dispatch
import Glibc
import Testing
import TouchKit
import TouchScenario

@testable import Wayland
@testable import WaylandTouch

/// An application whose compositor is a `ScriptedCompositor`, on a clock that a test sets, with a log of the calls of
/// its views and recognizers. A line is "time in ms, name, event"; for a touch its id and position follow.
///
/// By default the client has a mapped window of 800x600 and one seat with a touch screen and a pointer.
///
/// Each window is also recorded. When the client ends, each recording is replayed, and a difference fails the test.
final class TestClient {
    let compositor: ScriptedCompositor
    let application: Application
    private(set) var log: [String] = []
    private(set) var notices: [String] = []
    /// The time of the event clock in milliseconds.
    private(set) var now = 0.0

    private let start: Int64
    private var sessions: [RecordedSession] = []
    /// The reason for which the windows are not recorded; nil if they are.
    private let obstacle: String?

    /// Connects without opening a window.
    ///
    /// - Parameters:
    ///   - findsFonts: whether the fonts are loaded at once, which uses threads and descriptors.
    ///   - usesExactTimes: whether the application takes exact times from a compositor that offers them.
    ///   - obstacle: the reason for which a replay differs from the session; nil, the default, if it must not differ.
    init(
        bare compositor: ScriptedCompositor, settings: GestureSettings = .ofCases, findsFonts: Bool = true,
        usesExactTimes: Bool = true, unrecordedBecause obstacle: String? = nil
    ) throws {
        self.compositor = compositor
        self.obstacle = obstacle
        application = try compositor.serving {
            try Application(display: compositor.path, settings: settings, usesExactTimes: usesExactTimes)
        }
        start = Application.monotonicNow.nanoseconds / 1_000_000 + 1
        application.onNotice = { [unowned self] in notices.append($0) }
        application.clock = { [unowned self] in instant }
        // The built-in arrow does not depend on the installed themes.
        (application.cursors.pointer.theme, application.cursors.stylus.theme) = (nil, nil)
        // With loaded fonts no window is redrawn for its text.
        if findsFonts { Fonts.shared.findNow() }
    }

    deinit {
        // An isolated deinit would run outside the test, so its failures would belong to no test.
        MainActor.assumeIsolated {
            for session in sessions {
                if let difference = session.difference() { Issue.record("recorded live and replayed, \(difference)") }
            }
        }
    }

    /// Connects, and opens the window.
    convenience init(
        seatVersion: UInt32 = 7, capabilities: UInt32 = ScriptedCompositor.touch | ScriptedCompositor.pointer,
        findsFonts: Bool = true, unrecordedBecause obstacle: String? = nil,
        _ prepare: (ScriptedCompositor) -> Void = { _ in }
    ) throws {
        let compositor = ScriptedCompositor()
        compositor.offerAll(seatVersion: seatVersion)
        compositor.onSeat = { [unowned compositor] in compositor.announce(capabilities, of: $0) }
        prepare(compositor)
        try self.init(bare: compositor, findsFonts: findsFonts, unrecordedBecause: obstacle)
        try openWindow()
        _ = compositor.take()
    }

    /// Connects to a compositor that has fractional scales, and opens the window.
    static func withFractionalScales() throws -> TestClient {
        let client = try TestClient(capabilities: ScriptedCompositor.touch) { compositor in
            compositor.offer("wp_viewporter", 1)
            compositor.offer("wp_fractional_scale_manager_v1", 1)
        }
        _ = client.compositor.take()
        return client
    }

    /// Opens a window with a view that logs its touches, and waits until it is shown.
    @discardableResult
    func openWindow(_ name: String = "pad", hasTitleBar: Bool = false) throws -> TestPad {
        let pad = TestPad(name: name)
        pad.note = { [unowned self] in note($0) }
        let window = application.openWindow(title: name, size: Size(width: 800, height: 600), content: pad)
        window.drawsTitleBar = hasTitleBar
        if obstacle == nil { record(pad, in: window) }
        for _ in 0..<3 { try turn() }
        return pad
    }

    private func record(_ pad: TestPad, in window: ToplevelWindow) {
        let session = RecordedSession(
            of: window.window, named: pad.name, from: EventTime(nanoseconds: (start - RecordedSession.past) * 1_000_000)
        ) { [weak shell = window.shell] in shell?.isOpen ?? false }
        pad.session = session
        sessions.append(session)
    }

    /// The compositor's name for an object of the client.
    var appID: String { CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "" }

    /// Returns the view of the n-th window.
    func pad(_ number: Int = 0) -> TestPad { application.windows[number].content as! TestPad }

    // MARK: Recognizers

    /// Attaches a recognizer that does not cancel the view's touches, and logs its actions.
    @discardableResult
    func add<Kind: GestureRecognizer>(_ name: String, _ recognizer: Kind, to view: View? = nil) -> Kind {
        recognizer.name = name
        recognizer.cancelsTouchesInView = false
        recognizer.delaysTouchesEnded = false
        recognizer.addAction { [unowned self] recognizer in
            note("\(name) \(recognizer.state) \(plain(recognizer.location(in: nil)))")
        }
        (view ?? pad()).addGestureRecognizer(recognizer)
        return recognizer
    }

    /// Attaches a tap that waits for a double tap to fail, the double tap, a long press and a pan.
    func addTapsPressAndPan(to view: View? = nil) {
        let single = add("single", TapGestureRecognizer(), to: view)
        let double = add("double", TapGestureRecognizer(), to: view)
        double.numberOfTapsRequired = 2
        single.require(toFail: double)
        add("press", LongPressGestureRecognizer(), to: view)
        add("pan", PanGestureRecognizer(), to: view)
    }

    func addTap() { add("tap", TapGestureRecognizer()) }

    // MARK: Time

    /// Runs one turn of the loop at a time. The compositor flushes its events before it and reads the requests after
    /// it.
    ///
    /// - Parameter isHeard: whether the compositor reads the requests.
    func turn(at time: Double? = nil, isHeard: Bool = true) throws {
        if let time { now = time }
        compositor.flush()
        defer { if isHeard { compositor.read() } }
        _ = try application.turn()
    }

    /// Returns the stamp of an event at a time.
    ///
    /// - Parameter base: the stamp of time 0; nil for CLOCK_MONOTONIC.
    func stamp(_ time: Double, base: Int64? = nil) -> Int64 { (base ?? start) + Int64(time) }

    /// Runs the application's loop to its end.
    @discardableResult
    func run(at time: Double? = nil) throws -> Application.End {
        if let time { now = time }
        compositor.flush()
        defer { compositor.read() }
        return try application.run()
    }

    /// Replaces the test's clock by the machine's.
    func useRealTime() { application.clock = { Application.monotonicNow } }

    /// Advances the clock, as while a handler is busy.
    func pass(to time: Double) { now = time }

    private var instant: EventTime { EventTime(nanoseconds: start * 1_000_000 + Int64(now * 1e6)) }

    // MARK: The log

    func note(_ what: String) {
        log.append("\(plain(application.dispatcher.now.milliseconds - Double(start))) \(what)")
    }

    /// Removes and returns the lines of the log.
    func take() -> [String] {
        defer { log.removeAll() }
        return log
    }

    /// Removes and returns the notices.
    func takeNotices() -> [String] {
        defer { notices.removeAll() }
        return notices
    }
}

extension GestureSettings {
    /// The gesture settings of the tests.
    static var ofCases: GestureSettings {
        var settings = GestureSettings()
        settings.tapAllowableMovement = 10
        settings.tapMaximumDuration = .milliseconds(350)
        return settings
    }
}

/// A view that logs its touches and calls a test's handler.
final class TestPad: View {
    let name: String
    /// The client, whose log the view writes to.
    weak var session: RecordedSession?
    var note: (String) -> Void = { _ in }
    var onTouch: (Touch) -> Void = { _ in }
    var onMove: (Touch, TouchEvent) -> Void = { _, _ in }
    var onPress: () -> Void = {}

    init(name: String) {
        self.name = name
        super.init(frame: .zero)
        identifier = name
        isMultipleTouchEnabled = true
    }

    override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        recordedSession?.note(.touchesBegan, touches, in: self)
        hear("began", touches)
    }

    override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        recordedSession?.note(.touchesMoved, touches, in: self)
        hear("moved", touches)
        for touch in touches { onMove(touch, event) }
    }

    override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        recordedSession?.note(.touchesEnded, touches, in: self)
        hear("ended", touches)
    }

    override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        recordedSession?.note(.touchesCancelled, touches, in: self)
        hear("cancelled", touches)
    }

    override var canBecomeFirstResponder: Bool { true }

    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        recordedSession?.note(.pressesBegan, presses, in: self)
        onPress()
        super.pressesBegan(presses, with: event)
    }

    override func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {
        recordedSession?.note(.pressesChanged, presses, in: self)
        super.pressesChanged(presses, with: event)
    }

    override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
        recordedSession?.note(.pressesEnded, presses, in: self)
        super.pressesEnded(presses, with: event)
    }

    override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
        recordedSession?.note(.pressesCancelled, presses, in: self)
        super.pressesCancelled(presses, with: event)
    }

    private func hear(_ what: String, _ touches: Set<Touch>) {
        let ordered = touches.sorted { ($0.device.seat, $0.id) < ($1.device.seat, $1.id) }
        note("\(name) \(what) " + ordered.map { "\($0.id)@\(plain($0.location(in: nil)))" }.joined(separator: " "))
        for touch in ordered { onTouch(touch) }
    }
}

extension View {
    /// The recorded session of the view's window; nil if it is not recorded.
    var recordedSession: RecordedSession? {
        var view: View? = self
        while let current = view {
            if let session = (current as? TestPad)?.session { return session }
            view = current.superview
        }
        return nil
    }
}

/// Sends the events of a `wl_touch` from the compositor. Times are in milliseconds of the test's clock.
struct Fingers {
    // Weak or unowned, since a handler of the client may hold this value.
    unowned let client: TestClient
    let touch: Resource
    let surface: Resource
    /// The stamp of time 0; nil for CLOCK_MONOTONIC.
    var base: Int64?
    /// Returns the stamp of a time; nil to compute it from ``base``.
    var lie: ((Double) -> Int64)?

    private func stamp(_ time: Double) -> Word {
        .number(lie.map { $0(time) & 0xffff_ffff } ?? client.stamp(time, base: base))
    }

    func down(
        _ id: Int64 = 0, _ x: Double, _ y: Double, at time: Double, serial: UInt32? = nil, on other: Word? = nil
    ) {
        client.compositor.emit(
            touch, "down", .number(Int64(serial ?? client.compositor.nextSerial())), stamp(time),
            other ?? .object(surface), .number(id), .real(x), .real(y))
    }

    func up(_ id: Int64 = 0, at time: Double, serial: UInt32? = nil) {
        client.compositor.emit(
            touch, "up", .number(Int64(serial ?? client.compositor.nextSerial())), stamp(time), .number(id))
    }

    func move(_ id: Int64 = 0, _ x: Double, _ y: Double, at time: Double) {
        client.compositor.emit(touch, "motion", stamp(time), .number(id), .real(x), .real(y))
    }

    func shape(_ id: Int64 = 0, _ major: Double, _ minor: Double) {
        client.compositor.emit(touch, "shape", .number(id), .real(major), .real(minor))
    }

    func turnTo(_ id: Int64 = 0, _ degrees: Double) {
        client.compositor.emit(touch, "orientation", .number(id), .real(degrees))
    }

    func frame() { client.compositor.emit(touch, "frame") }

    func cancel() { client.compositor.emit(touch, "cancel") }

    /// Sends a tap with complete frames.
    func tap(_ id: Int64 = 0, _ x: Double, _ y: Double, from start: Double, to end: Double) {
        down(id, x, y, at: start)
        frame()
        up(id, at: end)
        frame()
    }
}

/// Sends the events of a `wl_pointer` from the compositor.
struct Mouse {
    // Weak or unowned, since a handler of the client may hold this value.
    unowned let client: TestClient
    let pointer: Resource
    let surface: Resource
    /// The stamp of time 0; nil for CLOCK_MONOTONIC.
    var base: Int64?

    @discardableResult
    func enter(_ x: Double, _ y: Double, serial: UInt32? = nil, on other: Word? = nil) -> UInt32 {
        let serial = serial ?? client.compositor.nextSerial()
        client.compositor.emit(
            pointer, "enter", .number(Int64(serial)), other ?? .object(surface), .real(x), .real(y))
        return serial
    }

    func leave(on other: Word? = nil) {
        client.compositor.emit(
            pointer, "leave", .number(Int64(client.compositor.nextSerial())), other ?? .object(surface))
    }

    func move(_ x: Double, _ y: Double, at time: Double) {
        client.compositor.emit(pointer, "motion", .number(client.stamp(time, base: base)), .real(x), .real(y))
    }

    func button(_ isPressed: Bool, at time: Double, code: Int64 = 0x110) {
        client.compositor.emit(
            pointer, "button", .number(Int64(client.compositor.nextSerial())), .number(client.stamp(time, base: base)),
            .number(code), .number(isPressed ? 1 : 0))
    }

    func frame() { if pointer.version >= 5 { client.compositor.emit(pointer, "frame") } }

    func say(_ event: String, _ words: Word...) {
        switch words.count {
        case 1: client.compositor.emit(pointer, event, words[0])
        case 2: client.compositor.emit(pointer, event, words[0], words[1])
        default: client.compositor.emit(pointer, event, words[0], words[1], words[2])
        }
    }
}

extension TestClient {
    /// The fingers on the newest touch object.
    func fingers(_ ordinal: Int? = nil, on surface: Int = 1, base: Int64? = nil) -> Fingers {
        let count = compositor.everyResource.count { $0.interface.name == "wl_touch" }
        return Fingers(
            client: self, touch: compositor.resource("wl_touch", ordinal ?? count),
            surface: compositor.resource("wl_surface", surface), base: base)
    }

    /// The newest pointer object.
    func mouse(_ ordinal: Int? = nil, on surface: Int = 1, base: Int64? = nil) -> Mouse {
        let count = compositor.everyResource.count { $0.interface.name == "wl_pointer" }
        return Mouse(
            client: self, pointer: compositor.resource("wl_pointer", ordinal ?? count),
            surface: compositor.resource("wl_surface", surface), base: base)
    }
}

nonisolated extension ScriptedCompositor {
    /// The globals that the compositor offers.
    func offerAll(seatVersion: UInt32 = 7) {
        offer("wl_compositor", 5)
        offer("wl_shm", 1)
        if seatVersion > 0 { offer("wl_seat", seatVersion) }
        offer("xdg_wm_base", 5)
    }

    /// Runs a closure while the compositor answers requests on its own thread.
    @MainActor
    func serving<Result>(_ body: () throws -> Result) rethrows -> Result {
        var ends: [Int32] = [-1, -1]
        precondition(unsafe pipe(&ends) == 0)
        let (stop, done) = (ends[0], DispatchSemaphore(value: 0))
        DispatchQueue.global().async { [self] in
            serve(until: stop)
            done.signal()
        }
        defer {
            close(ends[1])
            done.wait()
            close(ends[0])
        }
        return try body()
    }
}

extension Connection {
    /// Sets a small socket buffer.
    func setSendBuffer(to size: Int32) {
        var size = size
        _ = unsafe setsockopt(fileDescriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
}

/// Formats a number with at most three decimals.
func plain(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
}

/// Formats a point as "x,y".
func plain(_ point: Point) -> String { "\(plain(point.x)),\(plain(point.y))" }
