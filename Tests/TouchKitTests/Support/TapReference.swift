@testable import TouchKit

/// A second implementation of tap counts, written from the documentation. A touch continues the nearest earlier tap of
/// the same device in the same window that was lifted within the interval, but not too soon, before the touch, and that
/// had begun near enough to it. A touch that was cancelled, moved too far or was held too long is not a tap. The last
/// tap of the same view is considered first. A touch of another device in the window breaks the sequence.
///
/// It keeps all touches and searches them for each new one.
final class TapReference {
    private struct Past {
        let touch: Touch
        let window: Window
        let count: Int
        let start: Point
        let began: EventTime
        var hasStrayed = false
        /// The time of the lift; nil if the touch is down.
        var lifted: EventTime?
        /// Whether a touch of another device has come down in the window since.
        var isOvertaken = false
    }

    /// Whether there was never more than one finger at a time, so that exactly one count is correct.
    var isExact = true
    private let settings: GestureSettings
    private var past: [Past] = []

    init(_ settings: GestureSettings) { self.settings = settings }

    /// Checks the tap counts of the touches that begin with an event, before the window handles it.
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

    /// Notes the changes of touches in an event that the window has handled.
    func note(_ event: TouchEvent, in window: Window) {
        for index in past.indices where past[index].window === window && past[index].lifted == nil {
            let touch = past[index].touch
            if let limit = settings.tapAllowableMovement {
                for sample in event.coalescedTouches(for: touch) ?? []
                where past[index].start.distance(to: sample.location(in: nil)) > limit { past[index].hasStrayed = true }
            }
            if touch.phase == .ended { past[index].lifted = touch.timestamp }
        }
    }

    /// Returns the tap counts that are correct for a touch that has begun.
    private func counts(_ touch: Touch, _ window: Window) -> Set<Int> {
        let recent = past.filter { tap in
            tap.window === window && tap.touch.device == touch.device && !tap.isOvertaken && isTap(tap)
                && isFresh(tap, touch)
        }
        let near = recent.filter { continues($0, touch) }
        guard isExact else { return Set([1] + near.map { $0.count + 1 }) }
        // Only the last touch of each view can be continued.
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

    /// Returns whether a time lies within the interval after a tap.
    private func isFresh(_ tap: Past, _ touch: Touch) -> Bool {
        settings.multiTapInterval.map { (tap.lifted ?? tap.began).duration(to: touch.timestamp) <= $0 } ?? true
    }

    private func continues(_ tap: Past, _ touch: Touch) -> Bool {
        (tap.lifted ?? tap.began).duration(to: touch.timestamp) >= settings.multiTapMinimumInterval
            && settings.multiTapDistance.map { tap.start.distance(to: touch.startLocation(in: nil)) <= $0 } ?? true
    }
}
