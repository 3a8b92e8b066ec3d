// What a pointer does with no button held: it hovers, scrolls, and has gestures of its touchpad.

/// Where a pointer is.
struct Pointer {
    weak var window: Window?
    let place: Point
}

extension TouchDispatcher {
    func handle(_ hover: Hover, _ contact: Contact?, of device: InputDevice) {
        if case .over(_, let place) = hover, !place.isSensible { return }
        var under: [HoverGestureRecognizer] = []
        walk {
            if case .over(let window, let place) = hover {
                pointers[device] = Pointer(window: window, place: place)
                under = recognizers(at: place, in: window)
                for recognizer in under where recognizer.isEnabled { recognizer.hover(device, at: place, contact) }
            } else {
                pointers[device] = nil
            }
            for case let recognizer as HoverGestureRecognizer in participants where !under.contains(recognizer) {
                recognizer.hover(device, at: nil, nil)
            }
        }
    }

    func handle(_ scroll: Scroll, of device: InputDevice) {
        guard scroll.delta.isSensible, let pointer = pointers[device], let window = pointer.window else { return }
        walk {
            let pans: [PanGestureRecognizer] = recognizers(at: pointer.place, in: window).filter { $0.wants(scroll) }
            let running = pans.filter { $0.isRecognized && !$0.reported.isTerminal }
            for pan in running.isEmpty ? pans : running {
                pan.scrolled(scroll, at: pointer.place, through: self)
            }
        }
    }

    /// A touchpad's gesture goes to the recognizers that were under the pointer when it began.
    func handle(_ gesture: TouchpadGesture, of device: InputDevice) {
        walk {
            if gesture.phase == .began {
                // The end of the one before may never have come.
                follow(TouchpadGesture(gesture.kind, .cancelled, fingers: gesture.fingers), of: device)
                guard let pointer = pointers[device], let window = pointer.window else { return }
                let under: [GestureRecognizer] = recognizers(at: pointer.place, in: window)
                touchpadFollowers[device] = under.filter { $0.isEnabled && $0.wants(gesture) }
                for recognizer in touchpadFollowers[device] ?? [] {
                    recognizer.openSpan(in: self)
                    recognizer.anchor = pointer.place
                }
            }
            follow(gesture, of: device)
        }
    }

    private func follow(_ gesture: TouchpadGesture, of device: InputDevice) {
        for recognizer in touchpadFollowers[device] ?? [] where recognizer.isEnabled && recognizer.touches.isEmpty {
            // Whoever has just heard of it may have taken this one away.
            let isThere = touchpadFollowers[device]?.contains(recognizer) ?? false
            if isThere, !recognizer.state.isTerminal { recognizer.follow(gesture) }
        }
        if gesture.phase == .ended || gesture.phase == .cancelled {
            touchpadFollowers.removeValue(forKey: device)?.forEach(endFollowing)
            mayReset = true
        }
    }

    /// Takes recognizers away from the touchpads' gestures that they follow.
    func stopFollowing(where isGone: (GestureRecognizer) -> Bool) {
        for (device, followers) in touchpadFollowers where followers.contains(where: isGone) {
            touchpadFollowers[device] = followers.filter { !isGone($0) }
            followers.filter(isGone).forEach(endFollowing)
        }
    }

    private func endFollowing(_ recognizer: GestureRecognizer) {
        recognizer.attempt.closeSpan(at: frameNumber)
        if !recognizer.isParticipating { recognizer.attempt = Attempt() }
    }

    /// Whether a touchpad's gesture goes to a recognizer, and the fingers on it are its own until they are lifted.
    func isAmidTouchpadGesture(_ recognizer: GestureRecognizer) -> Bool {
        touchpadFollowers.values.contains { $0.contains(recognizer) }
    }

    /// The recognizers of one kind on the way from the view at a place to its window.
    private func recognizers<Kind: GestureRecognizer>(at place: Point, in window: Window) -> [Kind] {
        var found: [Kind] = []
        var view = window.hitTest(place, with: nil)
        // Whoever was asked may have taken it out.
        if view?.window !== window { view = nil }
        while let current = view {
            found += current.gestureRecognizers.reversed().compactMap { $0 as? Kind }
            view = current.superview
        }
        return found
    }
}
