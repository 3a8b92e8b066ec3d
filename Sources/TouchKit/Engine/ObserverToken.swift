/// Names an observer so that it can be removed.
public nonisolated struct ObserverToken: Hashable, Sendable {
    let number: Int
}
