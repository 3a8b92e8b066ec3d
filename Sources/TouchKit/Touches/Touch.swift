/// One finger, from contact to lift; or a stylus, or one button of a pointer from press to release.
///
/// The same object serves the whole contact and changes in place, as in UIKit: read what you need inside the
/// handler. Two contacts are never the same object, whatever id the compositor gave them, so a touch can be the key
/// of a dictionary.
public final class Touch {
    /// Where a touch stands in its life.
    public nonisolated enum Phase: Hashable, Sendable {
        /// It has just come down.
        case began
        /// It has moved, or its contact shape has changed.
        case moved
        /// It is down and did not change in this event.
        case stationary
        /// It was lifted.
        case ended
        /// It was taken away: by the compositor, by a recognizer, with its device, its window or its view.
        case cancelled
    }

    /// What made the touch.
    public nonisolated enum Kind: Hashable, Sendable {
        /// A finger on a screen.
        case direct
        /// A stylus.
        case stylus
        /// A button of a mouse or a touchpad, from press to release.
        case indirectPointer
    }

    /// What it was that touched. UIKit's `type`.
    public let type: Kind
    /// The button that is held, for ``Kind/indirectPointer``; empty otherwise. Each button is a touch of its own.
    public let buttonMask: ButtonMask
    /// The device that it belongs to.
    public let device: InputDevice
    /// Where it stands in its life, in the event being handled.
    public var phase: Phase { appearance.phase }
    /// The time of its last change, on the event clock: when it happened, not when it was delivered.
    public var timestamp: EventTime { appearance.timestamp }
    /// How many taps this one makes, counting it: 1 at a first tap, 2 where it came down soon enough after and near
    /// enough to a previous tap of the same device in the same window, and so on. 0 once it has moved too far to be
    /// a tap.
    ///
    /// Limits are those of ``GestureSettings``. UIKit documents neither limits nor what a drag does; a touch that was
    /// held longer than ``GestureSettings/tapMaximumDuration`` is not counted by the next one here.
    public internal(set) var tapCount = 1
    /// The view that was hit when it came down; it stays the same though the finger slides off.
    public internal(set) weak var view: View?
    /// The window that it came down in.
    public internal(set) weak var window: Window?
    /// The radius of the contact along its longer axis, in points; 0 where the device does not say.
    public internal(set) var majorRadius = 0.0
    /// The radius of the contact along its shorter axis, in points; 0 where the device does not say. UIKit has none.
    public internal(set) var minorRadius = 0.0
    /// How far the contact's longer axis is turned clockwise from upright, in radians. UIKit has none.
    public internal(set) var orientation = 0.0
    /// How hard it is pressed: 1 is an average touch, 0 where the device does not say.
    public internal(set) var force = 0.0

    /// A stylus's angle to the surface, in radians: π/2, the default, stands upright, 0 lies flat.
    public internal(set) var altitudeAngle = Double.pi / 2
    private var azimuth = 0.0

    /// The direction that a stylus leans to, in radians, clockwise from the x axis; views have no turned axes, so it is
    /// the same in all of them. 0 where the device does not say.
    public func azimuthAngle(in view: View?) -> Double { azimuth }

    /// The id that its device gave it; devices use ids again. UIKit has none.
    public var id: Int32 { key.id }

    /// The recognizers that are receiving this touch. It shrinks as they fail, finish or ignore it.
    public var gestureRecognizers: [GestureRecognizer] {
        recipients.filter { !$0.progress.state.isTerminal && $0.touches.contains(self) }
    }

    /// What handlers see of it.
    var appearance: Appearance
    /// In its window's coordinates.
    var position: Point { appearance.position }
    /// Before its last change, in its window's coordinates.
    var previousPosition: Point { appearance.previousPosition }
    /// Where it came down, in its window's coordinates.
    let startPosition: Point
    let startTime: EventTime
    /// Which of the device's contacts it is; only until it is lifted.
    let key: TouchKey
    /// Which of the groups of touches that were down together in one view it belongs to.
    var tapGroup = 0
    /// Every recognizer on the way from the hit view to the window that asked for it when it came down, nearest
    /// first.
    var recipients: [GestureRecognizer] = [] { didSet { recipientTree = RecipientTree(recipients[...]) } }
    /// The same, for each move.
    private(set) var recipientTree: RecipientTree?
    /// What its view has been told and may still be told.
    var stream = ViewStream()

    /// What the frame that is being handled says of the touch and was not applied yet.
    private(set) var pending = PendingChange()
    /// Where the frame that is being handled moves the touch, oldest first.
    private var samples: [CoalescedTouch] = []
    /// The greatest distance from where the touch came down, in points.
    private(set) var displacement = 0.0

    /// Why it was cancelled.
    private(set) var cancelReason: FailureReason?

    init(key: TouchKey, start: TouchSample.Start, at position: Point, time: EventTime) {
        self.key = key
        device = key.device
        type = start.type
        buttonMask = start.buttonMask
        window = start.window
        startTime = time
        startPosition = position
        appearance = Appearance(phase: .began, timestamp: time, position: position, previousPosition: position)
    }

    // Safe to release on any thread; skipping the main-actor hop is faster.
    nonisolated deinit {}

    /// Where it is, in a view's coordinates; in its window's where `view` is nil.
    public func location(in view: View?) -> Point { view?.convert(position, from: nil) ?? position }

    /// Where it came down, in a view's coordinates; in its window's where `view` is nil. UIKit has none.
    public func startLocation(in view: View?) -> Point { view?.convert(startPosition, from: nil) ?? startPosition }

    /// Where it was before its last change, in a view's coordinates; in its window's where `view` is nil.
    public func previousLocation(in view: View?) -> Point {
        view?.convert(previousPosition, from: nil) ?? previousPosition
    }

    /// Whether it has been neither lifted nor cancelled, whatever its view is being shown.
    private(set) var isDown = true

    /// Whether it is not down and its view has heard all of it.
    var isOver: Bool { !isDown && stream.isClosed }

    /// Where the frame that is being handled has moved the touch, oldest first; nil where it has not.
    var coalesced: [CoalescedTouch]? { pending.moves || samples.isEmpty ? nil : samples }

    /// Begins a new frame, in which the touch is stationary until the frame says otherwise.
    func rest() {
        if !samples.isEmpty { samples.removeAll(keepingCapacity: true) }
        pending.moves = false
        if isDown { appearance.phase = .stationary }
    }

    // MARK: What a frame says

    /// Notes what the frame says of the touch, to be applied when its window gets the event.
    func note(_ sample: TouchSample) {
        if let contact = sample.contact { pending.contact = contact }
        switch sample.change {
        case .began:
            pending.begins = true
            applyContact()
        case .moved(let position):
            pending.moves = true
            samples.append(CoalescedTouch(timestamp: sample.time, position: position))
        case .ended: pending.end = .lift(at: sample.time)
        case .cancelled(let reason): pending.end = .cancellation(at: sample.time, reason)
        }
    }

    /// Notes a cancellation in place of whatever the frame says.
    func noteCancellation(at time: EventTime, _ reason: FailureReason) {
        if pending.moves { samples.removeAll(keepingCapacity: true) }
        pending = PendingChange(end: .cancellation(at: time, reason))
    }

    /// Notes that the window has closed or did not forward the event: a touch that was to begin is dropped, and one that
    /// was to be lifted is cancelled.
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

    /// Applies that the touch comes down.
    func applyBeginning() { pending.begins = false }

    /// Applies the moves. A touch that has moved farther than `limit` points from where it came down is no tap.
    func applyMoves(limit: Double?) {
        pending.moves = false
        guard let last = samples.last else { return }
        for index in samples.indices {
            displacement = max(displacement, startPosition.distance(to: samples[index].position))
        }
        appearance = Appearance(
            phase: .moved, timestamp: last.timestamp, position: last.position, previousPosition: position)
        applyContact()
        if let limit, displacement > limit { tapCount = 0 }
        stream.move()
    }

    private func applyContact() {
        guard let contact = pending.contact else { return }
        majorRadius = contact.majorRadius
        minorRadius = contact.minorRadius
        orientation = contact.orientation
        force = contact.force
        altitudeAngle = contact.altitude
        azimuth = contact.azimuth
        pending.contact = nil
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

    /// What handlers see of it.
    struct Appearance {
        var phase: Phase
        var timestamp: EventTime
        var position: Point
        var previousPosition: Point
    }

    /// Shows itself as a view is to see it in a call: its beginning with the time and the place that it had then,
    /// however late. Returns how it looked before.
    func show(as call: ViewStream.Call) -> Appearance {
        defer {
            switch call {
            case .began:
                appearance = Appearance(
                    phase: .began, timestamp: startTime, position: startPosition, previousPosition: startPosition)
            case .moved: appearance.phase = .moved
            case .ended: appearance.phase = .ended
            case .cancelled: appearance.phase = .cancelled
            }
        }
        return appearance
    }

    /// Looks as it did before a call again, but for its end if that has come in the call.
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
    /// Id, phase, place and tap count, for logs.
    public var description: String {
        "Touch \(key.id) \(phase) at (\(position.x), \(position.y)) taps \(tapCount)"
    }
}
