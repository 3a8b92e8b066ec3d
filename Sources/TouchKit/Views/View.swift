/// A rectangle in a tree that is drawn, is hit by touches and carries gesture recognizers.
///
/// A view's `frame` is in its superview's coordinates, its `bounds` in its own. All lengths are logical points.
open class View: Responder {
    /// Where the view lies in its superview's coordinates.
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

    /// The view's own rectangle. Its size is the frame's; moving its origin scrolls the content. Default origin zero.
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

    /// The view that it is in; nil for a root.
    public private(set) final weak var superview: View?
    /// The views in it, backmost first.
    public private(set) final var subviews: [View] = []
    /// The window that it is in, if any.
    open var window: Window? { superview?.window }

    /// Whether it and its subtree are hit by touches. Default true. Touches that are down already go on.
    public final var isUserInteractionEnabled = true
    /// Whether it is told of more than the first finger of those that come down in it. Default false, as in UIKit.
    /// Recognizers are told of all of them anyway.
    public final var isMultipleTouchEnabled = false
    /// Whether no other view of the window is told of touches while this one tracks one, nor this one while another
    /// does. Default false. Recognizers take no notice.
    public final var isExclusiveTouch = false
    /// Whether it is neither drawn nor hit. Default false.
    public final var isHidden = false {
        // Once before and once after: a hidden view asks for nothing.
        willSet { if newValue != isHidden { setTreeNeedsDisplay() } }
        didSet { if isHidden != oldValue { setTreeNeedsDisplay() } }
    }
    /// How opaque it and its subtree are drawn, from 0 to 1. Default 1. Below 0.01 it is not hit either; each view's
    /// own value counts for that, not the product.
    public final var alpha = 1.0 { didSet { if alpha != oldValue { setTreeNeedsDisplay() } } }
    /// Whether its subviews are cut off at its bounds. Default false. What the view draws itself is always cut off there.
    /// Touches beyond the bounds never hit it, clipped or not.
    public final var clipsToBounds = false {
        // Once before and once after: a view that clips asks for less.
        willSet { if newValue != clipsToBounds { setTreeNeedsDisplay() } }
        didSet { if clipsToBounds != oldValue { setTreeNeedsDisplay() } }
    }
    /// What is painted behind ``draw(_:in:)``; nil for nothing.
    public final var backgroundColor: Color? { didSet { if backgroundColor != oldValue { setNeedsDisplay() } } }
    /// A name for logs and scenarios. UIKit's `accessibilityIdentifier`.
    public final var identifier: String?

    /// The recognizers attached to it, in the order in which they were attached.
    public internal(set) final var gestureRecognizers: [GestureRecognizer] = []

    /// A view at a place in its future superview.
    public init(frame: Rect = .zero) {
        origin = frame.origin
        boundsSize = frame.size
        super.init()
    }

    /// Its superview: what a view does not handle goes up the tree.
    open override var next: Responder? { superview }

    // MARK: Tree

    /// Adds a view in front of the other subviews, after removing it from its superview.
    ///
    /// A view that moves within its window keeps its touches, its recognizers and its delayed performs.
    public final func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

    /// Adds a view at an index of ``subviews``, 0 being the backmost, after removing it from its superview. An index out of
    /// range counts as the nearest one within.
    ///
    /// A view that moves within its window keeps its touches, its recognizers and its delayed performs.
    public final func insertSubview(_ view: View, at index: Int) {
        precondition(!isDescendant(of: view), "a view can't be added to itself or to a view inside it")
        if view.superview != nil, let window, view.window === window { return move(view, to: index) }
        view.removeFromSuperview()
        // Whoever heard of that may have put this view inside the other one, or the other one elsewhere.
        guard !isDescendant(of: view) else { return }
        link(view, at: index)
        if view.window != nil { view.enterWindow() }
        view.setTreeNeedsDisplay()
    }

    /// Adds a view in front of one of the subviews; in front of all where `sibling` is no subview.
    public final func insertSubview(_ view: View, aboveSubview sibling: View) {
        insert(view, besideSubview: sibling) { $0.map { $0 + 1 } ?? subviews.count }
    }

    /// Adds a view behind one of the subviews; behind all where `sibling` is no subview.
    public final func insertSubview(_ view: View, belowSubview sibling: View) {
        insert(view, besideSubview: sibling) { $0 ?? 0 }
    }

    /// Moves a subview in front of the others. A view that is no subview stays where it is.
    public final func bringSubviewToFront(_ view: View) { if view.superview === self { addSubview(view) } }

    /// Moves a subview behind the others. A view that is no subview stays where it is.
    public final func sendSubviewToBack(_ view: View) { if view.superview === self { insertSubview(view, at: 0) } }

    /// Exchanges the subviews at two indices of ``subviews``; changes nothing where an index has no subview.
    public final func exchangeSubview(at first: Int, withSubviewAt second: Int) {
        guard subviews.indices.contains(first), subviews.indices.contains(second) else { return }
        subviews.swapAt(first, second)
        subviews[first].setTreeNeedsDisplay()
        subviews[second].setTreeNeedsDisplay()
    }

    private func insert(_ view: View, besideSubview sibling: View, at index: (Int?) -> Int) {
        guard view !== sibling else { return }
        // The index is that among the subviews without the view, which may be one of them.
        insertSubview(view, at: index(subviews.filter { $0 !== view }.firstIndex { $0 === sibling }))
    }

    /// Moves a view of this view's window to this view.
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

    /// Takes the view out of its superview. Touches that are down in it or below are cancelled first, so that it
    /// still hears of it; its recognizers fail or are cancelled.
    public final func removeFromSuperview() {
        guard superview != nil else { return }
        window?.dispatcher.cancelTouches(in: self, .viewRemoved)
        // Whoever heard of that may have put the view elsewhere or taken it out himself.
        guard let superview else { return }
        setTreeNeedsDisplay()
        let dispatcher = window?.dispatcher
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
        guard let dispatcher else { return }
        dispatcher.performs.dropThoseOutsideWindows()
        leaveWindow()
    }

    /// Whether it is `view` or lies somewhere inside it.
    public final func isDescendant(of view: View) -> Bool {
        var ancestor: View? = self
        while let current = ancestor {
            if current === view { return true }
            ancestor = current.superview
        }
        return false
    }

    /// Called when it has entered a window or left one. Does nothing by default.
    open func didMoveToWindow() {}

    private func enterWindow() {
        didMoveToWindow()
        for view in subviews { view.enterWindow() }
    }

    private func leaveWindow() {
        didMoveToWindow()
        for view in subviews { view.leaveWindow() }
    }

    /// How many views lie around it.
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

    /// A point of another view's coordinates (of the window's where `view` is nil) in this view's.
    public final func convert(_ point: Point, from view: View?) -> Point {
        fromRoot(view.map { $0.toRoot(point) } ?? point)
    }

    /// A point of this view's coordinates in another view's (in the window's where `view` is nil).
    public final func convert(_ point: Point, to view: View?) -> Point {
        let root = toRoot(point)
        return view.map { $0.fromRoot(root) } ?? root
    }

    /// A rectangle of this view's coordinates in another view's (in the window's where `view` is nil).
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

    /// The frontmost view at a point of this view's coordinates, as deep inside it as possible; nil where there is
    /// none.
    ///
    /// A view is passed over with all that it holds when it is hidden, see-through (alpha below 0.01), closed to
    /// interaction, or says that the point is not inside. It may be asked more than once for a touch.
    open func hitTest(_ point: Point, with event: TouchEvent?) -> View? {
        guard !isHidden, isUserInteractionEnabled, alpha >= 0.01, self.point(inside: point, with: event) else {
            return nil
        }
        for view in subviews.reversed() {
            if let hit = view.hitTest(point - view.origin + view.boundsOrigin, with: event) { return hit }
        }
        return self
    }

    /// Whether a point of this view's coordinates belongs to it. Default: it lies in ``bounds``.
    open func point(inside point: Point, with event: TouchEvent?) -> Bool { bounds.contains(point) }

    // MARK: Gestures

    /// Attaches a recognizer, taking it from the view where it was. It hears of touches that come down from now on
    /// in this view and in those inside it.
    public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
        while let view = recognizer.view { view.removeGestureRecognizer(recognizer) }
        gestureRecognizers.append(recognizer)
        recognizer.attach(to: self)
    }

    /// Detaches a recognizer. One that is amid a gesture fails, or is cancelled where it has begun.
    public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard recognizer.view === self else { return }
        recognizer.cancelAttempt(.removed)
        // Whoever heard of that may have attached it elsewhere.
        guard recognizer.view === self else { return }
        gestureRecognizers.removeAll { $0 === recognizer }
        recognizer.detach()
    }

    /// Whether a recognizer that is about to take touches away from this view may begin. Default true.
    ///
    /// A control returns false for the gesture that it handles itself and so wins over its ancestors' recognizers.
    open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

    // MARK: Drawing

    /// Places the subviews; called when the view's size has changed. Does nothing by default.
    open func layoutSubviews() {}

    /// Draws the view's own content. Does nothing by default.
    ///
    /// As in UIKit, nothing that it draws shows outside ``bounds``, whether or not ``clipsToBounds`` is set.
    ///
    /// - Parameters:
    ///   - rect: what needs to be drawn, in the view's coordinates; drawing beyond it is cut off. It lies in ``bounds``.
    ///   - canvas: what to draw on, with its origin at that of ``bounds``.
    open func draw(_ rect: Rect, in canvas: any Canvas) {}

    /// Asks for the whole view to be drawn anew.
    public final func setNeedsDisplay() { setNeedsDisplay(bounds) }

    /// Asks for a part of the view, in its own coordinates, to be drawn anew.
    public final func setNeedsDisplay(_ rect: Rect) {
        if !isHidden { place?.needsDisplay(in: rect) }
    }

    /// Asks for the view and those in it to be drawn anew.
    private func setTreeNeedsDisplay() {
        guard let superview else { return setNeedsDisplay() }
        if !isHidden { superview.place?.needsDisplay(in: extent) }
    }

    /// What the view and those in it draw on, in its superview's coordinates.
    private var extent: Rect {
        guard !clipsToBounds, !subviews.isEmpty else { return frame }
        var extent = bounds
        for view in subviews where !view.isHidden { extent = extent.union(view.extent) }
        return extent.offsetBy(origin - boundsOrigin)
    }

    /// Where the coordinates of a view lie in its window's, and what of that is not cut off.
    private struct Place {
        let window: Window
        let offset: Point
        let visible: Rect

        /// Asks for a rectangle of the view's coordinates to be drawn anew.
        func needsDisplay(in rect: Rect) {
            let area = rect.offsetBy(offset).intersection(visible)
            if !area.isEmpty { window.host?.window(window, needsDisplayIn: area) }
        }
    }

    /// Where it is; nil where it is in no window.
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

    /// Draws the view and what is in it, as far as it meets a rectangle of its own coordinates.
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
