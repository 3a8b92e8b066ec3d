extension StringProtocol {
    /// The text in one line without what a terminal would obey.
    package var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
