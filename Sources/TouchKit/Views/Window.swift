/// The root of a view tree, shown by a host: a toplevel of a compositor, or nothing at all in a test.
open class Window: View {
    /// What carries touches and time to its views. One dispatcher serves all windows of a program.
    public final let dispatcher: TouchDispatcher
    /// The host that shows the window, which sets this when it begins and ends to do so; nil while none does.
    public package(set) final weak var host: (any WindowHost)?
    /// The application, which gets the events that no view of the window handles. The host sets it.
    public package(set) final weak var application: Responder?
    /// Whom keys go to; nil for the window itself.
    public internal(set) final weak var firstResponder: Responder?

    /// A window of a size in points, whose touches come through `dispatcher`.
    public init(size: Size, dispatcher: TouchDispatcher) {
        self.dispatcher = dispatcher
        super.init(frame: Rect(origin: .zero, size: size))
    }

    /// Itself.
    open override var window: Window? { self }
    /// The application.
    open override var next: Responder? { application }

    /// Hands an event to the recognizers and to the views of this window that it concerns. The dispatcher calls it
    /// once for each frame that touches the window; an override that does not call `super` swallows the event.
    open func sendEvent(_ event: TouchEvent) { dispatcher.send(event, in: self) }

    /// Hands key presses to the recognizers on the way up from the first responder, then to the first responder.
    open func sendEvent(_ event: PressesEvent) { dispatcher.send(event, to: firstResponder ?? self) }

    /// Takes all touches away from its views and recognizers, as when it is closed.
    public final func cancelTouches() { dispatcher.cancelTouches(in: self, .windowClosed) }

    /// Draws what needs drawing in a rectangle of the window's coordinates.
    public final func display(_ rect: Rect, in canvas: any Canvas) {
        canvas.saveState()
        canvas.clip(to: rect)
        render(rect, in: canvas)
        canvas.restoreState()
    }
}
