import TouchKit
import Wayland

/// A touchpad's gesture, as one gesture object of a pointer tells of it. A value: each event returns what is to be
/// reported of it.
struct TouchpadGestureState {
    private enum Stage {
        /// None is made.
        case idle
        /// One is made over a window of ours.
        case running(fingers: Int, scale: Double)
        /// One is made, of which nobody hears: over a surface of others, or where the pointer has gone meanwhile.
        case unheard
    }

    /// What the fingers do.
    let kind: TouchpadGesture.Kind
    private var stage = Stage.idle

    init(_ kind: TouchpadGesture.Kind) { self.kind = kind }

    /// One begins; the one before it, if that has not ended, is taken back.
    ///
    /// - Parameter isOurs: whether it is made over a window of ours.
    mutating func begin(fingers: UInt32, isOurs: Bool) -> [TouchpadGesture] {
        let lost = lose()
        guard isOurs else {
            stage = .unheard
            return lost
        }
        let count = Int(min(fingers, 100))
        stage = .running(fingers: count, scale: 1)
        return lost + [TouchpadGesture(kind, .began, fingers: count)]
    }

    /// It has changed; nil where none has begun.
    ///
    /// - Parameters:
    ///   - scale: how far the fingers are apart, compared with the beginning; a number that is none counts as the last.
    ///   - degrees: how far they have turned since the last report, clockwise.
    mutating func update(by delta: Point, scale: Double = 1, degrees: Double = 0) -> [TouchpadGesture]? {
        switch stage {
        case .idle: return nil
        case .unheard: return []
        case .running(let fingers, let last):
            let scale = scale > 0 ? scale : last
            stage = .running(fingers: fingers, scale: scale)
            return [
                TouchpadGesture(
                    kind, .changed, fingers: fingers, delta: delta, scale: scale, rotation: degrees * .pi / 180)
            ]
        }
    }

    /// It ends; nil where none has begun.
    mutating func end(isCancelled: Bool) -> [TouchpadGesture]? {
        defer { stage = .idle }
        switch stage {
        case .idle: return nil
        case .unheard: return []
        case .running(let fingers, let scale):
            return [TouchpadGesture(kind, isCancelled ? .cancelled : .ended, fingers: fingers, scale: scale)]
        }
    }

    /// The pointer, or its window, has gone: nobody hears of the rest.
    mutating func lose() -> [TouchpadGesture] {
        guard case .running(let fingers, let scale) = stage else { return [] }
        stage = .unheard
        return [TouchpadGesture(kind, .cancelled, fingers: fingers, scale: scale)]
    }
}

/// What the touchpad of a `wl_pointer` recognizes by itself, from `zwp_pointer_gestures_v1`.
final class TouchpadGestures {
    /// Hears of each report, and of its stamp in milliseconds; nil where the compositor has sent nothing.
    var report: (TouchpadGesture, UInt32?) -> Void = { _, _ in }

    private let swipe: ZwpPointerGestureSwipeV1
    private let pinch: ZwpPointerGesturePinchV1
    private let hold: ZwpPointerGestureHoldV1?
    private let queue: InputQueue
    private var swipes = TouchpadGestureState(.swipe)
    private var pinches = TouchpadGestureState(.pinch)
    private var holds = TouchpadGestureState(.hold)

    /// Listens to the gestures of a pointer.
    init(_ gestures: ZwpPointerGesturesV1, of pointer: WlPointer, queue: InputQueue) {
        swipe = gestures.getSwipeGesture(pointer: pointer)
        pinch = gestures.getPinchGesture(pointer: pointer)
        hold = gestures.version >= 3 ? gestures.getHoldGesture(pointer: pointer) : nil
        self.queue = queue
        swipe.onEvent = { [weak self] event in self?.hear(event) }
        pinch.onEvent = { [weak self] event in self?.hear(event) }
        hold?.onEvent = { [weak self] event in self?.hear(event) }
    }

    private func hear(_ event: ZwpPointerGestureSwipeV1.Event) {
        switch event {
        case .begin(_, let stamp, let surface, let fingers):
            send(swipes.begin(fingers: fingers, isOurs: isOurs(surface)), stamp, "swipe")
        case .update(let stamp, let dx, let dy):
            send(swipes.update(by: Point(x: dx, y: dy)), stamp, "swipe")
        case .end(_, let stamp, let cancelled):
            send(swipes.end(isCancelled: cancelled != 0), stamp, "swipe")
        }
    }

    private func hear(_ event: ZwpPointerGesturePinchV1.Event) {
        switch event {
        case .begin(_, let stamp, let surface, let fingers):
            send(pinches.begin(fingers: fingers, isOurs: isOurs(surface)), stamp, "pinch")
        case .update(let stamp, let dx, let dy, let scale, let rotation):
            send(pinches.update(by: Point(x: dx, y: dy), scale: scale, degrees: rotation), stamp, "pinch")
        case .end(_, let stamp, let cancelled):
            send(pinches.end(isCancelled: cancelled != 0), stamp, "pinch")
        }
    }

    private func hear(_ event: ZwpPointerGestureHoldV1.Event) {
        switch event {
        case .begin(_, let stamp, let surface, let fingers):
            send(holds.begin(fingers: fingers, isOurs: isOurs(surface)), stamp, "hold")
        case .end(_, let stamp, let cancelled):
            send(holds.end(isCancelled: cancelled != 0), stamp, "hold")
        }
    }

    private func isOurs(_ surface: WlSurface?) -> Bool { queue.windowOfSurface(surface) != nil }

    private func send(_ reports: [TouchpadGesture]?, _ stamp: UInt32?, _ name: String) {
        guard let reports else {
            return queue.notice("zwp_pointer_gesture_\(name)_v1 without a begin: ignored")
        }
        for gesture in reports { report(gesture, stamp) }
    }

    /// The pointer, or its window, has gone.
    func lose() {
        send(swipes.lose() + pinches.lose() + holds.lose(), nil, "")
    }

    /// Ends it, before its pointer is released.
    func destroy() {
        swipe.destroy()
        pinch.destroy()
        hold?.destroy()
    }
}
