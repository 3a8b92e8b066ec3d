import TouchKit

/// A text and how it is set.
nonisolated struct StyledText {
    let text: String
    let style: TextStyle
}
