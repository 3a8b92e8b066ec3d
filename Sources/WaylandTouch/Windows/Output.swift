import Wayland

/// A `wl_output`, of which the integer scale is used.
final class Output {
    let proxy: WlOutput
    private(set) var scale = 1

    init(_ proxy: WlOutput) {
        self.proxy = proxy
        proxy.onEvent = { [weak self] event in
            if case .scale(let factor) = event, factor > 0 { self?.scale = Int(factor) }
        }
    }
}
