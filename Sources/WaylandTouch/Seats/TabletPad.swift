import Wayland

/// The buttons, rings and strips of a tablet's pad. Their input is ignored. The objects exist because the compositor
/// creates them without a request, and each must stay alive while it may create further ones.
final class TabletPad {
    /// Called after the compositor has removed the pad.
    var onRemoval: (TabletPad) -> Void = { _ in }

    private let pad: ZwpTabletPadV2
    private var groups: [ZwpTabletPadGroupV2] = []
    private var parts: [(proxy: Proxy, destroy: () -> Void)] = []

    init(_ pad: ZwpTabletPadV2) {
        self.pad = pad
        pad.onEvent = { [weak self] event in
            switch event {
            case .group(let group): self?.add(group)
            case .removed:
                guard let self else { break }
                destroy()
                onRemoval(self)
            case .path, .buttons, .done, .button, .enter, .leave: break
            }
        }
    }

    private func add(_ group: ZwpTabletPadGroupV2) {
        guard groups.count < TabletDevices.most else { return group.destroy() }
        groups.append(group)
        group.onEvent = { [weak self] event in
            switch event {
            case .ring(let ring): self?.add(ring) { ring.destroy() }
            case .strip(let strip): self?.add(strip) { strip.destroy() }
            case .buttons, .modes, .done, .modeSwitch: break
            }
        }
    }

    private func add(_ part: Proxy, _ destroy: @escaping () -> Void) {
        guard parts.count < TabletDevices.most else { return destroy() }
        parts.append((part, destroy))
    }

    func destroy() {
        for part in parts { part.destroy() }
        for group in groups { group.destroy() }
        pad.destroy()
        (parts, groups) = ([], [])
    }
}
