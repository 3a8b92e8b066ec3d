/// Counts the taps that follow one another: `Touch.tapCount`.
///
/// A touch continues the nearest earlier tap of the same device in the same window that ended soon enough before it
/// and began near enough to it. A tap of the same view comes first: where that view's last tap is too far, the
/// sequence there is broken, whatever lies near in other views.
struct TapCounter {
    private struct Tap {
        let device: InputDevice
        let count: Int
        let start: Point
        let end: EventTime
        let group: Int
        /// The first group of touches of the same view that came after it.
        var successor: Int?
        weak var view: View?
        weak var window: Window?
    }

    private var taps: [Tap] = []

    /// The count of a touch that has just come down.
    mutating func count(_ touch: Touch, settings: GestureSettings) -> Int {
        let group = touch.tapGroup
        taps.removeAll { tap in
            if let limit = settings.multiTapInterval, tap.end.duration(to: touch.startTime) > limit { return true }
            return tap.window === touch.window && tap.device != touch.device
        }
        // Of several fingers' taps one was continued; with what came next the others are over too.
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

    /// A touch was lifted; it counts as a tap unless it strayed or stayed too long.
    mutating func ended(_ touch: Touch, settings: GestureSettings) {
        let duration = touch.startTime.duration(to: touch.timestamp)
        guard touch.tapCount > 0, settings.tapMaximumDuration.map({ duration <= $0 }) ?? true else { return }
        taps.append(
            Tap(
                device: touch.device, count: touch.tapCount, start: touch.startPosition, end: touch.timestamp,
                group: touch.tapGroup, view: touch.view, window: touch.window))
    }
}
