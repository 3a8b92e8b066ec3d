import TouchKit

/// The colours and letters of the sample.
enum Theme {
    static let window = Color(0xeceff4)
    static let pane = Color(0xffffff)
    static let edge = Color(0xd5dbe5)
    static let text = Color(0x1f2933)
    static let quiet = Color(0x66727f)
    static let single = Color(0x0b7285)
    static let double = Color(0x9c36b5)
    static let waiting = Color(0xe67700)
    static let finger = Color(0x1c7ed6)

    static let title = TextStyle(size: 18, weight: .bold)
    static let body = TextStyle(size: 13, wraps: true)
    static let verdict = TextStyle(size: 30, weight: .bold, alignment: .center)
    static let line = TextStyle(size: 13, isMonospaced: true)
    static let caption = TextStyle(size: 13)
}
