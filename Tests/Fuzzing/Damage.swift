/// Damages valid files that consist of words, numbers, quoted strings and brackets, such as JSON, XML or keymaps.
///
/// Most damaged files are still well-formed, so that they pass the first checks of a reader and reach the later ones.
public struct Damage {
    /// The valid files, and the tokens that they consist of.
    private let files: [[UInt8]]
    private let tokens: [[Range<Int>]]

    /// Creates damage to valid files, of which at least one must not be empty.
    public init(to files: [[UInt8]]) {
        self.files = files
        tokens = files.map(Self.tokens)
    }

    /// Returns a copy of one of the files with one to four places changed.
    public func make(_ dice: inout Dice) -> [UInt8] {
        let choice = dice.below(files.count)
        var file = files[choice]
        var places = tokens[choice]
        for round in 0..<dice.number(1...4) {
            if round > 0 { places = Self.tokens(file) }
            guard !places.isEmpty else { return file }
            if dice.one(in: 8) { harmBytes(&file, &dice) } else { harmWords(&file, places, &dice) }
        }
        return file
    }

    // MARK: Words

    private static let numbers = [
        "0", "-0", "-1", "1", "0.5", "1e-320", "1e12", "999999999999.9999", "1e16", "1e308", "-1e308", "1e309",
        "1e99999", "255", "256", "65536", "2147483647", "2147483648", "-2147483648", "4294967295", "4294967296",
        "9007199254740993", "9223372036854775807", "-9223372036854775808", "18446744073709551616", "0x7fffffff",
        "0xffffffff", "NaN",
    ]

    private func harmWords(_ file: inout [UInt8], _ tokens: [Range<Int>], _ dice: inout Dice) {
        let here = dice.below(tokens.count)
        let group = Self.group(at: here, tokens, file)
        switch dice.below(10) {
        case 0, 1, 2:
            // Replaces a number by one at the limit of some type.
            guard let place = next(tokens, from: here, in: file, isNumber) else { return }
            file.replaceSubrange(place, with: Array(dice.pick(Self.numbers).utf8))
        case 3, 4:
            // Replaces a word by another one of its kind.
            let kind = Self.kind(file[tokens[here].lowerBound])
            let other = dice.below(tokens.count)
            guard let word = next(tokens, from: other, in: file, { Self.kind($0) == kind }) else { return }
            file.replaceSubrange(tokens[here], with: Array(file[word]))
        case 5:
            file.removeSubrange(group)
        case 6:
            // Repeats a token, up to very many times.
            let copy = Array(file[group])
            let separator: [UInt8] = dice.one(in: 2) ? Array(", ".utf8) : Array(" ".utf8)
            let count = dice.one(in: 4) ? min(1000, 100_000 / max(1, copy.count)) : 1
            file.insert(contentsOf: (0..<count).flatMap { _ in copy + separator }, at: group.lowerBound)
        case 7:
            // Inserts a part of another file.
            let other = dice.below(files.count)
            guard !self.tokens[other].isEmpty else { return }
            let there = dice.below(self.tokens[other].count)
            let part = Self.group(at: there, self.tokens[other], files[other])
            file.replaceSubrange(group, with: Array(files[other][part].prefix(100_000)))
        case 8:
            // Nests a token deeper.
            let (open, close) = dice.pick([
                ("[", "]"), ("{", "}"), ("(", ")"), ("{\"a\":", "}"), ("<a>", "</a>"), ("-", ""),
            ])
            let depth = dice.pick([1, 30, 33, 300, 20_000])
            file.insert(contentsOf: Array(repeating: Array(close.utf8), count: depth).joined(), at: group.upperBound)
            file.insert(contentsOf: Array(repeating: Array(open.utf8), count: depth).joined(), at: group.lowerBound)
        default:
            // Replaces a word by a very long or an empty one.
            let word: [UInt8] = dice.one(in: 2) ? [] : [UInt8](repeating: 0x61, count: dice.pick([100, 5000, 70_000]))
            file.replaceSubrange(tokens[here], with: word)
        }
    }

    // MARK: Bytes

    private func harmBytes(_ file: inout [UInt8], _ dice: inout Dice) {
        let place = dice.below(file.count)
        switch dice.below(6) {
        case 0: file.removeSubrange(place...)
        case 1: file.removeSubrange(..<place)
        case 2: file.removeSubrange(place..<min(file.count, place + dice.number(1...40)))
        case 3: file[place] = UInt8(dice.below(256))
        case 4: file.insert(contentsOf: (0..<dice.number(1...40)).map { _ in UInt8(dice.below(256)) }, at: place)
        // Bytes that are not UTF-8, or look like something else.
        default:
            let odd: [[UInt8]] = [
                [0], [0xff, 0xfe], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xef, 0xbb, 0xbf], [0xf4, 0x90, 0x80],
            ]
            file.insert(contentsOf: dice.pick(odd), at: place)
        }
    }

    // MARK: Tokens

    private enum Kind { case word, number, quoted, mark }

    private static func kind(_ first: UInt8) -> Kind {
        switch first {
        case 0x22: .quoted
        case 0x30...0x39, 0x2d: .number
        case 0x41...0x5a, 0x61...0x7a, 0x5f: .word
        default: .mark
        }
    }

    private func isNumber(_ first: UInt8) -> Bool { Self.kind(first) == .number }

    /// Returns the first token at or after a place, wrapping around at the end, whose first byte passes the test.
    private func next(
        _ tokens: [Range<Int>], from start: Int, in file: [UInt8], _ isWanted: (UInt8) -> Bool
    ) -> Range<Int>? {
        (tokens[start...] + tokens[..<start]).first { isWanted(file[$0.lowerBound]) }
    }

    private static func tokens(_ file: [UInt8]) -> [Range<Int>] {
        var tokens: [Range<Int>] = []
        var place = 0
        func end(from start: Int, _ isPart: (UInt8) -> Bool) -> Int {
            file[start...].firstIndex { !isPart($0) } ?? file.count
        }
        while place < file.count {
            let start = place
            switch kind(file[start]) {
            case .quoted: place = min(file.count, end(from: start + 1) { $0 != 0x22 } + 1)
            case .number: place = end(from: start + 1) { kind($0) == .number || kind($0) == .word || $0 == 0x2e }
            case .word: place = end(from: start + 1) { kind($0) == .word || kind($0) == .number }
            case .mark:
                place += 1
                if file[start] <= 0x20 { continue }
            }
            tokens.append(start..<place)
        }
        return tokens
    }

    /// Returns the token at a place; for an opening bracket, everything up to the bracket that closes it.
    private static func group(at place: Int, _ tokens: [Range<Int>], _ file: [UInt8]) -> Range<Int> {
        let pairs: [UInt8: UInt8] = [0x5b: 0x5d, 0x7b: 0x7d, 0x28: 0x29, 0x3c: 0x3e]
        let open = file[tokens[place].lowerBound]
        guard let close = pairs[open] else { return tokens[place] }
        var depth = 0
        for token in tokens[place...] {
            if file[token.lowerBound] == open { depth += 1 }
            if file[token.lowerBound] == close { depth -= 1 }
            if depth == 0 { return tokens[place].lowerBound..<token.upperBound }
        }
        return tokens[place]
    }
}
