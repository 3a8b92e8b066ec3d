import TouchKit

/// The list of keys, shown in front of everything.
final class KeysView: View {
    init() {
        super.init()
        isUserInteractionEnabled = false
        isHidden = true
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        canvas.fill(Path(rect: bounds), Color(0x000000, alpha: 0.35))
        canvas.scale(by: unit)
        let size = Size(width: bounds.size.width / unit, height: bounds.size.height / unit)
        let list = KeyCommand.list
        let height = min(26, (size.height - 40) / Double(list.count + 1))
        let width = min(430, size.width - 16)
        guard height >= 8, width > 60 else { return }
        let panel = Rect(
            x: (size.width - width) / 2, y: (size.height - height * Double(list.count + 1) - 24) / 2, width: width,
            height: height * Double(list.count + 1) + 24)
        canvas.fill(Path(roundedRect: panel, radius: 10), theme.pane)
        canvas.stroke(Path(roundedRect: panel.insetBy(0.5), radius: 10), theme.edge, width: 1)
        var rows = Rows(area: panel.insetBy(12))
        let text = min(14, (height * 0.62).rounded(.down))
        let name = TextStyle(size: text, weight: .bold)
        if let row = rows.take(height) {
            canvas.draw("Keys", in: row, style: TextStyle(size: text + 1, weight: .bold), color: theme.text)
        }
        let column = list.map { canvas.size(of: $0.keys, style: name).width }.max() ?? 0
        for (keys, action) in list {
            guard let row = rows.take(height) else { return }
            let key = Rect(x: row.minX, y: row.minY, width: min(column + 2, row.size.width), height: height)
            canvas.draw(keys, in: key, style: name, color: theme.finger)
            canvas.draw(action, in: row.indented(by: column + 16), style: TextStyle(size: text), color: theme.text)
        }
    }
}
