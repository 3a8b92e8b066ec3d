@testable import TouchKit

/// What a tap counts, told once more, from the words in which it is documented: a touch continues the nearest earlier
/// tap of the same device in the same window that was lifted soon enough, and not too soon, before it and had begun
/// near enough to it. What was cancelled, strayed or was held too long is no tap. The last tap of the same view comes
/// first. Another device's touch in the window ends the wait for more.
///
/// It remembers everything that has ever happened and looks through it anew for each touch.
final class TapReference {
    private struct Past {
        let touch: Touch
        let window: Window
        let count: Int
        let start: Point
        let began: EventTime
        var hasStrayed = false
        /// When it was lifted, if it was.
        var lifted: EventTime?
        /// Whether another device's touch has come down in the window since.
        var isOvertaken = false
    }

    /// Whether fingers have come one at a time only, so that there is just one right count.
    var isExact = true
    private let settings: GestureSettings
    private var past: [Past] = []

    init(_ settings: GestureSettings) { self.settings = settings }

    /// Checks the counts of the touches that come down with an event that a window is about to see.
    func check(_ event: TouchEvent, in window: Window, fault: (String) -> Void) {
        let known = Set(past.map(\.touch))
        // `changes` is in the order of the device.
        let new = event.changes.list.filter { $0.window === window && !known.contains($0) }
        for touch in new {
            if new.count > 1 || event.allTouches.contains(where: { $0 !== touch && $0.isDown }) { isExact = false }
            for index in past.indices where past[index].window === window && past[index].lifted != nil {
                if past[index].touch.device != touch.device { past[index].isOvertaken = true }
            }
            let possible = counts(touch, window)
            if !possible.contains(touch.tapCount) { fault("wrong count: \(touch), possible \(possible.sorted())") }
            past.append(
                Past(
                    touch: touch, window: window, count: touch.tapCount, start: touch.startLocation(in: nil),
                    began: touch.timestamp))
        }
    }

    /// Notes what has become of touches in an event that a window has seen.
    func note(_ event: TouchEvent, in window: Window) {
        for index in past.indices where past[index].window === window && past[index].lifted == nil {
            let touch = past[index].touch
            if let limit = settings.tapAllowableMovement {
                for sample in event.coalescedTouches(for: touch) ?? []
                where past[index].start.distance(to: sample.position) > limit { past[index].hasStrayed = true }
            }
            if touch.phase == .ended { past[index].lifted = touch.timestamp }
        }
    }

    /// What a touch that has come down may count.
    private func counts(_ touch: Touch, _ window: Window) -> Set<Int> {
        let recent = past.filter { tap in
            tap.window === window && tap.touch.device == touch.device && !tap.isOvertaken && isTap(tap)
                && isFresh(tap, touch)
        }
        let near = recent.filter { continues($0, touch) }
        guard isExact else { return Set([1] + near.map { $0.count + 1 }) }
        // In each view the last touch alone can be continued.
        let last = recent.filter { tap in
            past.last { $0.touch.view === tap.touch.view && $0.window === window }?.touch === tap.touch
        }
        let own = last.filter { $0.touch.view === touch.view }
        let best = (own.isEmpty ? last : own).filter { continues($0, touch) }.min {
            $0.start.distance(to: touch.startLocation(in: nil)) < $1.start.distance(to: touch.startLocation(in: nil))
        }
        return [(best?.count ?? 0) + 1]
    }

    private func isTap(_ past: Past) -> Bool {
        guard let lifted = past.lifted, !past.hasStrayed else { return false }
        return settings.tapMaximumDuration.map { past.began.duration(to: lifted) <= $0 } ?? true
    }

    /// Whether the interval after a tap is not over.
    private func isFresh(_ tap: Past, _ touch: Touch) -> Bool {
        settings.multiTapInterval.map { (tap.lifted ?? tap.began).duration(to: touch.timestamp) <= $0 } ?? true
    }

    private func continues(_ tap: Past, _ touch: Touch) -> Bool {
        (tap.lifted ?? tap.began).duration(to: touch.timestamp) >= settings.multiTapMinimumInterval
            && settings.multiTapDistance.map { tap.start.distance(to: touch.startLocation(in: nil)) <= $0 } ?? true
    }
}
