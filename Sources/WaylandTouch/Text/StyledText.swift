import TouchKit

/// A text and its style.
nonisolated struct StyledText {
    let text: String
    let style: TextStyle
}
