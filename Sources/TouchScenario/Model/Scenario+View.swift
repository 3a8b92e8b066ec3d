public import TouchKit

nonisolated extension Scenario {
    /// A view.
    public struct View: Sendable, Equatable {
        /// The view's name, unique in its scenario.
        public var id: String
        /// The frame in the parent's coordinate space.
        public var frame: Rect
        /// The parent's name. Nil, the default, stands for the window.
        public var parent: String?
        /// Whether the view receives more than one touch at a time. Default true; `View.isMultipleTouchEnabled` is false
        /// by default.
        public var isMultipleTouchEnabled = true
        /// Whether hit testing finds the view. Default true.
        public var isUserInteractionEnabled = true
        /// Whether the view is hidden. Default false.
        public var isHidden = false
        /// The opacity, from 0 to 1. Default 1.
        public var alpha = 1.0
        /// Whether the view clips its subviews. Default false.
        public var clipsToBounds = false
        /// Whether no other view receives touches while this view has one. Default false.
        public var isExclusiveTouch = false
        /// Whether the view is the first responder at the start, which receives keys. Default false. At most one view of
        /// a scenario is; without one, the window receives keys.
        public var isFirstResponder = false

        /// The only view of a scenario that lists none: `root`, of 800 × 600 points.
        public static let standard = View(id: "root", frame: Rect(x: 0, y: 0, width: 800, height: 600))

        /// Creates a view in the window or, with a parent, in another view.
        public init(id: String, frame: Rect, parent: String? = nil) {
            self.id = id
            self.frame = frame
            self.parent = parent
        }
    }
}
