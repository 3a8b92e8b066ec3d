/// A rectangle in a tree of views that is drawn, is hit by touches and has gesture recognizers.
///
/// A view's `frame` is in its superview's coordinates, its `bounds` in its own. All lengths are in logical points.
open class View: Responder {
    /// The view's rectangle in its superview's coordinates.
    public final var frame: Rect {
        get { Rect(origin: origin, size: boundsSize) }
        set {
            let old = frame
            guard newValue != old else { return }
            let oldExtent = extent
            origin = newValue.origin
            boundsSize = newValue.size
            guard let superview else {
                if newValue.size != old.size { layoutSubviews() }
                return setNeedsDisplay()
            }
            let place = isHidden ? nil : superview.place
            place?.needsDisplay(in: oldExtent)
            if newValue.size != old.size { layoutSubviews() }
            place?.needsDisplay(in: extent)
        }
    }

    /// The view's rectangle in its own coordinates. The size is that of ``frame``. Changing the origin scrolls the
    /// content. Default origin zero.
    public final var bounds: Rect {
        get { Rect(origin: boundsOrigin, size: boundsSize) }
        set {
            guard newValue != bounds else { return }
            setTreeNeedsDisplay()
            boundsOrigin = newValue.origin
            frame = Rect(origin: origin, size: newValue.size)
            setTreeNeedsDisplay()
        }
    }

    private var origin: Point
    private var boundsOrigin = Point.zero
    private var boundsSize: Size

    /// The view that contains this one; nil for a root.
    public private(set) final weak var superview: View?
    /// The views that this one contains, from back to front.
    public private(set) final var subviews: [View] = []
    /// The window that contains the view; nil if there is none.
    open var window: Window? { superview?.window }

    /// Whether touches hit the view and its subviews. Default true. A change does not affect touches that are down.
    public final var isUserInteractionEnabled = true
    /// Whether the view receives more than one touch at a time. Default false, as in UIKit. Recognizers receive all
    /// touches in any case.
    public final var isMultipleTouchEnabled = false
    /// Whether the view and the other views of its window exclude each other: while it has a touch, others receive
    /// none, and while another one has a touch, it receives none. Default false. Recognizers are not affected.
    public final var isExclusiveTouch = false
    /// Whether the view and its subviews are neither drawn nor hit. Default false.
    public final var isHidden = false {
        // Requested before and after the change, since a hidden view requests nothing.
        willSet { if newValue != isHidden { setTreeNeedsDisplay() } }
        didSet { if isHidden != oldValue { setTreeNeedsDisplay() } }
    }
    /// The opacity with which the view and its subviews are drawn, from 0 to 1. Default 1. Below 0.01 touches do not
    /// hit them either; this depends on the value of each view, not on the product.
    public final var alpha = 1.0 { didSet { if alpha != oldValue { setTreeNeedsDisplay() } } }
    /// Whether subviews are clipped to the view's bounds. Default false. What the view draws itself is always clipped
    /// to them. Touches outside the bounds do not hit the view in either case.
    public final var clipsToBounds = false {
        // Requested before and after the change, since a view that clips requests less.
        willSet { if newValue != clipsToBounds { setTreeNeedsDisplay() } }
        didSet { if clipsToBounds != oldValue { setTreeNeedsDisplay() } }
    }
    /// The color behind what ``draw(_:in:)`` draws; nil for none.
    public final var backgroundColor: Color? { didSet { if backgroundColor != oldValue { setNeedsDisplay() } } }
    /// A name for logs and scenario files. UIKit's `accessibilityIdentifier`.
    public final var identifier: String?

    /// The recognizers that are attached to the view, in the order in which they were attached.
    public internal(set) final var gestureRecognizers: [GestureRecognizer] = []

    /// Creates a view with a frame in its future superview.
    public init(frame: Rect = .zero) {
        origin = frame.origin
        boundsSize = frame.size
        super.init()
    }

    /// The superview, which receives what the view does not handle.
    open override var next: Responder? { superview }

    // MARK: Tree

    /// Adds a view in front of the other subviews, after removing it from its superview.
    ///
    /// A view that moves within its window keeps its touches, recognizers and delayed performs.
    public final func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

    /// Adds a view at an index of ``subviews``, after removing it from its superview. Index 0 is at the back. An index
    /// out of range counts as the nearest valid one.
    ///
    /// A view that moves within its window keeps its touches, recognizers and delayed performs.
    public final func insertSubview(_ view: View, at index: Int) {
        precondition(!isDescendant(of: view), "a view can't be added to itself or to a view inside it")
        if view.superview != nil, let window, view.window === window { return move(view, to: index) }
        view.removeFromSuperview()
        // A handler that was called may have put this view inside the other one, or the other one elsewhere.
        guard !isDescendant(of: view) else { return }
        link(view, at: index)
        if view.window != nil { view.enterWindow() }
        view.setTreeNeedsDisplay()
    }

    /// Adds a view in front of one of the subviews, or in front of all if `sibling` is not a subview.
    public final func insertSubview(_ view: View, aboveSubview sibling: View) {
        insert(view, besideSubview: sibling) { $0.map { $0 + 1 } ?? subviews.count }
    }

    /// Adds a view behind one of the subviews, or behind all if `sibling` is not a subview.
    public final func insertSubview(_ view: View, belowSubview sibling: View) {
        insert(view, besideSubview: sibling) { $0 ?? 0 }
    }

    /// Moves a subview in front of the others. Does nothing if the view is not a subview.
    public final func bringSubviewToFront(_ view: View) { if view.superview === self { addSubview(view) } }

    /// Moves a subview behind the others. Does nothing if the view is not a subview.
    public final func sendSubviewToBack(_ view: View) { if view.superview === self { insertSubview(view, at: 0) } }

    /// Exchanges the subviews at two indices of ``subviews``. Does nothing if an index is out of range.
    public final func exchangeSubview(at first: Int, withSubviewAt second: Int) {
        guard subviews.indices.contains(first), subviews.indices.contains(second) else { return }
        subviews.swapAt(first, second)
        subviews[first].setTreeNeedsDisplay()
        subviews[second].setTreeNeedsDisplay()
    }

    private func insert(_ view: View, besideSubview sibling: View, at index: (Int?) -> Int) {
        guard view !== sibling else { return }
        // The index is among the subviews without the view, which may be one of them.
        insertSubview(view, at: index(subviews.filter { $0 !== view }.firstIndex { $0 === sibling }))
    }

    /// Moves a view of the same window into this view.
    private func move(_ view: View, to index: Int) {
        view.setTreeNeedsDisplay()
        link(view, at: index)
        view.setTreeNeedsDisplay()
    }

    private func link(_ view: View, at index: Int) {
        view.superview?.subviews.removeAll { $0 === view }
        subviews.insert(view, at: min(max(index, 0), subviews.count))
        view.superview = self
    }

    /// Removes the view from its superview. Touches in the view and the views inside it are cancelled first, so that
    /// they still receive the cancellation; recognizers of these views fail or are cancelled.
    public final func removeFromSuperview() {
        guard superview != nil else { return }
        window?.dispatcher.cancelTouches(in: self, .viewRemoved)
        // A handler that was called may have moved or removed the view.
        guard let superview else { return }
        setTreeNeedsDisplay()
        let dispatcher = window?.dispatcher
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
        guard let dispatcher else { return }
        dispatcher.performs.dropThoseOutsideWindows()
        leaveWindow()
    }

    /// Returns whether the view is `view` or lies inside it.
    public final func isDescendant(of view: View) -> Bool {
        var ancestor: View? = self
        while let current = ancestor {
            if current === view { return true }
            ancestor = current.superview
        }
        return false
    }

    /// Called when the view has entered or left a window. Does nothing by default.
    open func didMoveToWindow() {}

    private func enterWindow() {
        didMoveToWindow()
        for view in subviews { view.enterWindow() }
    }

    private func leaveWindow() {
        didMoveToWindow()
        for view in subviews { view.leaveWindow() }
    }

    /// The number of views around this one.
    final var depth: Int {
        var depth = 0
        var ancestor = superview
        while let current = ancestor {
            depth += 1
            ancestor = current.superview
        }
        return depth
    }

    // MARK: Coordinates

    /// Converts a point from another view's coordinates, or the window's if `view` is nil, to this view's.
    public final func convert(_ point: Point, from view: View?) -> Point {
        fromRoot(view.map { $0.toRoot(point) } ?? point)
    }

    /// Converts a point from this view's coordinates to another view's, or the window's if `view` is nil.
    public final func convert(_ point: Point, to view: View?) -> Point {
        let root = toRoot(point)
        return view.map { $0.fromRoot(root) } ?? root
    }

    /// Converts a rectangle from this view's coordinates to another view's, or the window's if `view` is nil.
    public final func convert(_ rect: Rect, to view: View?) -> Rect {
        Rect(origin: convert(rect.origin, to: view), size: rect.size)
    }

    private func toRoot(_ point: Point) -> Point {
        var point = point
        var view = self
        while let superview = view.superview {
            point = point - view.boundsOrigin + view.origin
            view = superview
        }
        return point
    }

    private func fromRoot(_ point: Point) -> Point { point - toRoot(.zero) }

    // MARK: Hit testing

    /// Returns the frontmost view at a point, as deep inside this one as possible; nil if there is none. The point is
    /// in this view's coordinates.
    ///
    /// A view is skipped, with all views inside it, if it is hidden, has an alpha below 0.01, has user interaction
    /// disabled, or does not contain the point according to ``point(inside:with:)``. The library may call this method
    /// more than once for a touch.
    open func hitTest(_ point: Point, with event: TouchEvent?) -> View? {
        guard !isHidden, isUserInteractionEnabled, alpha >= 0.01, self.point(inside: point, with: event) else {
            return nil
        }
        for view in subviews.reversed() {
            if let hit = view.hitTest(point - view.origin + view.boundsOrigin, with: event) { return hit }
        }
        return self
    }

    /// Returns whether a point of this view's coordinates belongs to the view. By default these are the points in
    /// ``bounds``.
    open func point(inside point: Point, with event: TouchEvent?) -> Bool { bounds.contains(point) }

    // MARK: Gestures

    /// Attaches a recognizer, after detaching it from its former view. From now on the recognizer receives touches that
    /// come down in this view or inside it.
    public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
        while let view = recognizer.view { view.removeGestureRecognizer(recognizer) }
        gestureRecognizers.append(recognizer)
        recognizer.attach(to: self)
    }

    /// Detaches a recognizer. If a gesture is in progress, it fails or, if it has begun, is cancelled.
    public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard recognizer.view === self else { return }
        recognizer.cancelAttempt(.removed)
        // A handler that was called may have attached the recognizer elsewhere.
        guard recognizer.view === self else { return }
        gestureRecognizers.removeAll { $0 === recognizer }
        recognizer.detach()
    }

    /// Returns whether a recognizer that would cancel touches in this view may begin. Default true.
    ///
    /// A control returns false for the gestures that it handles itself, and so takes precedence over the recognizers of
    /// its ancestors.
    open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

    // MARK: Drawing

    /// Called when the size of the view has changed, to lay out the subviews. Does nothing by default.
    open func layoutSubviews() {}

    /// Draws the view's own content. Does nothing by default.
    ///
    /// As in UIKit, the drawing is clipped to ``bounds``, whether or not ``clipsToBounds`` is set.
    ///
    /// - Parameters:
    ///   - rect: The part that needs to be drawn, in the view's coordinates and within ``bounds``. The drawing is
    ///     clipped to it.
    ///   - canvas: The canvas, with its origin at that of the view's coordinates.
    open func draw(_ rect: Rect, in canvas: any Canvas) {}

    /// Requests that the whole view is drawn again.
    public final func setNeedsDisplay() { setNeedsDisplay(bounds) }

    /// Requests that a part of the view, in its own coordinates, is drawn again.
    public final func setNeedsDisplay(_ rect: Rect) {
        if !isHidden { place?.needsDisplay(in: rect) }
    }

    /// Requests that the view and the views inside it are drawn again.
    private func setTreeNeedsDisplay() {
        guard let superview else { return setNeedsDisplay() }
        if !isHidden { superview.place?.needsDisplay(in: extent) }
    }

    /// The rectangle in which the view and the views inside it draw, in its superview's coordinates.
    private var extent: Rect {
        guard !clipsToBounds, !subviews.isEmpty else { return frame }
        var extent = bounds
        for view in subviews where !view.isHidden { extent = extent.union(view.extent) }
        return extent.offsetBy(origin - boundsOrigin)
    }

    /// The position of a view's coordinates in its window's, and the part that is not clipped.
    private struct Place {
        let window: Window
        let offset: Point
        let visible: Rect

        /// Requests that a rectangle of the view's coordinates is drawn again.
        func needsDisplay(in rect: Rect) {
            let area = rect.offsetBy(offset).intersection(visible)
            if !area.isEmpty { window.host?.window(window, needsDisplayIn: area) }
        }
    }

    /// The place of the view; nil if it is in no window.
    private var place: Place? {
        var view: View = self
        var offset = Point.zero
        var visible = clipsToBounds ? bounds : nil
        while let superview = view.superview {
            let step = view.origin - view.boundsOrigin
            offset = offset + step
            visible = visible?.offsetBy(step)
            if superview.clipsToBounds { visible = visible?.intersection(superview.bounds) ?? superview.bounds }
            view = superview
        }
        guard let window = view.window else { return nil }
        return Place(window: window, offset: offset, visible: visible?.intersection(window.bounds) ?? window.bounds)
    }

    /// Draws the part of the view and of the views inside it that lies in a rectangle of its coordinates.
    final func render(_ rect: Rect, in canvas: any Canvas) {
        guard !isHidden, alpha > 0 else { return }
        let visible = clipsToBounds ? rect.intersection(bounds) : rect
        guard !visible.isEmpty else { return }
        canvas.saveState()
        defer { canvas.restoreState() }
        if alpha < 1 { canvas.multiplyOpacity(by: alpha) }
        if clipsToBounds { canvas.clip(to: bounds) }
        let own = visible.intersection(bounds)
        if !own.isEmpty {
            if let backgroundColor { canvas.fill(Path(rect: own), backgroundColor) }
            canvas.saveState()
            canvas.clip(to: own)
            draw(own, in: canvas)
            canvas.restoreState()
        }
        for view in subviews {
            let offset = view.origin - view.boundsOrigin
            canvas.saveState()
            canvas.translate(by: offset)
            view.render(visible.offsetBy(Point.zero - offset), in: canvas)
            canvas.restoreState()
        }
    }
}
