/// A change of the keys of one keyboard, on its way to the window that has the keyboard's focus. A code names a key of the
/// keyboard and means nothing else.
package enum KeyChange {
    /// A key was pressed. The modifiers of that moment have determined what it means.
    case pressed(code: UInt32, Key, repeats: Bool)
    /// A key that is held repeats, where the repeats are recorded and not timed.
    case repeated(code: UInt32)
    /// A key was released.
    case released(code: UInt32)
    /// A key that is held is taken away.
    case cancelled(code: UInt32)
    /// All keys that are held are taken away: the keyboard has lost its focus, or is gone.
    case allCancelled
}
