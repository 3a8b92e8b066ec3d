public import TouchKit
import Wayland

/// A program on a Wayland compositor: its connection, its windows and its event loop, and the end of every responder
/// chain.
///
///     let application = try Application()
///     application.openWindow(title: "Taps", size: Size(width: 320, height: 240), content: CounterView())
///     try application.run()
///
/// It lives on the main thread. `Task { @MainActor in … }` works in its handlers: the loop runs such tasks too. Call
/// ``run()`` from the program's top level and not from a task, since a task that does not end keeps all others from
/// running.
open class Application: Responder {
    /// Carries touches and time to the views of all windows.
    public final let dispatcher: TouchDispatcher

    /// The windows that are open, in the order in which they were opened.
    public private(set) final var windows: [ToplevelWindow] = []

    /// Hears, in a line each, what is odd but no error: that there is no seat yet, a message from the compositor that
    /// makes no sense, a window that could not be drawn, a recognizer's state that can't be assigned. Each line comes once, and a few hundred come at most. By default
    /// nobody hears it.
    public final var onNotice: (String) -> Void = { _ in }

    /// What made ``run()`` return.
    public nonisolated enum End: Hashable, Sendable {
        /// The program called ``terminate()``.
        case terminated
        /// The last window was closed.
        case lastWindowClosed
        /// The signal SIGINT or SIGTERM came; its number.
        case signal(Int32)
    }

    final let globals: Globals
    final let connection: Connection
    final let queue = InputQueue()
    /// What pointers show, and what styluses do: a surface can be only one of them.
    final let cursors: (pointer: Cursor, stylus: Cursor)
    /// What text is set in, or what a test has in its place.
    final var fonts = Fonts.shared
    /// CLOCK_MONOTONIC, or what a test has in its place.
    final var clock: () -> EventTime = { EventClock.monotonic }
    /// What the compositor wants closed.
    final var closeRequests: [() -> Void] = []
    private final var order: End?
    private(set) final var seats: [Seat] = []
    private final var outputs: [UInt32: Output] = [:]
    private final var noticed: Set<String> = []
    private final var hasClosedWindow = false
    private final var isRunning = false
    /// Whether the last turn has written all that there was to write.
    final var isWritten = true
    private final let appID: String

    /// Connects to a compositor.
    ///
    /// - Parameters:
    ///   - display: the compositor's name in `$XDG_RUNTIME_DIR`, or the absolute path of its socket; nil for the one
    ///     that the environment names.
    ///   - appID: what the compositor knows the program by; nil for the name of its executable.
    ///   - settings: the numbers that gestures go by.
    /// - Throws: `connection`, where there is no compositor, or none that has `wl_compositor`, `wl_shm` and
    ///   `xdg_wm_base`.
    public init(
        display: String? = nil, appID: String? = nil, settings: GestureSettings = GestureSettings()
    ) throws(ApplicationError) {
        do {
            connection = if let display { try Connection(to: display) } else { try Connection() }
            try connection.roundtrip()
            globals = try Globals(connection)
        } catch {
            throw .connection(error)
        }
        self.appID = appID ?? CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "application"
        dispatcher = TouchDispatcher(settings: settings)
        let queue = queue
        let globals = globals
        func cursor() -> Cursor { Cursor(globals) { line in queue.notice(line) } }
        cursors = (cursor(), cursor())
        super.init()
        // Delayed performs that are asked for before the first event count from now.
        dispatcher.advance(to: Self.monotonicNow)
        queue.notice = { [weak self] line in self?.notice(line) }
        queue.monotonic = { [unowned self] in clock() }
        dispatcher.addInvalidTransitionObserver { [weak self] in self?.notice($0.description) }
        globals.shell.answerPings()
        for global in connection.globals { add(global) }
        connection.onGlobalChange = { [weak self] change in
            switch change {
            case .added(let global): self?.add(global)
            case .removed(let global): self?.remove(global)
            }
        }
    }

    /// The time of CLOCK_MONOTONIC now. Most compositors stamp their events by it; then it is the event clock.
    public static var monotonicNow: EventTime { EventClock.monotonic }

    // MARK: Windows

    /// Opens a window that one view fills.
    ///
    /// - Parameters:
    ///   - title: what title bars call it.
    ///   - size: its size in points, where the compositor leaves that to the program.
    ///   - content: the view that fills it at any size; nil for none.
    /// - Returns: what shows the window. The application keeps it until it is closed.
    @discardableResult
    public final func openWindow(title: String, size: Size, content: View? = nil) -> ToplevelWindow {
        let window = Window(size: size, dispatcher: dispatcher)
        window.backgroundColor = Color(0xffffff)
        return open(window, title: title, content: content)
    }

    /// Opens a window of the program's own.
    ///
    /// - Parameters:
    ///   - window: the window; its dispatcher must be that of the application, and nobody may show it yet.
    ///   - title: what title bars call it.
    ///   - content: the view that fills it at any size, which is added to it; nil for none.
    /// - Returns: what shows the window. The application keeps it until it is closed.
    @discardableResult
    public final func open(_ window: Window, title: String, content: View? = nil) -> ToplevelWindow {
        precondition(window.dispatcher === dispatcher, "a window can be opened only by its dispatcher's application")
        precondition(window.host == nil, "a window can be opened only once")
        if let content { window.addSubview(content) }
        let toplevel = ToplevelWindow(window, title: title, content: content, in: self, appID: appID)
        windows.append(toplevel)
        return toplevel
    }

    final func forget(_ toplevel: ToplevelWindow) {
        windows.removeAll { $0 === toplevel }
        hasClosedWindow = true
    }

    final func forgetInput(of window: Window) {
        queue.forget(window)
        for seat in seats { seat.forget(window) }
    }

    final func forgetTouches(in window: Window) {
        for seat in seats { seat.forgetTouches(in: window) }
    }

    /// What a request that a touch has caused is to name; nil where the touch is over, or was lost.
    final func grab(by touch: Touch) -> (seat: WlSeat, serial: UInt32)? {
        seats.firstResult { $0.grab(by: touch) }
    }

    // MARK: Running

    /// Runs until ``terminate()``, until the last window is closed, until SIGINT or SIGTERM comes, or until the
    /// connection ends. Then all touches have been cancelled and all windows are closed.
    ///
    /// While it runs, SIGINT and SIGTERM are blocked in the main thread.
    ///
    /// - Returns: what made it end.
    /// - Throws: `connection` when the compositor is gone or does not want us any more, `system`.
    @discardableResult
    public final func run() throws(ApplicationError) -> End {
        precondition(!isRunning, "an application that runs can't be run from one of its handlers")
        let sources = try WakeSources()
        (isRunning, order) = (true, nil)
        connection.waitForRoom(orUntilReadable: sources.signalDescriptor)
        if seats.isEmpty { notice("the compositor has no seat yet: waiting for one") }
        defer {
            // The program is to end soon, even if the compositor does not read.
            connection.waitForRoom(atMost: .milliseconds(500))
            closeEverything()
            fonts.endSearch()
            isRunning = false
        }
        do {
            return try loop(sources)
        } catch {
            throw .connection(error)
        }
    }

    /// Makes ``run()`` return when the event that is being handled is done.
    public final func terminate() { order = .terminated }

    /// Why the loop is to end; nil as long as it is not.
    final var end: End? { order ?? (hasClosedWindow && windows.isEmpty ? .lastWindowClosed : nil) }

    final func interrupt(by signal: Int32) { order = order ?? .signal(signal) }

    private func closeEverything() {
        for seat in seats { seat.cancelAll() }
        handleInputs()
        for window in windows { window.close() }
        // The compositor may be gone, and then there is nobody to tell.
        _ = try? connection.flush()
    }

    // MARK: What the compositor has

    private func add(_ global: Global) {
        switch global.interface {
        case WlSeat.interface.name:
            seats.append(
                Seat(
                    connection.bind(WlSeat.self, to: global), number: global.name, queue: queue,
                    cursor: cursors.pointer, stylusCursor: cursors.stylus, globals: globals))
        case WlOutput.interface.name:
            outputs[global.name] = Output(connection.bind(WlOutput.self, to: global))
        default: break
        }
    }

    private func remove(_ global: Global) {
        if let place = seats.firstIndex(where: { $0.number == global.name }) { seats.remove(at: place).release() }
        guard let output = outputs.removeValue(forKey: global.name) else { return }
        for window in windows { window.shell.outputIsGone(output.proxy) }
        output.proxy.release()
    }

    final var largestScale: Int { outputs.values.map(\.scale).max() ?? 1 }

    final func scale(of output: WlOutput) -> Int {
        outputs.values.first { $0.proxy === output }?.scale ?? 1
    }

    /// After so many different lines nothing new is learnt from another.
    static let mostNotices = 256

    final func notice(_ line: String) {
        guard noticed.count < Self.mostNotices, noticed.insert(line).inserted else { return }
        onNotice(line)
    }
}
