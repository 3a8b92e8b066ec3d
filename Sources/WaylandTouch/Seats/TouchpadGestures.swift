import TouchKit
import Wayland

/// The touchpad gestures that the compositor recognizes for a `wl_pointer`, from `zwp_pointer_gestures_v1`.
final class TouchpadGestures {
    /// Called with each report and the time stamp of its event in milliseconds; nil if no event caused the report.
    var report: (TouchpadGesture, UInt32?) -> Void = { _, _ in }

    private let swipe: ZwpPointerGestureSwipeV1
    private let pinch: ZwpPointerGesturePinchV1
    private let hold: ZwpPointerGestureHoldV1?
    private let context: SeatContext
    private var swipes = TouchpadGestureState(.swipe)
    private var pinches = TouchpadGestureState(.pinch)
    private var holds = TouchpadGestureState(.hold)

    /// Creates the gesture objects of a pointer.
    init(_ gestures: ZwpPointerGesturesV1, of pointer: WlPointer, context: SeatContext) {
        swipe = gestures.getSwipeGesture(pointer: pointer)
        pinch = gestures.getPinchGesture(pointer: pointer)
        hold = gestures.version >= 3 ? gestures.getHoldGesture(pointer: pointer) : nil
        self.context = context
        swipe.onEvent = { [weak self] event in self?.handle(event) }
        pinch.onEvent = { [weak self] event in self?.handle(event) }
        hold?.onEvent = { [weak self] event in self?.handle(event) }
    }

    private func handle(_ event: ZwpPointerGestureSwipeV1.Event) {
        switch event {
        case .begin(_, let stamp, let surface, let fingers):
            send(swipes.begin(fingers: fingers, isOurs: isOurs(surface)), stamp, "swipe")
        case .update(let stamp, let dx, let dy):
            send(swipes.update(by: Point(x: dx, y: dy)), stamp, "swipe")
        case .end(_, let stamp, let cancelled):
            send(swipes.end(isCancelled: cancelled != 0), stamp, "swipe")
        }
    }

    private func handle(_ event: ZwpPointerGesturePinchV1.Event) {
        switch event {
        case .begin(_, let stamp, let surface, let fingers):
            send(pinches.begin(fingers: fingers, isOurs: isOurs(surface)), stamp, "pinch")
        case .update(let stamp, let dx, let dy, let scale, let rotation):
            send(pinches.update(by: Point(x: dx, y: dy), scale: scale, degrees: rotation), stamp, "pinch")
        case .end(_, let stamp, let cancelled):
            send(pinches.end(isCancelled: cancelled != 0), stamp, "pinch")
        }
    }

    private func handle(_ event: ZwpPointerGestureHoldV1.Event) {
        switch event {
        case .begin(_, let stamp, let surface, let fingers):
            send(holds.begin(fingers: fingers, isOurs: isOurs(surface)), stamp, "hold")
        case .end(_, let stamp, let cancelled):
            send(holds.end(isCancelled: cancelled != 0), stamp, "hold")
        }
    }

    private func isOurs(_ surface: WlSurface?) -> Bool { context.surfaces.window(on: surface) != nil }

    private func send(_ reports: [TouchpadGesture]?, _ stamp: UInt32?, _ name: String) {
        guard let reports else {
            return context.notice("zwp_pointer_gesture_\(name)_v1 without a begin: ignored")
        }
        for gesture in reports { report(gesture, stamp) }
    }

    /// Cancels all gestures, as when the pointer leaves the window.
    func lose() {
        send(swipes.lose() + pinches.lose() + holds.lose(), nil, "")
    }

    /// Destroys the objects. Call it before the pointer is released.
    func destroy() {
        swipe.destroy()
        pinch.destroy()
        hold?.destroy()
    }
}
