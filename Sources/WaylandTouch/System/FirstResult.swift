nonisolated extension Sequence {
    /// The first result of a transformation that is not nil; each element is asked once, and none after that one.
    ///
    /// `lazy.compactMap(_:).first` asks the element that it finds a second time, and stops the program where the answer is
    /// another one then, as it may be where a file is read.
    func firstResult<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self {
            if let result = transform(element) { return result }
        }
        return nil
    }
}
