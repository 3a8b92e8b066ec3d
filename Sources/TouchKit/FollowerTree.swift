/// The followers of a touch in their order, for the walk along them that each move takes.
///
/// A walk along an array keeps each recognizer alive during its turn, which costs more than the turn itself; what a
/// constant of a living object refers to is alive anyway. It is a tree and no list, so that no walk goes deep.
final class FollowerTree {
    private let before: FollowerTree?
    private let recognizer: GestureRecognizer
    private let after: FollowerTree?

    init?(_ recognizers: ArraySlice<GestureRecognizer>) {
        guard !recognizers.isEmpty else { return nil }
        let middle = recognizers.startIndex + recognizers.count / 2
        before = FollowerTree(recognizers[..<middle])
        recognizer = recognizers[middle]
        after = FollowerTree(recognizers[(middle + 1)...])
    }

    // It minds not where the last one lets go of it, and to look that up takes longer.
    nonisolated deinit {}

    /// Hands a group of touches to each.
    func feed(_ group: TouchGroup, _ event: TouchEvent, _ phase: Touch.Phase, in dispatcher: TouchDispatcher) {
        before?.feed(group, event, phase, in: dispatcher)
        recognizer.receive(group, event, phase, in: dispatcher)
        after?.feed(group, event, phase, in: dispatcher)
    }
}
