/// Gives each class of recognizer actions whose argument has that class. Every recognizer conforms; other types do not
/// need it.
public protocol ActionAdding: GestureRecognizer {}

extension GestureRecognizer: ActionAdding {}

extension ActionAdding {
    /// Creates a recognizer with one action.
    public init(action: @escaping (Self) -> Void) {
        self.init()
        addAction(action)
    }

    /// Adds an action. The action runs when a discrete gesture is recognized, and when a continuous gesture begins,
    /// changes, ends or is cancelled. Actions run in the order in which they were added. The recognizer keeps the
    /// action, so an action that uses the recognizer's owner should capture it weakly or unowned.
    ///
    /// - Returns: A token for ``GestureRecognizer/removeAction(_:)``.
    @discardableResult
    public func addAction(_ action: @escaping (Self) -> Void) -> GestureRecognizer.ActionToken {
        addErasedAction { action($0 as! Self) }
    }
}
