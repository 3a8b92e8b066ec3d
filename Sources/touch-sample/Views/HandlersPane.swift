import TouchKit

/// Tells single from double taps the classic way: overridden touch methods, `tapCount`, and a single-tap action that
/// is put off until no second tap can come.
///
/// The recipe that is often shown cancels the put-off action when the second tap *ends*; a slow second tap then gives
/// a single and a double. Here it is cancelled when the second tap *begins*, and a second tap that comes to nothing
/// (it was dragged, held, cancelled or joined by another finger) gives the single back.
final class HandlersPane: TapPane {
    /// Called when what was being made turned out to be no tap.
    var onFailure: (FailureReason) -> Void = { _ in }

    private enum Progress {
        /// No tap.
        case idle
        /// The first tap is being made.
        case first(began: EventTime)
        /// The first tap was made; the single-tap action waits for its time.
        case put(off: Point, DelayedPerform)
        /// The second tap is being made; if it is held too long the single is given back.
        case second(first: Point, tooLong: DelayedPerform?)
        /// Whatever this is, it is no tap; wait until all fingers are up.
        case spoiled
    }

    private var progress = Progress.idle { didSet { setNeedsDisplay() } }
    private var fingers: Set<Touch> = []
    private var settings: GestureSettings { window?.dispatcher.settings ?? GestureSettings() }

    init() {
        super.init(
            title: "Touch handlers",
            recipe: "touchesEnded puts the single tap off; a second tap that begins in time cancels it.")
    }

    /// Where its decision stands, as a lane shows it.
    var decision: (state: LaneState, deadline: EventTime?) {
        switch progress {
        case .idle: (.idle, nil)
        case .first(let began): (.possible, settings.tapMaximumDuration.map { began.advanced(by: $0) })
        case .put(_, let perform): (.waiting(for: "a second tap"), perform.due)
        case .second(_, let tooLong): (.possible, tooLong?.due)
        case .spoiled: (.over, nil)
        }
    }

    override var waiting: Waiting? {
        switch progress {
        case .put(_, let perform): Waiting(what: "waiting for a second tap", until: perform.due)
        case .second: Waiting(what: "a second tap is being made", until: nil)
        case .idle, .first, .spoiled: nil
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
        let places = event.coalescedTouches(for: touch)?.map(\.position) ?? [touch.location(in: nil)]
        let strayed = places.map { touch.startLocation(in: nil).distance(to: $0) }.max() ?? 0
        spoil(.movedTooFar(measured: strayed, allowed: settings.tapAllowableMovement ?? .infinity))
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
                putOff(touch.startLocation(in: nil))
            }
        case .second(let first, let tooLong):
            tooLong?.cancel()
            report(2, at: first)
            progress = .idle
        case .spoiled where fingers.isEmpty: progress = .idle
        case .idle, .put, .spoiled: break
        }
    }

    override func touchesCancelled(_ touches: Set<Touch>, with event: TouchEvent) {
        fingers.subtract(touches)
        spoil(.cancelledByCompositor)
    }

    private func begin(_ touch: Touch) {
        switch progress {
        case .idle: progress = .first(began: touch.timestamp)
        case .put(let place, let perform):
            perform.cancel()
            if touch.tapCount > 1 {
                let tooLong = settings.tapMaximumDuration.map { limit in
                    self.perform(after: limit) { [unowned self] in
                        spoil(.heldTooLong(measured: limit, allowed: limit))
                    }
                }
                progress = .second(first: place, tooLong: tooLong)
            } else {
                // It is too far to be the second one, so the first stands alone.
                report(1, at: place)
                progress = .first(began: touch.timestamp)
            }
        case .first, .second: spoil(.tooManyTouches(measured: fingers.count, allowed: 1))
        case .spoiled: break
        }
    }

    private func putOff(_ place: Point) {
        guard let interval = settings.multiTapInterval else { return progress = .idle }
        let perform = perform(after: interval) { [unowned self] in
            report(1, at: place)
            progress = .idle
        }
        progress = .put(off: place, perform)
    }

    /// What is being made is no tap; a first one that waits for it is given back.
    private func spoil(_ reason: FailureReason) {
        if case .first = progress { onFailure(reason) }
        if case .second(let first, let tooLong) = progress {
            tooLong?.cancel()
            onFailure(reason)
            report(1, at: first)
        }
        if case .put = progress { return }
        progress = fingers.isEmpty ? .idle : .spoiled
    }

    private func report(_ count: Int, at place: Point) {
        guard let now = window?.dispatcher.now else { return }
        report(TapVerdict(count: count, way: .handlers, view: identifier ?? "", location: place, time: now))
    }
}
