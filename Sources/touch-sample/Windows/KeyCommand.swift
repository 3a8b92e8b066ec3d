import TouchKit

/// The commands that keys of the window give.
enum KeyCommand: CaseIterable {
    case showKeys
    case shorterInterval, longerInterval
    case lessSlop, moreSlop
    case switchBounceGuard
    case switchRequirement
    case pause
    case clear
    case record
    case savePicture
    case switchTheme
    case quit

    /// The command of a key; nil if it has none.
    init?(_ key: Key) {
        guard key.modifiers.isDisjoint(with: [.control, .alternate, .command]) else { return nil }
        let name = key.name.count == 1 ? key.name.lowercased() : key.name
        guard let command = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
        self = command
    }

    /// The keys that give the command, by their xkb names.
    private var names: [String] {
        switch self {
        case .showKeys: ["question", "h", "F1"]
        case .shorterInterval: ["Left"]
        case .longerInterval: ["Right"]
        case .lessSlop: ["Down"]
        case .moreSlop: ["Up"]
        case .switchBounceGuard: ["b"]
        case .switchRequirement: ["f"]
        case .pause: ["space", "p"]
        case .clear: ["c"]
        case .record: ["r"]
        case .savePicture: ["s"]
        case .switchTheme: ["t"]
        case .quit: ["q", "Escape"]
        }
    }

    /// The rows of the list of keys.
    static let list: [(keys: String, action: String)] = [
        ("?", "show or hide this list"),
        ("← →", "shorter or longer multi-tap interval"),
        ("↓ ↑", "less or more movement allowed in a tap"),
        ("B", "bounce guard off or on (40 ms): a lost contact goes on"),
        ("F", "require(toFail:) off or on"),
        ("Space", "pause or resume the inspector"),
        ("C", "clear"),
        ("R", "start or stop recording"),
        ("S", "save a picture of the window"),
        ("T", "light or dark theme"),
        ("Q  Esc", "quit"),
    ]
}
