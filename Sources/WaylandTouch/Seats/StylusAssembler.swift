import TouchKit

/// Groups the events of a tablet tool into frames: a touch of the type ``Touch/Kind/stylus`` while the tip is down,
/// hover while the tool is in proximity. ``frame(at:)`` and ``lose(_:at:)`` return the frames to deliver.
///
/// The events of a frame belong to one moment, and only the frame event carries the time, so the events are kept until
/// then.
struct StylusAssembler {
    /// The events of the open frame that concern the tip, in order.
    private enum Step {
        case enter(Window?)
        case leave
        case down(serial: UInt32)
        case up
    }

    /// The tip is the tool's only contact.
    private static let id: Int32 = 0

    private var touches: FrameAssembler
    private(set) weak var focus: Window?
    /// The serial of the event that brought the tip down; nil while the tip is up.
    private(set) var downSerial: UInt32?
    private var steps: [Step] = []
    private var place: Point?
    private var contact = Contact()
    private var buttons: ButtonMask = []
    /// Whether the place or the contact has changed in the open frame.
    private var hasMoved = false

    /// Creates an assembler for a tool that is not in proximity.
    init(device: InputDevice) { touches = FrameAssembler(device: device) }

    /// The device whose events are assembled.
    var device: InputDevice { touches.device }

    /// The limit on the steps of a frame, more than any frame has. If a compositor never ends a frame, its first steps
    /// are dropped.
    private static let mostSteps = 64

    private mutating func add(_ step: Step) {
        if steps.count == Self.mostSteps { steps.removeFirst() }
        steps.append(step)
    }

    /// Handles that the tool came into proximity above a window; nil for a surface that is not a window of the program.
    mutating func enter(_ window: Window?) {
        add(.enter(window))
        // The state of the tool is sent again after each enter event.
        (place, contact, buttons, hasMoved) = (nil, Contact(), [], false)
    }

    /// Handles that the tool left proximity.
    mutating func leave() { add(.leave) }

    /// Handles that the tip came down.
    mutating func down(serial: UInt32) { add(.down(serial: serial)) }

    /// Handles that the tip was lifted.
    mutating func up() { add(.up) }

    /// Handles that the tool moved.
    mutating func motion(to place: Point) {
        self.place = place
        hasMoved = true
    }

    /// Handles a change of the pressure, the tilt or the distance.
    mutating func reshape(_ change: (inout Contact) -> Void) {
        change(&contact)
        hasMoved = true
    }

    /// Handles that a button of the tool was pressed or released. A touch has the buttons that are held when the tip
    /// comes down.
    mutating func button(_ button: ButtonMask, isPressed: Bool) {
        if isPressed { buttons.insert(button) } else { buttons.remove(button) }
    }

    /// Completes the open frame and returns the frames to deliver.
    mutating func frame(at time: EventTime) -> [InputFrame] {
        var frames: [InputFrame] = []
        var hover: Hover?
        follow(time)
        for step in steps {
            switch step {
            case .enter(let window):
                frames.append(contentsOf: lift(.cancelledByCompositor, at: time))
                focus = window
            case .leave:
                frames.append(contentsOf: lift(.cancelledByCompositor, at: time))
                if focus != nil { hover = .away }
                focus = nil
            case .down(let serial):
                downSerial = serial
                frames.append(
                    contentsOf: touches.down(
                        Self.id, at: place ?? .zero, in: place == nil ? nil : focus, time: time, type: .stylus,
                        buttonMask: buttons))
                touches.reshape(Self.id) { $0 = contact }
            case .up:
                downSerial = nil
                frames.append(contentsOf: touches.up(Self.id, time: time))
                hasMoved = true
            }
        }
        if hasMoved, downSerial == nil, let focus, let place { hover = .over(focus, at: place) }
        frames.append(contentsOf: touches.frame())
        (steps, hasMoved) = ([], false)
        if let hover {
            frames.append(InputFrame(from: device, at: time, [], hover: hover, hoverContact: contact))
        }
        return frames
    }

    /// Moves the touch if the tip is down.
    private mutating func follow(_ time: EventTime) {
        guard hasMoved, downSerial != nil, let place else { return }
        touches.motion(Self.id, to: place, time: time)
        touches.reshape(Self.id) { $0 = contact }
    }

    private mutating func lift(_ reason: FailureReason, at time: EventTime) -> CompletedFrames {
        downSerial = nil
        return touches.cancel(reason, time: time)
    }

    /// Cancels the touch, which the compositor has taken over. Its later events are ignored.
    mutating func forgetTouch(_ reason: FailureReason, at time: EventTime) -> [InputFrame] {
        Array(touches.cancel(Self.id, reason, time: time))
    }

    /// Cancels the touch and ends hover, since no more events will come for the tool.
    mutating func lose(_ reason: FailureReason = .touchLost, at time: EventTime) -> [InputFrame] {
        let away = focus.map { _ in InputFrame(from: device, at: time, [], hover: .away) }
        (steps, focus, place, contact, buttons, hasMoved) = ([], nil, nil, Contact(), [], false)
        return lift(reason, at: time) + [away].compactMap(\.self)
    }
}
