import TouchKit

/// Groups what a tablet's tool reports into frames: a touch of type ``Touch/Kind/stylus`` while its tip is down, hover
/// while it is near. A value: each frame and each loss returns what is to be handed out.
///
/// The events of one frame are of one moment, and only its end has a time; so they are kept until then.
struct StylusAssembler {
    /// What happens to the tip, in order.
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
    /// The serial of what brought the tip down; nil where it is not.
    private(set) var downSerial: UInt32?
    private var steps: [Step] = []
    private var place: Point?
    private var contact = Contact()
    private var buttons: ButtonMask = []
    /// Whether place or contact have changed in the open frame.
    private var hasMoved = false

    /// An assembler for a tool that is nowhere near.
    init(device: InputDevice) { touches = FrameAssembler(device: device) }

    /// The device that it listens to.
    var device: InputDevice { touches.device }

    /// More steps than a frame can have; the first of a compositor that never ends one are dropped.
    private static let mostSteps = 64

    private mutating func add(_ step: Step) {
        if steps.count == Self.mostSteps { steps.removeFirst() }
        steps.append(step)
    }

    /// The tool came near a window, or a surface of nobody's where `window` is nil.
    mutating func enter(_ window: Window?) {
        add(.enter(window))
        // What is said of it from here on counts for this window.
        (place, contact, buttons, hasMoved) = (nil, Contact(), [], false)
    }

    /// The tool went away.
    mutating func leave() { add(.leave) }

    /// The tip touches.
    mutating func down(serial: UInt32) { add(.down(serial: serial)) }

    /// The tip is lifted.
    mutating func up() { add(.up) }

    /// The tool moved.
    mutating func motion(to place: Point) {
        self.place = place
        hasMoved = true
    }

    /// How it is held has changed.
    mutating func reshape(_ change: (inout Contact) -> Void) {
        change(&contact)
        hasMoved = true
    }

    /// A button on its shaft was pressed or released. Those that are held when the tip comes down are the touch's.
    mutating func button(_ button: ButtonMask, isPressed: Bool) {
        if isPressed { buttons.insert(button) } else { buttons.remove(button) }
    }

    /// The frame is complete.
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

    /// Moves the touch, if the tip is down.
    private mutating func follow(_ time: EventTime) {
        guard hasMoved, downSerial != nil, let place else { return }
        touches.motion(Self.id, to: place, time: time)
        touches.reshape(Self.id) { $0 = contact }
    }

    private mutating func lift(_ reason: FailureReason, at time: EventTime) -> CompletedFrames {
        downSerial = nil
        return touches.cancel(reason, time: time)
    }

    /// The compositor has the touch from now on, or its window is closed: nobody hears of its end.
    mutating func forgetTouch(_ reason: FailureReason, at time: EventTime) -> [InputFrame] {
        Array(touches.cancel(Self.id, reason, time: time))
    }

    /// The tool, or its tablet, has gone, or nothing more will be heard of it.
    mutating func lose(_ reason: FailureReason = .touchLost, at time: EventTime) -> [InputFrame] {
        let away = focus.map { _ in InputFrame(from: device, at: time, [], hover: .away) }
        (steps, focus, place, contact, buttons, hasMoved) = ([], nil, nil, Contact(), [], false)
        return lift(reason, at: time) + [away].compactMap(\.self)
    }
}
