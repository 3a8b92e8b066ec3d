/// Routes what a pointer does with no button held: hovering, scrolling, and its touchpad's gestures.
final class PointerRouting {
    /// Where a pointer is.
    private struct Pointer {
        weak var window: Window?
        let location: Point
    }

    private let context: DispatchContext
    private let arbiter: Arbiter
    private var pointers: [InputDevice: Pointer] = [:]
    /// The recognizers that each touchpad's gesture drives.
    private var followers: [InputDevice: [GestureRecognizer]] = [:]

    init(_ context: DispatchContext, _ arbiter: Arbiter) {
        self.context = context
        self.arbiter = arbiter
    }

    // Each of the three is called inside `Arbiter.perform`.

    /// The pointer of a device is over a window, or away.
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

    /// Something is scrolled where the pointer of a device is.
    func route(_ scroll: Scroll, of device: InputDevice) {
        guard scroll.delta.isSensible, let pointer = pointers[device], let window = pointer.window else { return }
        let pans: [PanGestureRecognizer] = recognizers(at: pointer.location, in: window).filter { $0.wants(scroll) }
        let running = pans.filter { $0.isRecognized && !$0.progress.decided.isTerminal }
        for pan in running.isEmpty ? pans : running { pan.scrolled(scroll, at: pointer.location, through: arbiter) }
    }

    /// A touchpad's gesture goes to the recognizers that were under the pointer when it began.
    func route(_ gesture: TouchpadGesture, of device: InputDevice) {
        if gesture.phase == .began {
            // The end of the one before may never have come.
            drive(TouchpadGesture(gesture.kind, .cancelled, fingers: gesture.fingers), of: device)
            guard let pointer = pointers[device], let window = pointer.window else { return }
            let found: [GestureRecognizer] = recognizers(at: pointer.location, in: window)
            let driven = found.filter { $0.isEnabled && $0.wants(gesture) }
            followers[device] = driven
            for recognizer in driven {
                recognizer.attempt.isDrivenByTouchpad = true
                recognizer.openSpan(through: arbiter)
                recognizer.anchor = pointer.location
            }
        }
        drive(gesture, of: device)
    }

    private func drive(_ gesture: TouchpadGesture, of device: InputDevice) {
        // A handler of one may take another one away from the gesture.
        for recognizer in followers[device] ?? []
        where recognizer.attempt.isDrivenByTouchpad && recognizer.isEnabled && recognizer.touches.isEmpty
            && !recognizer.state.isTerminal
        {
            recognizer.follow(gesture)
        }
        if gesture.phase == .ended || gesture.phase == .cancelled {
            for recognizer in followers.removeValue(forKey: device) ?? [] {
                recognizer.stopFollowing(at: context.frameNumber)
            }
            arbiter.touchesChanged()
        }
    }

    /// Takes the recognizers of a view and of all that is in it away from the touchpads' gestures that drive them.
    func stopFollowing(in view: View) {
        for recognizer in followers.values.joined() where recognizer.view?.isDescendant(of: view) ?? false {
            recognizer.stopFollowing(at: context.frameNumber)
        }
    }

    /// The recognizers of one kind on the way from the view at a location to its window.
    private func recognizers<Kind: GestureRecognizer>(at location: Point, in window: Window) -> [Kind] {
        var found: [Kind] = []
        var view = window.hitTest(location, with: nil)
        // A view that was asked may have taken it out.
        if view?.window !== window { view = nil }
        while let current = view {
            found += current.gestureRecognizers.reversed().compactMap { $0 as? Kind }
            view = current.superview
        }
        return found
    }
}
