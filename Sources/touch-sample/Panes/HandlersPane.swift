import TouchKit

/// Tells single taps from double taps the classic way: with overridden touch methods, `tapCount`, and a single-tap
/// action that is delayed until no second tap can follow.
///
/// The recipe usually shown cancels the delayed action when the second tap *ends*, so that a slow second tap gives a
/// single tap and a double tap. This pane cancels it when the second tap *begins*. If the second tap then fails (it is
/// dragged, held, cancelled, or joined by another finger), the pane reports the first one as a single tap.
final class HandlersPane: TapPane {
    /// Called when the gesture under way turns out not to be a tap.
    var onFailure: (FailureReason) -> Void = { _ in }

    private enum Progress {
        /// No tap is under way.
        case idle
        /// The finger of a first tap is down.
        case first(began: EventTime)
        /// The first tap has ended; the single-tap action is delayed.
        case delayed(first: Point, DelayedPerform)
        /// The finger of a second tap is down; if it is held too long, the first tap is reported as a single one.
        case second(first: Point, tooLong: DelayedPerform?)
        /// The gesture is not a tap; the pane ignores it until all fingers are up.
        case failed
    }

    private var progress = Progress.idle { didSet { setNeedsDisplay() } }
    private var fingers: Set<Touch> = []
    private var settings: GestureSettings { window?.dispatcher.settings ?? GestureSettings() }

    init() {
        super.init(
            title: "Touch handlers",
            recipe: "touchesEnded delays the single tap; a second tap that begins in time cancels it.")
    }

    /// The state of the decision, as the inspector's lane shows it, and the time at which it changes by itself.
    var decision: (state: LaneState, deadline: EventTime?) {
        switch progress {
        case .idle: (.idle, nil)
        case .first(let began): (.possible, settings.tapMaximumDuration.map { began.advanced(by: $0) })
        case .delayed(_, let perform): (.waiting(for: "a second tap"), perform.due)
        case .second(_, let tooLong): (.possible, tooLong?.due)
        case .failed: (.over, nil)
        }
    }

    override var waiting: Waiting? {
        switch progress {
        case .delayed(_, let perform): Waiting(text: "waits for a second tap", until: perform.due)
        case .second: Waiting(text: "second tap under way", until: nil)
        case .idle, .first, .failed: nil
        }
    }

    override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        for touch in touches.sorted(by: { $0.id < $1.id }) {
            fingers.insert(touch)
            begin(touch)
        }
    }

    override func touchesMoved(_ touches: Set<Touch>, with event: TouchEvent) {
        guard let touch = touches.first(where: { $0.tapCount == 0 }) else { return }
        let points = event.coalescedTouches(for: touch)?.map { $0.location(in: nil) } ?? [touch.location(in: nil)]
        let displacement = points.map { touch.startLocation(in: nil).distance(to: $0) }.max() ?? 0
        fail(.movedTooFar(measured: displacement, allowed: settings.tapAllowableMovement ?? .infinity))
    }

    override func touchesEnded(_ touches: Set<Touch>, with event: TouchEvent) {
        fingers.subtract(touches)
        switch progress {
        case .first(let began):
            guard let touch = touches.first else { return }
            let held = began.duration(to: touch.timestamp)
            if let limit = settings.tapMaximumDuration, held > limit {
                onFailure(.heldTooLong(measured: held, allowed: limit))
                progress = .idle
            } else {
                delay(touch.startLocation(in: nil))
            }
        case .second(let first, let tooLong):
            tooLong?.cancel()
            report(2, at: first)
            progress = .idle
        case .failed where fingers.isEmpty: progress = .idle
        case .idle, .delayed, .failed: break
        }
    }

    override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        fingers.subtract(touches)
        fail(.cancelledByCompositor)
    }

    private func begin(_ touch: Touch) {
        switch progress {
        case .idle: progress = .first(began: touch.timestamp)
        case .delayed(let first, let perform):
            perform.cancel()
            if touch.tapCount > 1 {
                let tooLong = settings.tapMaximumDuration.map { limit in
                    self.perform(after: limit) { [unowned self] in
                        fail(.heldTooLong(measured: limit, allowed: limit))
                    }
                }
                progress = .second(first: first, tooLong: tooLong)
            } else {
                // The touch is too far away to be the second tap, so the first one is a single tap.
                report(1, at: first)
                progress = .first(began: touch.timestamp)
            }
        case .first, .second: fail(.tooManyTouches(measured: fingers.count, allowed: 1))
        case .failed: break
        }
    }

    /// Delays the report of a first tap until no second tap can follow.
    private func delay(_ first: Point) {
        guard let interval = settings.multiTapInterval else { return progress = .idle }
        let perform = perform(after: interval) { [unowned self] in
            report(1, at: first)
            progress = .idle
        }
        progress = .delayed(first: first, perform)
    }

    /// Ends the gesture under way, which is not a tap, and reports a first tap before it as a single one.
    private func fail(_ reason: FailureReason) {
        if case .first = progress { onFailure(reason) }
        if case .second(let first, let tooLong) = progress {
            tooLong?.cancel()
            onFailure(reason)
            report(1, at: first)
        }
        if case .delayed = progress { return }
        progress = fingers.isEmpty ? .idle : .failed
    }

    private func report(_ count: Int, at location: Point) {
        guard let now = window?.dispatcher.now else { return }
        report(TapVerdict(count: count, way: .handlers, view: identifier ?? "", location: location, time: now))
    }
}
