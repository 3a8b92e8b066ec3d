/// Routes what a pointer does without a button: hovering, scrolling and the gestures of a touchpad.
final class PointerRouting {
    /// The position of a pointer.
    private struct Pointer {
        weak var window: Window?
        let location: Point
    }

    private let context: DispatchContext
    private let arbiter: Arbiter
    private var pointers: [InputDevice: Pointer] = [:]
    /// The recognizers that the current gesture of each touchpad drives.
    private var drivenRecognizers: [InputDevice: [GestureRecognizer]] = [:]

    init(_ context: DispatchContext, _ arbiter: Arbiter) {
        self.context = context
        self.arbiter = arbiter
    }

    // The three methods run inside `Arbiter.perform`.

    /// Routes a movement of a device's pointer over a window or away from all windows.
    func route(_ hover: Hover, _ contact: Contact?, of device: InputDevice) {
        var hovered: [HoverGestureRecognizer] = []
        if case .over(let window, let location) = hover {
            guard location.isSensible else { return }
            pointers[device] = Pointer(window: window, location: location)
            hovered = recognizers(at: location, in: window)
            for recognizer in hovered where recognizer.isEnabled { recognizer.hover(device, at: location, contact) }
        } else {
            pointers[device] = nil
        }
        for case let recognizer as HoverGestureRecognizer in arbiter.active where !hovered.contains(recognizer) {
            recognizer.hover(device, at: nil, nil)
        }
    }

    /// Routes a scroll to the view under the device's pointer.
    func route(_ scroll: Scroll, of device: InputDevice) {
        guard scroll.delta.isSensible, let pointer = pointers[device], let window = pointer.window else { return }
        let pans: [PanGestureRecognizer] = recognizers(at: pointer.location, in: window).filter { $0.wants(scroll) }
        let running = pans.filter { $0.isRecognized && !$0.progress.decided.isTerminal }
        for pan in running.isEmpty ? pans : running { pan.scrolled(scroll, at: pointer.location, through: arbiter) }
    }

    /// Routes a gesture of a touchpad to the recognizers that were under the pointer when the gesture began.
    func route(_ gesture: TouchpadGesture, of device: InputDevice) {
        if gesture.phase == .began {
            // The end of the previous gesture may never have come.
            drive(TouchpadGesture(gesture.kind, .cancelled, fingers: gesture.fingers), of: device)
            guard let pointer = pointers[device], let window = pointer.window else { return }
            let found: [GestureRecognizer] = recognizers(at: pointer.location, in: window)
            let driven = found.filter { $0.isEnabled && $0.wants(gesture) }
            drivenRecognizers[device] = driven
            for recognizer in driven {
                recognizer.attempt.isDrivenByTouchpad = true
                recognizer.openSpan(through: arbiter)
                recognizer.anchor = pointer.location
            }
        }
        drive(gesture, of: device)
    }

    private func drive(_ gesture: TouchpadGesture, of device: InputDevice) {
        // A handler of one recognizer may detach or disable another one.
        for recognizer in drivenRecognizers[device] ?? []
        where recognizer.attempt.isDrivenByTouchpad && recognizer.isEnabled && recognizer.touches.isEmpty
            && !recognizer.state.isTerminal
        {
            recognizer.follow(gesture)
        }
        if gesture.phase == .ended || gesture.phase == .cancelled {
            for recognizer in drivenRecognizers.removeValue(forKey: device) ?? [] {
                recognizer.stopFollowing(at: context.frameNumber)
            }
            arbiter.touchesChanged()
        }
    }

    /// Ends the effect of touchpad gestures on the recognizers of a view and of the views inside it.
    func stopFollowing(in view: View) {
        for recognizer in drivenRecognizers.values.joined() where recognizer.view?.isDescendant(of: view) ?? false {
            recognizer.stopFollowing(at: context.frameNumber)
        }
    }

    /// Returns the recognizers of one class from the view at a location up to its window.
    private func recognizers<Kind: GestureRecognizer>(at location: Point, in window: Window) -> [Kind] {
        var found: [Kind] = []
        var view = window.hitTest(location, with: nil)
        // A view that was asked during the hit test may have removed it.
        if view?.window !== window { view = nil }
        while let current = view {
            found += current.gestureRecognizers.reversed().compactMap { $0 as? Kind }
            view = current.superview
        }
        return found
    }
}
