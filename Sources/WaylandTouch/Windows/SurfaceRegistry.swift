import TouchKit
import Wayland

/// The windows of this program by the surface that shows them. Each window registers its surface while it is open; seats
/// look up the window that an event is for.
final class SurfaceRegistry {
    private var windows: [WlSurface: Window] = [:]

    /// Registers the window that a surface shows.
    func register(_ window: Window, on surface: WlSurface) { windows[surface] = window }

    /// Removes a surface whose window closes: later events on it find no window.
    func remove(_ surface: WlSurface) { windows[surface] = nil }

    /// Returns the window that a surface shows; nil for no surface, and for surfaces that are not a window of ours.
    func window(on surface: WlSurface?) -> Window? { surface.flatMap { windows[$0] } }
}
