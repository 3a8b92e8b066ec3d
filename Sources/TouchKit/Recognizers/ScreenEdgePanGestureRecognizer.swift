/// Recognizes a drag that comes in from an edge of the window. Later fingers are no part of it.
public final class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
    /// The edges that it comes in from. Default none: it has to be set.
    public var edges: RectEdge = []

    /// Edges of a rectangle.
    public nonisolated struct RectEdge: OptionSet, Hashable, Sendable {
        /// One bit an edge.
        public let rawValue: UInt8
        /// A set of the bits given.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The top one.
        public static let top = RectEdge(rawValue: 1)
        /// The left one.
        public static let left = RectEdge(rawValue: 2)
        /// The bottom one.
        public static let bottom = RectEdge(rawValue: 4)
        /// The right one.
        public static let right = RectEdge(rawValue: 8)
        /// All four.
        public static let all: RectEdge = [.top, .left, .bottom, .right]
    }

    /// How far from straight in it may go, as a cosine: 77.5°, half of the 155° seen in UIKit.
    private static let smallestCosine = 0.216_439_613_938

    /// The ways in from the edges that the finger is near enough to.
    private var inward: [Point] = []

    /// Fails where the finger did not come down at one of the edges.
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

    /// The way has to lead in.
    public override func refusal(of path: Point) -> FailureReason? {
        let leadsIn = inward.contains { way in
            (path.x * way.x + path.y * way.y) / path.length >= Self.smallestCosine
        }
        return leadsIn ? nil : .wrongDirection
    }

    /// Puts everything back.
    public override func reset() {
        super.reset()
        inward.removeAll()
    }
}
