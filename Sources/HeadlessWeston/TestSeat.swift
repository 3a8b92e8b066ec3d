import Wayland

/// The hands on the devices of a `HeadlessWeston`'s one seat: what is done here reaches the clients as touch, pointer
/// and keyboard events, by weston's own focus.
///
/// Positions are logical coordinates of the output, which for a window that fills it are the window's own. Times are
/// since the zero of the event clock, never negative; clients see them in milliseconds, or exactly with input
/// timestamps. As real devices do, follow each group of events that belong together with its frame.
///
/// Nothing is sent before `flush()` or `roundtrip()`. Using a device that the seat lacks ends the connection.
public final class TestSeat {
    /// A place on the output.
    public typealias Place = (x: Double, y: Double)

    /// Kinds of devices.
    public struct Capabilities: OptionSet, Hashable, Sendable {
        /// As in `wl_seat.capability`.
        public let rawValue: UInt32

        /// As in `wl_seat.capability`.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// A pointer.
        public static let pointer = Capabilities(rawValue: 1)
        /// A keyboard.
        public static let keyboard = Capabilities(rawValue: 2)
        /// A touch screen.
        public static let touch = Capabilities(rawValue: 4)
    }

    /// The direction of scrolling.
    public enum Axis: Sendable {
        /// Up and down.
        case vertical
        /// Left and right.
        case horizontal
    }

    /// What scrolls.
    public enum AxisSource: Sendable {
        /// A wheel, in clicks.
        case wheel
        /// Fingers on a touch pad.
        case finger
        /// Something without clicks, such as a track point.
        case continuous
    }

    private let connection: Connection
    private let proxy: WestonTestSeatV1
    private var readyAnswers = 0

    /// Connects to the test seat of the weston that listens at the socket.
    ///
    /// - Throws: `noTestSeat`.
    public init(socket path: String) throws(HeadlessWestonError) {
        do throws(ConnectionError) {
            connection = try Connection(to: path)
            try connection.roundtrip()
            proxy = try connection.require(WestonTestSeatV1.self)
        } catch {
            throw .noTestSeat(reason: error.description)
        }
        proxy.onEvent = { [weak self] event in
            switch event {
            case .surfaceReady: self?.readyAnswers += 1
            }
        }
    }

    // MARK: Devices

    /// Plugs devices in and out, so that the seat has these. It begins with all three. Fingers on a touch screen that
    /// is taken out are forgotten: the client hears nothing of them but the capability's loss.
    public func setCapabilities(_ capabilities: Capabilities) {
        proxy.setCapabilities(WestonTestSeatV1.Capability(rawValue: capabilities.rawValue))
    }

    /// Takes the seat away and brings another one with the same kinds of devices, as when a cable is pulled and put
    /// back. Fingers are forgotten as in ``setCapabilities(_:)``.
    public func replaceSeat() {
        proxy.replaceSeat()
    }

    // MARK: Touch

    /// A finger lands.
    public func touchDown(_ id: Int32, at place: Place, time: Duration) {
        let (high, low, nanoseconds) = Self.split(time)
        proxy.touchDown(tvSecHi: high, tvSecLo: low, tvNsec: nanoseconds, id: id, x: place.x, y: place.y)
    }

    /// A finger that is down moves.
    public func touchMove(_ id: Int32, to place: Place, time: Duration) {
        let (high, low, nanoseconds) = Self.split(time)
        proxy.touchMotion(tvSecHi: high, tvSecLo: low, tvNsec: nanoseconds, id: id, x: place.x, y: place.y)
    }

    /// A finger lifts.
    public func touchUp(_ id: Int32, time: Duration) {
        let (high, low, nanoseconds) = Self.split(time)
        proxy.touchUp(tvSecHi: high, tvSecLo: low, tvNsec: nanoseconds, id: id)
    }

    /// What happened on the touch screen since the last frame belongs together.
    public func touchFrame() {
        proxy.touchFrame()
    }

    /// The client is told that its touches are cancelled, and all fingers are forgotten.
    public func touchCancel() {
        proxy.touchCancel()
    }

    // MARK: Pointer

    /// The pointer moves.
    public func pointerMove(to place: Place, time: Duration) {
        let (high, low, nanoseconds) = Self.split(time)
        proxy.pointerMotion(tvSecHi: high, tvSecLo: low, tvNsec: nanoseconds, x: place.x, y: place.y)
    }

    /// A button is pressed or released.
    ///
    /// - Parameter button: a code of `linux/input-event-codes.h`; by default 272, `BTN_LEFT`.
    public func pointerButton(_ button: UInt32 = 272, isPressed: Bool, time: Duration) {
        let (high, low, nanoseconds) = Self.split(time)
        proxy.pointerButton(
            tvSecHi: high, tvSecLo: low, tvNsec: nanoseconds, button: button, state: isPressed ? .pressed : .released)
    }

    /// The wheel turns, or two fingers scroll on a touch pad.
    ///
    /// - Parameters:
    ///   - distance: in the length of a pointer motion, positive down or to the right.
    ///   - clicks: of a wheel; 0 when it is none.
    public func pointerScroll(
        _ axis: Axis, by distance: Double, clicks: Int32 = 0, source: AxisSource = .wheel, time: Duration
    ) {
        let (high, low, nanoseconds) = Self.split(time)
        let sourceCode: WestonTestSeatV1.AxisSource =
            switch source {
            case .wheel: .wheel
            case .finger: .finger
            case .continuous: .continuous
            }
        proxy.pointerAxisSource(sourceCode)
        proxy.pointerAxis(
            tvSecHi: high, tvSecLo: low, tvNsec: nanoseconds, axis: axis == .vertical ? .vertical : .horizontal,
            value: distance, discrete: clicks)
    }

    /// What happened with the pointer since the last frame belongs together.
    public func pointerFrame() {
        proxy.pointerFrame()
    }

    // MARK: Keyboard

    /// A key is pressed or released.
    ///
    /// - Parameter code: of `linux/input-event-codes.h`, such as 1, `KEY_ESC`.
    public func key(_ code: UInt32, isPressed: Bool, time: Duration) {
        let (high, low, nanoseconds) = Self.split(time)
        proxy.key(
            tvSecHi: high, tvSecLo: low, tvNsec: nanoseconds, key: code, state: isPressed ? .pressed : .released)
    }

    // MARK: Output

    /// Gives the output another size; windows that fill it are configured anew.
    public func resizeOutput(width: Int32, height: Int32) {
        proxy.resizeOutput(width: width, height: height)
    }

    /// Gives the output another scale, from 1 to 8; its logical size stays.
    public func rescaleOutput(_ scale: Int32) {
        proxy.rescaleOutput(scale: scale)
    }

    // MARK: Waiting

    /// Writes what has been done.
    ///
    /// - Throws: `noTestSeat` when the connection is at its end.
    public func flush() throws(HeadlessWestonError) {
        _ = try talk { () throws(ConnectionError) in try connection.flush() }
    }

    /// Writes what has been done and waits until weston has passed all of it on.
    ///
    /// - Throws: `noTestSeat` when the connection is at its end.
    public func roundtrip() throws(HeadlessWestonError) {
        try talk(connection.roundtrip)
    }

    /// Waits until a client's surface that fills the output is shown at the place, so that a finger that lands there
    /// reaches it where it should; after a change of the output's size, until the client has followed it.
    ///
    /// - Throws: `timedOut`, or `noTestSeat` when the connection is at its end.
    public func waitForSurface(at place: Place, within limit: Duration = .seconds(10)) throws(HeadlessWestonError) {
        let deadline = Deadline(in: limit)
        let awaited = readyAnswers + 1
        proxy.waitForSurface(x: place.x, y: place.y)
        try roundtrip()
        while readyAnswers < awaited {
            try talk { () throws(ConnectionError) in
                let read = try connection.prepareRead()
                guard deadline.waits(for: [connection.fileDescriptor]) else { return read.cancel() }
                try read.read()
                try connection.dispatchPending()
            }
            if readyAnswers < awaited, deadline.isOver {
                throw .timedOut("weston", limit, awaited: "a surface at (\(place.x), \(place.y))", lastLines: [])
            }
        }
    }

    private func talk<Result>(_ body: () throws(ConnectionError) -> Result) throws(HeadlessWestonError) -> Result {
        do throws(ConnectionError) {
            return try body()
        } catch {
            throw .noTestSeat(reason: error.description)
        }
    }

    private static func split(_ time: Duration) -> (high: UInt32, low: UInt32, nanoseconds: UInt32) {
        precondition(time >= .zero, "\(time) is before the zero of the event clock")
        let (seconds, attoseconds) = time.components
        return (
            UInt32(truncatingIfNeeded: seconds >> 32), UInt32(truncatingIfNeeded: seconds),
            UInt32(attoseconds / 1_000_000_000)
        )
    }
}
