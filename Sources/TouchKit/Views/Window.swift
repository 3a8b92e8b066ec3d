/// The root of a view tree. A host shows it, for instance as a toplevel of a compositor; in a test no host is needed.
open class Window: View {
    /// The dispatcher that delivers touches and deadlines to the window's views. One dispatcher serves all windows of a
    /// program.
    public final let dispatcher: TouchDispatcher
    /// The host that shows the window; nil while none does. The host sets it.
    public package(set) final weak var host: (any WindowHost)?
    /// The application, which receives the events that no view of the window handles. The host sets it.
    public package(set) final weak var application: Responder?
    /// The responder that receives key presses first; nil for the window itself.
    public internal(set) final weak var firstResponder: Responder?

    /// Creates a window.
    ///
    /// - Parameters:
    ///   - size: The size, in points.
    ///   - dispatcher: The dispatcher that delivers the window's touches.
    public init(size: Size, dispatcher: TouchDispatcher) {
        self.dispatcher = dispatcher
        super.init(frame: Rect(origin: .zero, size: size))
    }

    /// The window itself.
    open override var window: Window? { self }
    /// The application.
    open override var next: Responder? { application }

    /// Delivers an event to the recognizers and views of this window. The dispatcher calls it once for each frame with
    /// touches of the window. An override that does not call `super` discards the event.
    open func sendEvent(_ event: TouchEvent) { dispatcher.send(event, in: self) }

    /// Delivers key presses to the recognizers from the first responder's view up to the window, and then to the first
    /// responder.
    open func sendEvent(_ event: PressesEvent) { dispatcher.send(event, to: firstResponder ?? self) }

    /// Cancels all touches in the window and the attempts of its recognizers, as when the window is closed.
    public final func cancelTouches() { dispatcher.cancelTouches(in: self, .windowClosed) }

    /// Draws the part of the window in a rectangle of its coordinates.
    public final func display(_ rect: Rect, in canvas: any Canvas) {
        canvas.saveState()
        canvas.clip(to: rect)
        render(rect, in: canvas)
        canvas.restoreState()
    }
}
