/// What lets an action be written for the very class of recognizer that it is added to.
public protocol ActionAdding: GestureRecognizer {}

extension GestureRecognizer: ActionAdding {}

extension ActionAdding {
    /// A recognizer with a first action.
    public init(action: @escaping (Self) -> Void) {
        self.init()
        addAction(action)
    }

    /// Adds an action, which runs when the gesture is recognized or, for a continuous one, begins, changes, ends and
    /// is cancelled. Actions run in the order in which they were added.
    ///
    /// - Returns: a token that removes it.
    @discardableResult
    public func addAction(_ action: @escaping (Self) -> Void) -> GestureRecognizer.ActionToken {
        addErasedAction { action($0 as! Self) }
    }
}
