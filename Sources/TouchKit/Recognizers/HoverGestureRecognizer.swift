/// Recognizes a pointer or a stylus that hovers over its view. The gesture begins when the pointer enters the view,
/// changes as the pointer moves, and ends when the pointer leaves. The recognizer reports nothing while a button is
/// held.
public final class HoverGestureRecognizer: GestureRecognizer {
    /// Returns false: the recognizer receives no touches.
    public override func accepts(_ touch: Touch) -> Bool { false }

    /// Returns false: the recognizer excludes no other one.
    public override func canPrevent(_ other: GestureRecognizer) -> Bool { false }

    /// The distance of a hovering stylus from the surface: 0 touches it, 1 is the largest distance that the device
    /// senses. 0 for a pointer.
    public private(set) var zOffset = 0.0
    /// The angle of the stylus to the surface, in radians: π/2 is upright, 0 is flat. π/2 for a pointer.
    public private(set) var altitudeAngle = Double.pi / 2
    private var azimuth = 0.0
    private var device: InputDevice?

    /// Returns the direction in which the stylus leans, in radians clockwise from the x axis; 0 for a pointer. The
    /// result is the same for every view, since views cannot be rotated.
    public func azimuthAngle(in view: View?) -> Double { azimuth }

    /// Handles a movement of a device's pointer to a point of the window, or away from the view where `point` is nil.
    /// While one device's pointer is over the view, those of other devices are ignored.
    func hover(_ device: InputDevice, at place: Point?, _ contact: Contact?) {
        guard self.device == nil || self.device == device else { return }
        if let place {
            anchor = place
            zOffset = contact?.distance ?? 0
            altitudeAngle = contact?.altitude ?? .pi / 2
            azimuth = contact?.azimuth ?? 0
            if state.isTerminal { return }
            self.device = device
            state = state == .possible ? .began : .changed
        } else if state == .began || state == .changed {
            state = .ended
        }
    }

    /// Resets the recognizer to its initial values.
    public override func reset() {
        super.reset()
        device = nil
        zOffset = 0
        altitudeAngle = .pi / 2
        azimuth = 0
    }
}
