/// Counts successive taps for `Touch.tapCount`.
///
/// A touch continues the nearest earlier tap of the same device in the same window that ended soon enough before it and
/// began near enough to it. A tap in the same view takes precedence: if the last tap in that view is too far away, the
/// sequence there is broken, even if a tap in another view is near.
struct TapCounter {
    private struct Tap {
        let device: InputDevice
        let count: Int
        let start: Point
        let end: EventTime
        let group: Int
        /// The first group of touches in the same view that came after this tap.
        var successor: Int?
        weak var view: View?
        weak var window: Window?
    }

    private var taps: [Tap] = []

    /// Returns the tap count of a touch that has just come down.
    mutating func count(_ touch: Touch, settings: GestureSettings) -> Int {
        let group = touch.tapGroup
        taps.removeAll { tap in
            if let limit = settings.multiTapInterval, tap.end.duration(to: touch.startTime) > limit { return true }
            return tap.window === touch.window && tap.device != touch.device
        }
        // Several fingers tapped together, and a later touch continued one of their taps. The other taps end with the
        // next group of touches.
        taps.removeAll { $0.view === touch.view && $0.successor.map { $0 < group } ?? false }
        for index in taps.indices where taps[index].view === touch.view && taps[index].group < group {
            taps[index].successor = group
        }
        let inWindow = taps.indices.filter { taps[$0].window === touch.window }
        let inView = inWindow.filter { taps[$0].view === touch.view && taps[$0].group < group }
        let near = (inView.isEmpty ? inWindow : inView).filter { index in
            let tap = taps[index]
            return tap.end.duration(to: touch.startTime) >= settings.multiTapMinimumInterval
                && settings.multiTapDistance.map { tap.start.distance(to: touch.startPosition) <= $0 } ?? true
        }
        let nearest = near.min {
            taps[$0].start.distance(to: touch.startPosition) < taps[$1].start.distance(to: touch.startPosition)
        }
        guard let nearest else {
            taps.removeAll { $0.view === touch.view && $0.group < group }
            return 1
        }
        let continued = taps[nearest]
        if continued.view === touch.view { taps.remove(at: nearest) }
        return continued.count + 1
    }

    /// Counts a lifted touch as a tap, unless it moved too far or stayed down too long.
    mutating func ended(_ touch: Touch, settings: GestureSettings) {
        let duration = touch.startTime.duration(to: touch.timestamp)
        guard touch.tapCount > 0, settings.tapMaximumDuration.map({ duration <= $0 }) ?? true else { return }
        taps.append(
            Tap(
                device: touch.device, count: touch.tapCount, start: touch.startPosition, end: touch.timestamp,
                group: touch.tapGroup, view: touch.view, window: touch.window))
    }
}
