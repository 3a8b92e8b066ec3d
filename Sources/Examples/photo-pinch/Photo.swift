import TouchKit

/// A landscape, drawn around the origin.
struct Photo {
    let size: Size

    func draw(in canvas: any Canvas) {
        let frame = Rect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
        canvas.fill(Path(roundedRect: frame.insetBy(-8), radius: 4), Color(0xf4f1ea))
        canvas.clip(to: frame)
        canvas.fill(Path(rect: frame), Color(0x7ec4f0))

        let sun = Rect(x: frame.minX + size.width * 0.7, y: frame.minY + size.height * 0.12, width: 44, height: 44)
        canvas.fill(Path(ellipseIn: sun), Color(0xffd34d))

        let foot = frame.minY + size.height * 0.66
        let ridge = [(0.0, 0.62), (0.2, 0.3), (0.36, 0.52), (0.55, 0.24), (0.8, 0.6), (1.0, 0.5)].map { x, y in
            Point(x: frame.minX + size.width * x, y: frame.minY + size.height * y)
        }
        let corners = [Point(x: frame.maxX, y: foot), Point(x: frame.minX, y: foot)]
        canvas.fill(Path(points: ridge + corners, isClosed: true), Color(0x6b7a99))
        canvas.fill(
            Path(rect: Rect(x: frame.minX, y: foot, width: size.width, height: frame.maxY - foot)), Color(0x5f9e4a))
    }
}
