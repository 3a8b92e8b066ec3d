/// Recognizes a pointer that moves over its view with no button held: it begins when the pointer comes over the view,
/// changes as it moves, and ends when it leaves. While a button is held nothing is reported.
public final class HoverGestureRecognizer: GestureRecognizer {
    /// Touches are none of its business.
    public override func accepts(_ touch: Touch) -> Bool { false }

    /// It competes with nobody.
    public override func canPrevent(_ other: GestureRecognizer) -> Bool { false }

    /// How far above the surface a stylus hovers, from 0 to 1, as far as can be sensed; 0 for a pointer.
    public private(set) var zOffset = 0.0
    /// The stylus's angle to the surface, in radians; π/2, upright, for a pointer.
    public private(set) var altitudeAngle = Double.pi / 2
    private var azimuth = 0.0
    private var device: InputDevice?

    /// The direction that the stylus leans to, in radians, clockwise from the x axis; 0 for a pointer.
    public func azimuthAngle(in view: View?) -> Double { azimuth }

    /// A device's pointer is at a place of the window's coordinates, or away from the view. Of several the first one
    /// counts until it is away.
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

    /// Forgets the pointer.
    public override func reset() {
        super.reset()
        device = nil
        zOffset = 0
        altitudeAngle = .pi / 2
        azimuth = 0
    }
}
