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

    /// What the frame being handled says of it and is not done yet.
    private(set) var pending = Pending()
    /// Where the frame being handled moves it, oldest first.
    private var samples: [CoalescedTouch] = []
    /// How far it has been from where it came down, at the most, in points.
    private(set) var displacement = 0.0

    /// What a frame says of a touch.
    struct Pending {
        /// Whether it comes down.
        var begins = false
        /// Whether it moves.
        var moves = false
        /// Its new shape and force.
        var contact: Contact?
        /// When it ends, and why if it is cancelled.
        var end: (time: EventTime, reason: FailureReason?)?
    }

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

    // It minds not where the last one lets go of it, and to look that up takes longer.
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

    /// Whether the frame being handled says anything of it that is not done yet.
    var isChanging: Bool { pending.begins || pending.moves || isEnding }

    /// Where the frame being handled has moved it, oldest first; nil where it has not.
    var coalesced: [CoalescedTouch]? { pending.moves || samples.isEmpty ? nil : samples }

    /// A new frame begins, in which it rests until told otherwise.
    func rest() {
        if !samples.isEmpty { samples.removeAll(keepingCapacity: true) }
        pending.moves = false
        if isDown { appearance.phase = .stationary }
    }

    /// Notes what the frame says of it.
    func note(_ sample: TouchSample) {
        if let contact = sample.contact { pending.contact = contact }
        switch sample.change {
        case .began:
            pending.begins = true
            adoptContact()
        case .moved(let position):
            pending.moves = true
            samples.append(CoalescedTouch(timestamp: sample.time, position: position))
        case .ended: pending.end = (sample.time, nil)
        case .cancelled(let reason): pending.end = (sample.time, reason)
        }
    }

    /// Notes that it is taken away, whatever the frame says.
    func noteLoss(at time: EventTime, _ reason: FailureReason) {
        if pending.moves { samples.removeAll(keepingCapacity: true) }
        pending = Pending()
        pending.end = (time, reason)
    }

    /// Whether the frame says that it comes down.
    var begins: Bool { pending.begins }

    /// Whether the frame says that it moves.
    var moves: Bool { isDown && pending.moves }

    /// Whether the frame says that it is lifted or taken away.
    var isEnding: Bool { if case nil = pending.end { false } else { true } }

    /// Whether the frame says that it is lifted.
    var ends: Bool {
        if isDown, let end = pending.end, case nil = end.reason { true } else { false }
    }

    /// Whether the frame says that it is taken away.
    var isLost: Bool {
        if isDown, let end = pending.end, case _? = end.reason { true } else { false }
    }

    /// Is down, as the frame says.
    func begin() { pending.begins = false }

    /// Goes where the frame says.
    func move(displacementLimit: Double?) {
        pending.moves = false
        guard let last = samples.last else { return }
        for index in samples.indices {
            displacement = max(displacement, startPosition.distance(to: samples[index].position))
        }
        appearance = Appearance(
            phase: .moved, timestamp: last.timestamp, position: last.position, previousPosition: position)
        adoptContact()
        if let displacementLimit, displacement > displacementLimit { tapCount = 0 }
        stream.move()
    }

    /// Has the shape that the frame says.
    private func adoptContact() {
        guard let contact = pending.contact else { return }
        majorRadius = contact.majorRadius
        minorRadius = contact.minorRadius
        orientation = contact.orientation
        force = contact.force
        altitudeAngle = contact.altitude
        azimuth = contact.azimuth
        pending.contact = nil
    }

    /// Is lifted, as the frame says.
    func lift() {
        guard let end = pending.end else { return }
        pending.end = nil
        finish(.ended, at: end.time)
        stream.end()
    }

    /// Is taken away, as the frame says.
    func cancel() {
        guard let end = pending.end else { return }
        pending.end = nil
        finish(.cancelled, at: end.time)
        cancelReason = end.reason
        stream.suppress()
    }

    private func finish(_ phase: Phase, at time: EventTime) {
        isDown = false
        appearance = Appearance(phase: phase, timestamp: time, position: position, previousPosition: position)
    }

    /// Was never there, or is to be taken away, because its window is gone or swallowed what the frame says of it.
    func lose() {
        if pending.begins {
            pending.begins = false
            recipients.removeAll()
            stream.suppress()
        }
        if let end = pending.end, end.reason == nil {
            pending.end = (end.time, window == nil ? .windowClosed : .touchLost)
        }
    }

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

/// One sample of a touch between two events, as the device sent it.
public nonisolated struct CoalescedTouch: Hashable, Sendable {
    /// When, on the event clock.
    public let timestamp: EventTime
    /// Where, in the window's coordinates.
    public let position: Point
}

/// Buttons of a pointer.
public nonisolated struct ButtonMask: OptionSet, Hashable, Sendable {
    /// One bit a button, the primary one lowest.
    public let rawValue: UInt32
    /// A set of the bits given.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The main button, usually the left one.
    public static let primary = ButtonMask(rawValue: 1 << 0)
    /// The second button, usually the right one.
    public static let secondary = ButtonMask(rawValue: 1 << 1)
    /// The third button, usually the wheel.
    public static let middle = ButtonMask(rawValue: 1 << 2)
}
