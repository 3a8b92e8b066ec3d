/// A finger on a touchscreen from contact to lift; or a stylus, or a button of a pointer from press to release.
///
/// One object represents the whole contact and changes in place, as in UIKit, so read what you need inside the handler.
/// Two contacts never share an object, even if they have the same id, so a touch can be the key of a dictionary.
public final class Touch {
    /// The phase of a touch.
    public nonisolated enum Phase: Hashable, Sendable {
        /// The touch has just come down.
        case began
        /// The touch has moved, or its contact shape has changed.
        case moved
        /// The touch is down and did not change in this event.
        case stationary
        /// The touch was lifted.
        case ended
        /// The touch was cancelled: by the compositor, by a recognizer, or because its device, window or view went
        /// away.
        case cancelled
    }

    /// The kind of a touch.
    public nonisolated enum Kind: Hashable, Sendable {
        /// A finger on a screen.
        case direct
        /// A stylus.
        case stylus
        /// A button of a mouse or a touchpad, from press to release.
        case indirectPointer
    }

    /// The kind of the touch. The name is UIKit's.
    public let type: Kind
    /// The button that makes the touch, for ``Kind/indirectPointer``; empty otherwise. Each button is a touch of its
    /// own.
    public let buttonMask: ButtonMask
    /// The device that reports the touch.
    public let device: InputDevice
    /// The phase of the touch, as of the event that is being handled.
    public var phase: Phase { appearance.phase }
    /// The time of the last change, on the event clock: when it happened, not when it was delivered.
    public var timestamp: EventTime { appearance.timestamp }
    /// The number of this tap in a sequence of taps: 1 for a first tap, 2 if the touch came down soon enough after, and
    /// near enough to, a previous tap of the same device in the same window, and so on. 0 once the touch has moved too
    /// far to be a tap.
    ///
    /// ``GestureSettings`` has the limits; UIKit documents none. A touch that stays down longer than
    /// ``GestureSettings/tapMaximumDuration`` does not count as a previous tap; UIKit does not document this either.
    public internal(set) var tapCount = 1
    /// The view that was hit when the touch came down. It stays the same when the finger slides off it.
    public internal(set) weak var view: View?
    /// The window in which the touch came down.
    public internal(set) weak var window: Window?
    /// The radius of the contact along its longer axis, in points; 0 if the device does not report it.
    public var majorRadius: Double { contact.majorRadius }
    /// The radius of the contact along its shorter axis, in points; 0 if the device does not report it. UIKit has no
    /// such property.
    public var minorRadius: Double { contact.minorRadius }
    /// The angle of the contact's longer axis, in radians clockwise from upright. UIKit has no such property.
    public var orientation: Double { contact.orientation }
    /// The force of the touch: 1 is an average touch. 0 if the device does not report it.
    public var force: Double { contact.force }
    /// The angle of a stylus to the surface, in radians: π/2, the default, is upright, 0 is flat.
    public var altitudeAngle: Double { contact.altitude }

    /// Returns the direction in which a stylus leans, in radians clockwise from the x axis; 0 if the device does not
    /// report it. The result is the same for every view, since views cannot be rotated.
    public func azimuthAngle(in view: View?) -> Double { contact.azimuth }

    /// The shape and force of the contact.
    private(set) var contact: Contact

    /// The id of the touch on its device. Devices reuse ids. UIKit has no such property.
    public var id: Int32 { key.id }

    /// The recognizers that are receiving the touch. A recognizer leaves the list when it fails, finishes or ignores
    /// the touch.
    public var gestureRecognizers: [GestureRecognizer] {
        recipients.filter { !$0.progress.state.isTerminal && $0.touches.contains(self) }
    }

    /// The properties that handlers see, which differ from the latest ones while a delayed call is made.
    var appearance: Appearance
    /// The position, in the window's coordinates.
    var position: Point { appearance.position }
    /// The position before the last change, in the window's coordinates.
    var previousPosition: Point { appearance.previousPosition }
    /// The position at which the touch came down, in the window's coordinates.
    let startPosition: Point
    let startTime: EventTime
    /// The device and the id; they identify the touch only until it is lifted.
    let key: TouchKey
    /// The number of the group of touches that were down together in one view.
    var tapGroup = 0
    /// The recognizers from the hit view up to the window that wanted the touch when it came down, nearest first.
    var recipients: [GestureRecognizer] = [] { didSet { recipientTree = RecipientTree(recipients[...]) } }
    /// The recipients as a tree, for moves.
    private(set) var recipientTree: RecipientTree?
    /// The calls that the touch's view has received and may still receive.
    var stream = ViewStream()

    /// The changes in the current frame that were not applied yet.
    private(set) var pending = PendingChange()
    /// The moves since the touch's view was last told, oldest first. Taken out to be changed, never changed in place, so
    /// that the compiler can leave out exclusivity checks.
    private var samples: [Sample] = []
    /// The index of the first move of the current frame.
    private var firstOfFrame = 0
    /// Whether the view was told of the moves, or will not be. The next frame begins a new list of moves.
    private var isSettled = true
    /// The position that the view was last told of, in the window's coordinates.
    private var toldPosition: Point

    /// A move as the device reported it.
    private struct Sample {
        let time: EventTime
        let position: Point
        let contact: Contact
    }

    /// The largest distance from the point at which the touch came down, in points.
    private(set) var displacement = 0.0

    /// The reason of the cancellation; nil if the touch was not cancelled.
    private(set) var cancelReason: FailureReason?

    init(key: TouchKey, start: TouchSample.Start, at position: Point, time: EventTime) {
        self.key = key
        device = key.device
        type = start.type
        buttonMask = start.buttonMask
        window = start.window
        startTime = time
        startPosition = position
        toldPosition = position
        contact = Contact()
        appearance = Appearance(phase: .began, timestamp: time, position: position, previousPosition: position)
    }

    /// Creates a copy of a touch as it was after a move.
    private init(_ touch: Touch, at sample: Sample, after previous: Point) {
        key = touch.key
        device = touch.device
        type = touch.type
        buttonMask = touch.buttonMask
        view = touch.view
        window = touch.window
        tapCount = touch.tapCount
        startTime = touch.startTime
        startPosition = touch.startPosition
        toldPosition = previous
        contact = sample.contact
        appearance = Appearance(
            phase: .moved, timestamp: sample.time, position: sample.position, previousPosition: previous)
    }

    // Safe to release on any thread; skipping the main-actor hop is faster.
    nonisolated deinit {}

    /// Returns the location of the touch in a view's coordinates, or in its window's if `view` is nil.
    public func location(in view: View?) -> Point { view?.convert(position, from: nil) ?? position }

    /// Returns the location at which the touch came down, in a view's coordinates, or in its window's if `view` is nil.
    /// UIKit has no such method.
    public func startLocation(in view: View?) -> Point { view?.convert(startPosition, from: nil) ?? startPosition }

    /// Returns the location before the last change, in a view's coordinates, or in its window's if `view` is nil. In a
    /// view's handler this is the location of which the view was told last.
    public func previousLocation(in view: View?) -> Point {
        view?.convert(previousPosition, from: nil) ?? previousPosition
    }

    /// Whether the touch was neither lifted nor cancelled, even if its view still has to receive earlier changes.
    private(set) var isDown = true

    /// Whether the touch is not down and its view has received all calls.
    var isOver: Bool { !isDown && stream.isClosed }

    /// Copies of the touch after each of its moves, oldest first: inside a view's handler the moves since the view was
    /// last told, elsewhere those of the current frame. Nil if it did not move.
    var coalesced: [Touch]? {
        guard !pending.moves, firstOfFrame < samples.count else { return nil }
        var previous = previousPosition
        return samples[firstOfFrame...].map { sample in
            defer { previous = sample.position }
            return Touch(self, at: sample, after: previous)
        }
    }

    /// Begins a new frame, in which the touch is stationary until a change is recorded.
    func rest() {
        beginFrame()
        pending.moves = false
        if isDown { appearance.phase = .stationary }
    }

    private func beginFrame() {
        if isSettled {
            changeSamples { $0.removeAll(keepingCapacity: true) }
            isSettled = false
        }
        firstOfFrame = samples.count
    }

    private func changeSamples(_ change: (inout [Sample]) -> Void) {
        var changed = samples
        samples = []
        change(&changed)
        samples = changed
    }

    /// Records that the view has been told of the moves, or will be told only of where they have led to.
    func settle() { isSettled = true }

    // MARK: What a frame says

    /// Records the move that is a whole frame, as ``rest()`` and ``note(_:)-(TouchSample)`` do.
    func note(_ move: TouchMove) {
        beginFrame()
        pending.moves = true
        append(move.position, at: move.time, nil)
    }

    /// Records a sample of the frame. It is applied when the touch's window receives the event.
    func note(_ sample: TouchSample) {
        switch sample.change {
        case .began:
            pending.begins = true
            if let contact = sample.contact { self.contact = contact }
        case .moved(let position):
            pending.moves = true
            append(position, at: sample.time, sample.contact)
        case .ended: pending.end = .lift(at: sample.time)
        case .cancelled(let reason): pending.end = .cancellation(at: sample.time, reason)
        }
    }

    private func append(_ position: Point, at time: EventTime, _ contact: Contact?) {
        changeSamples {
            $0.append(Sample(time: time, position: position, contact: contact ?? $0.last?.contact ?? self.contact))
        }
    }

    /// Records a cancellation in place of the frame's other changes.
    func noteCancellation(at time: EventTime, _ reason: FailureReason) {
        if pending.moves { changeSamples { $0.removeSubrange(firstOfFrame...) } }
        pending = PendingChange(end: .cancellation(at: time, reason))
    }

    /// Records that the window has closed or did not forward the event: a touch that was to begin is dropped, and one
    /// that was to be lifted is cancelled.
    func noteUnforwarded() {
        if pending.begins {
            pending.begins = false
            recipients.removeAll()
            stream.suppress()
        }
        if case .lift(let time) = pending.end {
            pending.end = .cancellation(at: time, window == nil ? .windowClosed : .touchLost)
        }
    }

    /// Applies the beginning.
    func applyBeginning() { pending.begins = false }

    /// Applies the moves. The tap count of a touch that has moved farther than `limit` points from where it came down
    /// becomes 0. Returns whether this happened now to a touch that the view still receives.
    func applyMoves(limit: Double?) -> Bool {
        pending.moves = false
        let samples = samples
        guard let last = samples.last else { return false }
        for index in firstOfFrame..<samples.count {
            displacement = max(displacement, startPosition.distance(to: samples[index].position))
        }
        appearance = Appearance(
            phase: .moved, timestamp: last.time, position: last.position, previousPosition: position)
        contact = last.contact
        stream.move()
        guard let limit, displacement > limit, tapCount > 0 else { return false }
        tapCount = 0
        return !stream.isClosed
    }

    /// Applies the end: the touch is lifted or cancelled.
    func applyEnd() {
        guard let end = pending.end else { return }
        pending = PendingChange()
        isDown = false
        switch end {
        case .lift(let time):
            show(.ended, at: time)
            stream.end()
        case .cancellation(let time, let reason):
            show(.cancelled, at: time)
            cancelReason = reason
            stream.suppress()
        }
    }

    private func show(_ phase: Phase, at time: EventTime) {
        appearance = Appearance(phase: phase, timestamp: time, position: position, previousPosition: position)
    }

    // MARK: What handlers see

    /// The properties that a handler sees.
    struct Appearance {
        var phase: Phase
        var timestamp: EventTime
        var position: Point
        var previousPosition: Point
    }

    /// Sets the properties to those that a view is to see in a call: for a beginning the time and the position at which
    /// the touch came down, however late the call is. Returns the properties before.
    func show(as call: ViewStream.Call) -> Appearance {
        defer {
            switch call {
            case .began:
                appearance = Appearance(
                    phase: .began, timestamp: startTime, position: startPosition, previousPosition: startPosition)
            case .moved:
                appearance.phase = .moved
                appearance.previousPosition = toldPosition
                firstOfFrame = 0
            case .ended: appearance.phase = .ended
            case .cancelled: appearance.phase = .cancelled
            }
            toldPosition = appearance.position
        }
        return appearance
    }

    /// Restores the properties after a call, except for the end of the touch if that came during the call.
    func endShow(_ before: Appearance, wasDown: Bool) {
        if isDown == wasDown {
            appearance = before
        } else {
            appearance.position = before.position
            appearance.previousPosition = before.position
        }
    }
}

nonisolated extension Touch: Hashable {
    /// A touch equals only itself.
    public static func == (a: Touch, b: Touch) -> Bool { a === b }
    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Touch: @MainActor CustomStringConvertible {
    /// The id, phase, position and tap count, for logs.
    public var description: String {
        "Touch \(key.id) \(phase) at (\(position.x), \(position.y)) taps \(tapCount)"
    }
}
