import Glibc
public import TouchKit

/// The error of a picture that can't be written. The description is one line to show to the user.
public nonisolated struct PictureError: Error, Hashable, CustomStringConvertible {
    /// The path of the file.
    public let path: String
    /// The reason, as the system or Cairo describes it.
    public let reason: String

    /// One line with the path and the reason.
    public var description: String { "\(path): the picture can't be written: \(reason)" }
}

extension Window {
    /// Draws the window as it is now and writes the picture to a PNG file. An existing file is replaced. The window
    /// need not be open.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - scale: the pixels per point, finite and above 0. Default 1. A picture has at most 32,767 pixels per side;
    ///     the rest of a larger one is cut off.
    /// - Throws: ``PictureError`` if the file can't be written.
    public func writePicture(to path: String, scale: Double = 1) throws(PictureError) {
        precondition(scale > 0 && scale.isFinite, "the scale of a picture must be finite and above 0")
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
