nonisolated extension Sequence {
    /// Returns the first result of a transformation that is not nil. The transformation is called once for each element
    /// up to that one.
    ///
    /// `lazy.compactMap(_:).first` calls it twice for the element that it finds, and traps if the second result is nil,
    /// as can happen when the transformation reads a file.
    func firstResult<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self {
            if let result = transform(element) { return result }
        }
        return nil
    }
}
