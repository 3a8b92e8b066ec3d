/// The limits of what a keymap's text may require of libxkbcommon. libxkbcommon allocates room for as many keys and
/// shift levels as the text names, up to four billion, and recurses for each operator of an expression, so a text of a
/// hundred bytes could end the program.
enum KeymapBounds {
    /// The greatest number of a key; Linux defines 775 keys.
    static let greatestKey = 4095
    /// The greatest shift level; keymaps in use have eight.
    static let greatestLevel = 32
    /// The greatest number of operators in an expression; keymaps in use have four.
    static let mostOperators = 16

    /// Checks a text against the limits. Throws `excessive` if it exceeds one, and `malformed` for syntax that
    /// libxkbcommon does not handle safely. Other errors are left to libxkbcommon.
    static func check(_ text: [UInt8]) throws(KeymapError) {
        var section = Section.other
        var operators = 0
        var previous: UInt8 = 0
        var place = 0
        func skip(to isEnd: (UInt8) -> Bool) {
            while place < text.count, !isEnd(text[place]) { place += 1 }
        }
        while place < text.count {
            let start = place
            let first = text[start]
            place += 1
            if first <= 0x20 { continue }
            if first == UInt8(ascii: "#") || text[start...].starts(with: "//".utf8) {
                skip { $0 == UInt8(ascii: "\n") }
                continue
            }
            defer { previous = first }
            switch first {
            case UInt8(ascii: ",") where "{[(,;=".utf8.contains(previous):
                // libxkbcommon 1.5 and older read the missing element before the comma.
                throw .malformed
            case UInt8(ascii: "\""):
                skip { $0 == UInt8(ascii: "\"") }
                // Whether an escaped quote ends the string depends on the version of libxkbcommon.
                guard text[place - 1] != UInt8(ascii: "\\") else { throw .malformed }
                place += 1
            case UInt8(ascii: "<"):
                // The name of a key, which may contain any visible characters.
                skip { $0 == UInt8(ascii: ">") || $0 <= 0x20 }
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                skip { !isPartOfWord($0) }
                try check(text[start..<place], in: section)
            case _ where isPartOfWord(first):
                skip { !isPartOfWord($0) }
                if let begun = Section(text[start..<place]) { section = begun }
            case UInt8(ascii: "*") where section == .types:
                throw .excessive("a product in xkb_types")
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "!"),
                UInt8(ascii: "~"), UInt8(ascii: "("):
                operators += 1
                guard operators <= mostOperators else {
                    throw .excessive("an expression of more than \(mostOperators) operators")
                }
            case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
                UInt8(ascii: "]"):
                operators = 0
            default: break
            }
        }
    }

    /// The sections in which numbers have limits.
    private enum Section {
        case keycodes, types, other

        init?(_ word: ArraySlice<UInt8>) {
            let name = String(decoding: word, as: UTF8.self).lowercased()
            guard name.hasPrefix("xkb_") else { return nil }
            self = ["xkb_keycodes": .keycodes, "xkb_types": .types][name] ?? .other
        }
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func check(_ word: ArraySlice<UInt8>, in section: Section) throws(KeymapError) {
        let text = String(decoding: word, as: UTF8.self)
        let number = text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
        let (what, greatest) = section == .keycodes ? ("key number", greatestKey) : ("shift level", greatestLevel)
        guard section != .other, number ?? .max > greatest else { return }
        throw .excessive("the \(what) \(text.prefix(20)), expected at most \(greatest)")
    }
}
