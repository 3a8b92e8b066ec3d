/// Hands a dispatcher the input that a host has read, in the order of time, and lets time pass in the same order.
///
/// A turn of a host's loop has three steps. The host reads until nothing is left, and adds each frame and each change of
/// keys. ``handleInputs()`` then delivers them: the earliest first, and before each the repeats of keys and the deadlines
/// that are earlier. ``advance(to:)`` finally lets the repeats and deadlines pass up to the moment at which nothing was
/// left to read. A program that was busy therefore comes to the same decisions as one that was not, and a replay comes
/// to those of the program that was recorded.
@MainActor package final class Turn {
    private enum Input {
        case frame(InputFrame)
        case keys(KeyChange, Window, HeldKeys)
    }

    /// Receives the input.
    package let dispatcher: TouchDispatcher
    private var inputs = TimeOrder<Input>()
    /// The moves that are frames of their own, apart from other input because they are plain values.
    private var moves = TimeOrder<TouchMove>()
    /// The number of inputs that were added.
    private var count = 0
    /// The keyboards of which a key repeats. Reassigned, never changed in place, so that the compiler can leave out
    /// exclusivity checks.
    private var repeating: [HeldKeys] = []
    /// Whether input is being delivered, or time is passing.
    private var isHandling = false

    /// Creates the turn of a loop that serves one dispatcher.
    package init(_ dispatcher: TouchDispatcher) { self.dispatcher = dispatcher }

    // MARK: Reading

    /// Adds a frame.
    package func add(_ frame: InputFrame) { inputs.add(.frame(frame), at: nextPlace(frame.time)) }

    /// Adds a move that is a frame of its own.
    package func add(_ move: TouchMove) { moves.add(move, at: nextPlace(move.time)) }

    /// Adds the frames that an event has completed.
    package func add(_ frames: CompletedFrames) { for frame in frames { add(frame) } }

    /// Adds a change of the keys of a keyboard that has its focus in a window.
    package func add(_ change: KeyChange, in window: Window, of keys: HeldKeys, at time: EventTime) {
        inputs.add(.keys(change, window, keys), at: nextPlace(time))
    }

    private func nextPlace(_ time: EventTime) -> TimePlace {
        count += 1
        return TimePlace(time: time, number: count)
    }

    /// Drops the input that waits for a window, which is being closed: touches that begin in it, and changes of keys.
    package func forget(_ window: Window) {
        inputs.replaceAll { input in
            switch input {
            case .frame(let frame): .frame(frame.with(frame.samples.filter { !$0.begins(in: window) }))
            case .keys(_, let other, _): other === window ? nil : input
            }
        }
    }

    // MARK: Time

    /// Delivers all input that has been added. This and the methods below do nothing when a handler calls them: the call
    /// that is running goes on to deliver the rest in its order.
    package func handleInputs() { handleInputs {} }

    /// Delivers all input, and then lets everything happen that is due up to and including a time.
    package func advance(to time: EventTime) {
        handleInputs {
            repeatKeys(dueAt: time)
            dispatcher.advance(to: time)
        }
    }

    /// Delivers all input, and then lets everything happen that is due before a time, at which more input may follow.
    package func advance(before time: EventTime) {
        handleInputs {
            repeatKeys(dueAt: time.justBefore)
            dispatcher.advance(before: time)
        }
    }

    private func handleInputs(andThen passTime: () -> Void) {
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        while handleFirst() {}
        dispatcher.tellOfMoves()
        passTime()
    }

    /// Delivers the earliest input. Returns false if there is none.
    private func handleFirst() -> Bool {
        let other = inputs.first
        if let first = moves.first, other.map({ first < $0 }) ?? true, let move = moves.takeFirst() {
            repeatKeys(dueAt: first.time.justBefore)
            dispatcher.take(move)
            return true
        }
        guard let other, let input = inputs.takeFirst() else { return false }
        repeatKeys(dueAt: other.time.justBefore)
        switch input {
        case .frame(let frame): dispatcher.take(frame)
        case .keys(let change, let window, let keys):
            keys.handle(change, in: window, at: other.time)
            if keys.nextRepeat != nil, !repeating.contains(where: { $0 === keys }) { repeating = repeating + [keys] }
        }
        return true
    }

    /// The next time at which something happens without input: a deadline passes or a key repeats.
    package var nextDeadline: EventTime? {
        let deadline = dispatcher.nextDeadline
        guard let due = keyboardToRepeat?.nextRepeat else { return deadline }
        return min(deadline ?? due, due)
    }

    private func repeatKeys(dueAt limit: EventTime) {
        while let keys = keyboardToRepeat, let due = keys.nextRepeat, due <= limit { keys.repeatKey(dueAt: limit) }
    }

    /// The keyboard whose key repeats next. None does while the dispatcher holds input back, which comes first.
    private var keyboardToRepeat: HeldKeys? {
        guard !repeating.isEmpty, !dispatcher.isHoldingInput else { return nil }
        repeating = repeating.filter { $0.nextRepeat != nil }
        return repeating.min { one, other in
            guard let first = one.nextRepeat, let second = other.nextRepeat else { return false }
            return first < second
        }
    }
}

extension EventTime {
    /// The last instant before this one.
    fileprivate var justBefore: EventTime { EventTime(nanoseconds: max(nanoseconds, .min + 1) - 1) }
}
