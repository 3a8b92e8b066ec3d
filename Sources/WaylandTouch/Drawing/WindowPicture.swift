import Glibc
public import TouchKit

/// A picture that could not be written. The description is one line for a person.
public nonisolated struct PictureError: Error, Hashable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// What the system or Cairo says.
    public let reason: String

    /// One line: what failed, on what.
    public var description: String { "\(path): the picture can't be written: \(reason)" }
}

extension Window {
    /// Draws the window as it is now, whether or not anybody shows it, and writes that to a PNG file, which is
    /// replaced if it exists.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - scale: pixels a point, finite and above 0. Default 1.
    /// - Throws: where the file can't be written, or the window is too large for Cairo.
    public func writePicture(to path: String, scale: Double = 1) throws(PictureError) {
        precondition(scale > 0 && scale.isFinite, "a picture has some pixels a point")
        let longest = Double(PixelSize.longestSide)
        let pixels = PixelSize(
            width: Int(max(1, min((bounds.size.width * scale).rounded(), longest))),
            height: Int(max(1, min((bounds.size.height * scale).rounded(), longest))))
        let canvas = CairoCanvas(size: pixels, scale: scale)
        display(bounds, in: canvas)
        errno = 0
        if let reason = canvas.writePNG(to: path) { throw PictureError(path: path, reason: reason) }
    }
}
