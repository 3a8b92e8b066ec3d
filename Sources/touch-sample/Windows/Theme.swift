import TouchKit

/// The colours and text styles of the sample, light or dark.
struct Theme: Equatable {
    let window: Color
    let pane: Color
    let edge: Color
    let stripe: Color
    let text: Color
    let quiet: Color
    let single: Color
    let double: Color
    let finger: Color

    // The fill colours of the inspector's lanes.
    let possible: Color
    let waiting: Color
    let active: Color
    let recognized: Color
    let failed: Color
    let cancelled: Color

    static let light = Theme(
        window: Color(0xe9edf2), pane: Color(0xffffff), edge: Color(0xd5dbe5), stripe: Color(0xf4f6f9),
        text: Color(0x1f2933), quiet: Color(0x66727f), single: Color(0x0b7285), double: Color(0x9c36b5),
        finger: Color(0x1c7ed6), possible: Color(0xa7b4c2), waiting: Color(0xe67700), active: Color(0x1c7ed6),
        recognized: Color(0x2b8a3e), failed: Color(0xd6293e), cancelled: Color(0xa61e8c))

    static let dark = Theme(
        window: Color(0x14181d), pane: Color(0x1e242b), edge: Color(0x343d48), stripe: Color(0x252c35),
        text: Color(0xe6ebf1), quiet: Color(0x93a0ae), single: Color(0x4cc4d6), double: Color(0xd58cec),
        finger: Color(0x5aaef5), possible: Color(0x66758a), waiting: Color(0xffa53d), active: Color(0x5aaef5),
        recognized: Color(0x5fcf76), failed: Color(0xff6b78), cancelled: Color(0xe879cf))

    static let title = TextStyle(size: 17, weight: .bold)
    static let body = TextStyle(size: 12.5, wraps: true)
    static let line = TextStyle(size: 12.5, isMonospaced: true)
    static let caption = TextStyle(size: 12)
    static let label = TextStyle(size: 11.5)
    static let name = TextStyle(size: 12, weight: .bold)
    static let small = TextStyle(size: 10)
}

extension TextStyle {
    /// Returns the style with another alignment.
    nonisolated func aligned(_ alignment: Alignment) -> TextStyle {
        var style = self
        style.alignment = alignment
        return style
    }

    /// Returns the style, made small enough for a text to fit a width in points, but at least 9 points.
    func fitted(_ text: String, to width: Double, _ canvas: any Canvas) -> TextStyle {
        let needed = canvas.size(of: text, style: self).width
        var style = self
        if needed > width, needed > 0 { style.size = max(9, (size * width / needed * 2).rounded(.down) / 2) }
        return style
    }

    /// The height of a line with its leading, in points.
    nonisolated var lineHeight: Double { (size * 1.35).rounded(.up) }
}

extension View {
    /// The theme of the view's window.
    var theme: Theme { (window as? SampleWindow)?.colors ?? .light }
    /// The number of points in a design unit: 1, or more in a window larger than `SampleLayout.designSize`.
    var unit: Double { (window as? SampleWindow)?.layout.unit ?? 1 }
}
