public import TouchKit
import Wayland

/// A Wayland client: its connection, its windows, its event loop and the last responder of every responder chain.
///
///     let application = try Application()
///     application.openWindow(title: "Taps", size: Size(width: 320, height: 240), content: CounterView())
///     try application.run()
///
/// An application belongs to the main thread. The loop also runs tasks of the main actor, such as those that a handler
/// starts by `Task { @MainActor in … }`. Call ``run()`` from the program's top level, not from a task: a task that does
/// not end keeps all others from running.
open class Application: Responder {
    /// Delivers input and deadlines to the views of all windows.
    public final let dispatcher: TouchDispatcher

    /// The open windows, in the order in which they were opened.
    public private(set) final var windows: [ToplevelWindow] = []

    /// Called with one line for each notable condition that is not an error: there is no seat yet, the compositor sent
    /// a message that makes no sense, a window could not be drawn, a recognizer's state can't be assigned. Each line is
    /// reported once, and at most 256 different lines are. By default lines are ignored.
    public final var onNotice: (String) -> Void = { _ in }

    /// The reason for which ``run()`` returned.
    public nonisolated enum End: Hashable, Sendable {
        /// The program called ``terminate()``.
        case terminated
        /// The last window was closed.
        case lastWindowClosed
        /// The process received SIGINT or SIGTERM; the signal's number.
        case signal(Int32)
    }

    /// Whether the program reads input in step with frames while it only follows drags. Default true.
    ///
    /// A finger can send a thousand moves a second, of which each would wake the program, although a screen shows sixty
    /// frames. So while every touch has moved too far to be a tap, no gesture is undecided and the window waits for the
    /// compositor to ask for a frame, the program sleeps for up to 4 ms, never past a deadline or the moment at which it
    /// expects to draw, and then reads all that has come. No decision depends on this, since events carry their times,
    /// and all places of a touch are in `TouchEvent.coalescedTouches(for:)`. A finger that is lifted after a drag, and
    /// a further finger, are handled up to 4 ms later. Turn it off in a program that answers such an event outside of
    /// its window, with a sound for example, and needs these milliseconds.
    public final var alignsReadingToFrames = true

    final let globals: Globals
    final let connection: Connection
    final let seatContext: SeatContext
    /// The cursors of pointers and of styluses. They are separate, since a surface can have only one of the two roles.
    final let cursors: (pointer: Cursor, stylus: Cursor)
    /// The fonts for text. Tests replace them.
    final var fonts = Fonts.shared
    /// Returns the time of CLOCK_MONOTONIC. Tests replace it.
    final var clock: () -> EventTime = { EventClock.monotonic }
    final var framePace = FramePace()
    /// Closes the windows that the compositor or the user asked to close, once the current input is handled.
    final var closeRequests: [() -> Void] = []
    private final var order: End?
    private(set) final var seats: [Seat] = []
    private final var outputs: [UInt32: Output] = [:]
    private final var noticed: Set<String> = []
    private final var hasClosedWindow = false
    private final var isRunning = false
    /// Whether the last turn wrote all queued requests.
    final var isWritten = true
    private final let appID: String

    /// Connects to a compositor.
    ///
    /// - Parameters:
    ///   - display: the name of the compositor's socket in `$XDG_RUNTIME_DIR`, or its absolute path; nil for the
    ///     compositor that the environment names.
    ///   - appID: the identifier by which the compositor knows the program; nil for the name of the executable.
    ///   - settings: the distances and times by which recognizers decide.
    ///   - usesExactTimes: whether the times of events have nanoseconds, where the compositor offers
    ///     `zwp_input_timestamps_v1`. Default false: they are whole milliseconds, which gestures of a hundred
    ///     milliseconds do not need more exactly. Exact times are worth their price for a program that measures the
    ///     panel itself: the compositor sends a third more messages, and a move costs a third more instructions.
    /// - Throws: `connection`, if there is no compositor, or it lacks `wl_compositor`, `wl_shm` or `xdg_wm_base`.
    public init(
        display: String? = nil, appID: String? = nil, settings: GestureSettings = GestureSettings(),
        usesExactTimes: Bool = false
    ) throws(ApplicationError) {
        do {
            connection = if let display { try Connection(to: display) } else { try Connection() }
            try connection.roundtrip()
            globals = try Globals(connection, usesExactTimes: usesExactTimes)
        } catch {
            throw .connection(error)
        }
        self.appID = appID ?? CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "application"
        dispatcher = TouchDispatcher(settings: settings)
        let seatContext = SeatContext(dispatcher)
        self.seatContext = seatContext
        let globals = globals
        func cursor() -> Cursor { Cursor(globals) { line in seatContext.notice(line) } }
        cursors = (cursor(), cursor())
        super.init()
        // Delayed performs that are requested before the first event count from now.
        dispatcher.advance(to: Self.monotonicNow)
        seatContext.notice = { [weak self] line in self?.notice(line) }
        seatContext.monotonic = { [unowned self] in clock() }
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

    /// The current time of CLOCK_MONOTONIC. It is the time of the event clock with compositors that stamp events by
    /// CLOCK_MONOTONIC, as most do.
    public static var monotonicNow: EventTime { EventClock.monotonic }

    // MARK: Windows

    /// Opens a window.
    ///
    /// - Parameters:
    ///   - title: the title, as title bars show it.
    ///   - size: the size in points, used if the compositor leaves the size to the program.
    ///   - content: a view that is resized to fill the window; nil for none.
    /// - Returns: the toplevel that shows the window. The application keeps it until it is closed.
    @discardableResult
    public final func openWindow(title: String, size: Size, content: View? = nil) -> ToplevelWindow {
        let window = Window(size: size, dispatcher: dispatcher)
        window.backgroundColor = Color(0xffffff)
        return open(window, title: title, content: content)
    }

    /// Opens a window that the program has made, such as one of a subclass.
    ///
    /// - Parameters:
    ///   - window: the window. It must have this application's dispatcher and must not be open already.
    ///   - title: the title, as title bars show it.
    ///   - content: a view that is added to the window and resized to fill it; nil for none.
    /// - Returns: the toplevel that shows the window. The application keeps it until it is closed.
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
        seatContext.turn.forget(window)
        for seat in seats { seat.forget(window) }
    }

    final func forgetTouches(in window: Window) {
        for seat in seats { seat.forgetTouches(in: window) }
    }

    /// Returns the seat and the serial for a request that a touch causes; nil if the touch has ended or was lost.
    final func grab(by touch: Touch) -> (seat: WlSeat, serial: UInt32)? {
        seats.firstResult { $0.grab(by: touch) }
    }

    // MARK: Running

    /// Runs the event loop until ``terminate()`` is called, the last window is closed, SIGINT or SIGTERM arrives, or the
    /// connection ends. Before it returns it cancels all touches and closes all windows.
    ///
    /// While it runs, SIGINT and SIGTERM are blocked in the main thread.
    ///
    /// - Returns: the reason for which it ended.
    /// - Throws: `connection` if the connection has ended, or `system`.
    @discardableResult
    public final func run() throws(ApplicationError) -> End {
        precondition(!isRunning, "an application that runs can't be run from one of its handlers")
        let sources = try WakeSources()
        (isRunning, order) = (true, nil)
        connection.waitForRoom(orUntilReadable: sources.signalDescriptor)
        if seats.isEmpty { notice("the compositor has no seat yet: waiting for one") }
        defer {
            // The program should end soon even if the compositor does not read.
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

    /// Makes ``run()`` return after the current event has been handled.
    public final func terminate() { order = .terminated }

    /// The reason for which the loop should end; nil while it should run on.
    final var end: End? { order ?? (hasClosedWindow && windows.isEmpty ? .lastWindowClosed : nil) }

    final func interrupt(by signal: Int32) { order = order ?? .signal(signal) }

    private func closeEverything() {
        for seat in seats { seat.cancelAll() }
        seatContext.turn.handleInputs()
        for window in windows { window.close() }
        // An error is ignored: the connection may have ended already.
        _ = try? connection.flush()
    }

    // MARK: What the compositor has

    private func add(_ global: Global) {
        switch global.interface {
        case WlSeat.interface.name:
            seats.append(
                Seat(
                    connection.bind(WlSeat.self, to: global), number: global.name, context: seatContext,
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

    /// The number of different lines that are reported.
    static let mostNotices = 256

    final func notice(_ line: String) {
        guard noticed.count < Self.mostNotices, noticed.insert(line).inserted else { return }
        onNotice(line)
    }
}
