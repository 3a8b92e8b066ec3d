extension [Touch] {
    /// Where they are on average, in their window's coordinates; nil where there are none.
    var centroid: Point? {
        guard !isEmpty else { return nil }
        var sum = Point.zero
        for touch in self { sum = sum + touch.position }
        return sum * (1 / Double(count))
    }
}
