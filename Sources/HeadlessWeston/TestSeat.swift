import Wayland

/// Controls the devices of a `HeadlessWeston`'s seat. weston sends the input to its clients as touch, pointer and
/// keyboard events, by its own rules of focus.
///
/// Positions are in points of the output, which are also those of a window that fills the output. Times are measured
/// from the zero of the event clock and must not be negative. Clients receive them in milliseconds, and exactly through
/// input timestamps. As real devices do, end each group of touch or pointer events with a frame.
///
/// Requests are sent by `flush()`, `roundtrip()` and `waitForSurface(at:within:)`. Using a device that the seat does
/// not have ends the connection.
public final class TestSeat {
    /// A position on the output in points.
    public typealias Place = (x: Double, y: Double)

    /// A set of kinds of devices.
    public struct Capabilities: OptionSet, Hashable, Sendable {
        /// The bits of `wl_seat.capability`.
        public let rawValue: UInt32

        /// Creates a set from the bits of `wl_seat.capability`.
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
        /// Scrolling up and down.
        case vertical
        /// Scrolling left and right.
        case horizontal
    }

    /// The kind of device that scrolls.
    public enum AxisSource: Sendable {
        /// A wheel, in clicks.
        case wheel
        /// Fingers on a touchpad.
        case finger
        /// A device without clicks, such as a pointing stick.
        case continuous
    }

    private let connection: Connection
    private let proxy: WestonTestSeatV1
    private var readyAnswers = 0

    /// Connects to the test seat of the weston that listens at a socket.
    ///
    /// - Parameter path: the absolute path of the socket.
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

    /// Sets the devices of the seat, as if they were plugged in or unplugged. At first the seat has all three. When the
    /// touch screen is removed, weston forgets its fingers: clients get no event for them except the loss of the
    /// capability.
    public func setCapabilities(_ capabilities: Capabilities) {
        proxy.setCapabilities(WestonTestSeatV1.Capability(rawValue: capabilities.rawValue))
    }

    /// Removes the seat and adds another one with the same kinds of devices, as when a cable is unplugged and plugged
    /// in again. Fingers are forgotten as in ``setCapabilities(_:)``.
    public func replaceSeat() {
        proxy.replaceSeat()
    }

    // MARK: Touch

    /// Puts a finger down.
    ///
    /// - Parameter id: a number that identifies the finger until it is lifted.
    public func touchDown(_ id: Int32, at place: Place, time: Duration) {
        let (high, low, nanoseconds) = Self.split(time)
        proxy.touchDown(tvSecHi: high, tvSecLo: low, tvNsec: nanoseconds, id: id, x: place.x, y: place.y)
    }

    /// Moves a finger that is down.
    public func touchMove(_ id: Int32, to place: Place, time: Duration) {
        let (high, low, nanoseconds) = Self.split(time)
        proxy.touchMotion(tvSecHi: high, tvSecLo: low, tvNsec: nanoseconds, id: id, x: place.x, y: place.y)
    }

    /// Lifts a finger.
    public func touchUp(_ id: Int32, time: Duration) {
        let (high, low, nanoseconds) = Self.split(time)
        proxy.touchUp(tvSecHi: high, tvSecLo: low, tvNsec: nanoseconds, id: id)
    }

    /// Ends a group of touch events.
    public func touchFrame() {
        proxy.touchFrame()
    }

    /// Sends `wl_touch.cancel` to the client that has the touches, and forgets all fingers.
    public func touchCancel() {
        proxy.touchCancel()
    }

    // MARK: Pointer

    /// Moves the pointer.
    public func pointerMove(to place: Place, time: Duration) {
        let (high, low, nanoseconds) = Self.split(time)
        proxy.pointerMotion(tvSecHi: high, tvSecLo: low, tvNsec: nanoseconds, x: place.x, y: place.y)
    }

    /// Presses or releases a button.
    ///
    /// - Parameters:
    ///   - button: a code of `linux/input-event-codes.h`. Default 272, `BTN_LEFT`.
    ///   - isPressed: whether the button is pressed.
    ///   - time: the time of the event.
    public func pointerButton(_ button: UInt32 = 272, isPressed: Bool, time: Duration) {
        let (high, low, nanoseconds) = Self.split(time)
        proxy.pointerButton(
            tvSecHi: high, tvSecLo: low, tvNsec: nanoseconds, button: button, state: isPressed ? .pressed : .released)
    }

    /// Scrolls with a wheel or with two fingers on a touchpad.
    ///
    /// - Parameters:
    ///   - axis: the direction.
    ///   - distance: the distance in points, positive downwards or to the right.
    ///   - clicks: the number of clicks of a wheel. Default 0.
    ///   - source: the kind of device. Default a wheel.
    ///   - time: the time of the event.
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

    /// Ends a group of pointer events.
    public func pointerFrame() {
        proxy.pointerFrame()
    }

    // MARK: Keyboard

    /// Presses or releases a key.
    ///
    /// - Parameters:
    ///   - code: a code of `linux/input-event-codes.h`, such as 1, `KEY_ESC`.
    ///   - isPressed: whether the key is pressed.
    ///   - time: the time of the event.
    public func key(_ code: UInt32, isPressed: Bool, time: Duration) {
        let (high, low, nanoseconds) = Self.split(time)
        proxy.key(
            tvSecHi: high, tvSecLo: low, tvNsec: nanoseconds, key: code, state: isPressed ? .pressed : .released)
    }

    // MARK: Output

    /// Resizes the output to a size in pixels. Windows that fill it are configured with the new size.
    public func resizeOutput(width: Int32, height: Int32) {
        proxy.resizeOutput(width: width, height: height)
    }

    /// Changes the scale of the output to 1 to 8 pixels per point. Its size in points stays the same.
    public func rescaleOutput(_ scale: Int32) {
        proxy.rescaleOutput(scale: scale)
    }

    // MARK: Waiting

    /// Sends the requests.
    ///
    /// - Throws: `noTestSeat` if the connection has ended.
    public func flush() throws(HeadlessWestonError) {
        _ = try talk { () throws(ConnectionError) in try connection.flush() }
    }

    /// Sends the requests and waits until weston has sent the events to its clients.
    ///
    /// - Throws: `noTestSeat` if the connection has ended.
    public func roundtrip() throws(HeadlessWestonError) {
        try talk(connection.roundtrip)
    }

    /// Waits until a client's surface that fills the output is shown at a position, so that a finger put down there
    /// reaches it. After the output was resized, this waits until the client has followed.
    ///
    /// - Parameters:
    ///   - place: the position.
    ///   - limit: the longest wait. Default ten seconds.
    /// - Throws: `timedOut`, or `noTestSeat` if the connection has ended.
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
