/// The counts in a file of valgrind's tool callgrind.
///
/// The file lists the functions that ran. Each begins with the object file and the name of the function, `ob=` and
/// `fn=`. Then come the instructions of the function itself, and its calls: the object file and name of the called
/// function, `cob=` and `cfn=`, a line `calls=` with their number, and a line with the instructions of the calls. A name
/// has a number, `(3) malloc`, and later stands as the number alone, `(3)`.
package struct CallgrindProfile {
    /// The instructions of the whole run, of all threads.
    package let instructions: Int
    /// The instructions of each function itself, without those of the functions that it calls.
    package let ownInstructions: [String: Int]
    /// The calls by the name of the called function and the object file of the caller.
    package let calls: [Call: Int]

    /// The calls of a function from an object file.
    package struct Call: Hashable {
        package let function: String
        package let caller: String
    }

    /// Reads the text of a file.
    ///
    /// - Throws: a line that says what is wrong, if the text has no total or a line can't be read.
    package init(_ text: String) throws(BenchError) {
        var total: Int?
        var own: [Int: Int] = [:]
        var called: [Pair: Int] = [:]
        var functions = Names(), objects = Names()
        var function = -1, object = -1, callee = -1
        var isCall = false
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            guard let first = line.first else { continue }
            switch first {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"):
                if !isCall, let cost = Self.number(line.split(separator: UInt8(ascii: " ")).last) {
                    own[function, default: 0] += cost
                }
                isCall = false
            case UInt8(ascii: "f") where line.starts(with: "fn=".utf8): function = try functions.read(line)
            case UInt8(ascii: "o") where line.starts(with: "ob=".utf8): object = try objects.read(line)
            case UInt8(ascii: "c"):
                if line.starts(with: "cfn=".utf8) {
                    callee = try functions.read(line)
                } else if line.starts(with: "cob=".utf8) {
                    _ = try objects.read(line)
                } else if line.starts(with: "calls=".utf8) {
                    let count = Self.number(line.dropFirst(6).prefix { $0 != UInt8(ascii: " ") })
                    called[Pair(function: callee, object: object), default: 0] += count ?? 0
                    isCall = true
                }
            case UInt8(ascii: "t") where line.starts(with: "totals:".utf8):
                total = Self.number(line.split(separator: UInt8(ascii: " ")).last)
            default: break
            }
        }
        guard let total else { throw BenchError("callgrind's file has no line \"totals:\"") }
        instructions = total
        ownInstructions = Dictionary(own.map { (functions[$0.key], $0.value) }, uniquingKeysWith: +)
        calls = Dictionary(
            called.map { (Call(function: functions[$0.key.function], caller: objects[$0.key.object]), $0.value) },
            uniquingKeysWith: +)
    }

    /// Returns the number of calls of functions with some names, from all object files except some.
    package func calls(of names: Set<String>, exceptFrom isExcepted: (String) -> Bool = { _ in false }) -> Int {
        calls.reduce(0) { sum, entry in
            names.contains(entry.key.function) && !isExcepted(entry.key.caller) ? sum + entry.value : sum
        }
    }

    private struct Pair: Hashable {
        let function: Int
        let object: Int
    }

    /// The names of one kind, by their numbers.
    private struct Names {
        private var names: [Int: String] = [:]

        subscript(_ number: Int) -> String { names[number] ?? "?" }

        /// Reads the number in a line such as `fn=(3) malloc`, and its name if it is there. A name that ends in `'2` is
        /// the second level of a recursion and counts as the function.
        mutating func read(_ line: Substring.UTF8View) throws(BenchError) -> Int {
            guard let open = line.firstIndex(of: UInt8(ascii: "(")), let close = line.firstIndex(of: UInt8(ascii: ")")),
                open < close, let number = CallgrindProfile.number(line[line.index(after: open)..<close])
            else { throw BenchError("callgrind's file: expected a number in parentheses in \"\(Substring(line))\"") }
            let name = line[line.index(after: close)...].dropFirst()
            if !name.isEmpty {
                var name = String(Substring(name))
                if let mark = name.lastIndex(of: "'"), Int(name[name.index(after: mark)...]) != nil {
                    name = String(name[..<mark])
                }
                names[number] = name
            }
            return number
        }
    }

    private static func number(_ digits: Substring.UTF8View?) -> Int? { digits.flatMap { Int(Substring($0)) } }
}
