/// Recognizes a drag that begins at an edge of the window and moves inward. Only the first finger counts; later ones
/// are ignored.
public final class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
    /// The edges at which the drag may begin. Default none, so a program has to set it.
    public var edges: RectEdge = []

    /// Edges of a rectangle.
    public nonisolated struct RectEdge: OptionSet, Hashable, Sendable {
        /// One bit for each edge.
        public let rawValue: UInt8
        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The top edge.
        public static let top = RectEdge(rawValue: 1)
        /// The left edge.
        public static let left = RectEdge(rawValue: 2)
        /// The bottom edge.
        public static let bottom = RectEdge(rawValue: 4)
        /// The right edge.
        public static let right = RectEdge(rawValue: 8)
        /// All four edges.
        public static let all: RectEdge = [.top, .left, .bottom, .right]
    }

    /// The cosine of the largest angle between the drag and the inward normal of its edge: 77.5°, half of the 155° that
    /// were measured in UIKit.
    private static let smallestCosine = 0.216_439_613_938

    /// The inward normals of the edges at which the finger came down.
    private var inward: [Point] = []

    /// Accepts the first finger, or fails if it did not come down at one of the edges.
    public override func touchesBegan(_ touches: Set<Touch>, with event: TouchEvent) {
        guard let first = self.touches.first, let window = first.window else { return }
        for touch in touches where touch != first { ignore(touch, for: event) }
        guard touches.contains(first) else { return }
        let place = first.location(in: nil)
        let bounds = window.bounds
        let ways: [(edge: RectEdge, distance: Double, inward: Point)] = [
            (.top, place.y - bounds.minY, Point(x: 0, y: 1)), (.left, place.x - bounds.minX, Point(x: 1, y: 0)),
            (.bottom, bounds.maxY - place.y, Point(x: 0, y: -1)), (.right, bounds.maxX - place.x, Point(x: -1, y: 0)),
        ].filter { edges.contains($0.edge) }
        inward = ways.filter { $0.distance <= attemptSettings.edgeInset }.map(\.inward)
        if inward.isEmpty {
            return fail(
                .notAtEdge(measured: ways.map(\.distance).min() ?? .infinity, allowed: attemptSettings.edgeInset))
        }
        super.touchesBegan([first], with: event)
    }

    /// Returns ``FailureReason/wrongDirection`` if the movement does not lead inward.
    public override func refusal(of path: Point) -> FailureReason? {
        let leadsIn = inward.contains { way in
            (path.x * way.x + path.y * way.y) / path.length >= Self.smallestCosine
        }
        return leadsIn ? nil : .wrongDirection
    }

    /// Resets the recognizer to its initial values.
    public override func reset() {
        super.reset()
        inward.removeAll()
    }
}
