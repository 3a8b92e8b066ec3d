extension [Touch] {
    /// The mean position of the touches, in their window's coordinates; nil for an empty array.
    var centroid: Point? {
        guard !isEmpty else { return nil }
        var sum = Point.zero
        for touch in self { sum = sum + touch.position }
        return sum * (1 / Double(count))
    }
}
