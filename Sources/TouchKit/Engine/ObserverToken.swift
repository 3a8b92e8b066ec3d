/// Identifies an observer for ``TouchDispatcher/removeObserver(_:)``.
public nonisolated struct ObserverToken: Hashable, Sendable {
    let number: Int
}
