extension StringProtocol {
    /// The text on one line, with a space for each control character, so that it is safe to print to a terminal.
    package var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
