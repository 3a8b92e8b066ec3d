/// Reads a file of faults.
///
///     file: PanGestureRecognizer.swift
///     tests: TouchKitTests.PanTests, TouchScenarioTests.ConformanceTests
///
///     expression: a pan begins at its slop
///     - path.length > attemptSettings.panSlop
///     + path.length >= attemptSettings.panSlop
///
///     statements: a pan leaps when a finger leaves
///     - lastCentroid = left.centroid
///
/// `file:` and `tests:` apply to every fault below them, up to the next such line. The file is in some folder below
/// `Sources`, where its name must be the only one. The lines that begin with `-` are the
/// right text and those that begin with `+` the wrong one. `expression:` and `statements:` say what the two are: a
/// complete expression, or complete statements that declare nothing which is used after them. Empty lines and lines that
/// begin with `#` are ignored.
struct FaultFile {
    private(set) var faults: [PlantedFault] = []

    /// - Parameter name: the file's name, for errors.
    init(_ text: String, name: String) throws(FaultError) {
        var (file, tests) = ("", [String]())
        var head: (form: PlantedFault.Form, name: String, line: Int)?
        var (old, new) = ([String](), [String]())

        func finish() throws(FaultError) {
            guard let fault = head else { return }
            guard !file.isEmpty, !tests.isEmpty, !old.isEmpty, fault.form == .statements || !new.isEmpty else {
                throw FaultError(
                    "\(name):\(fault.line): expected a file and tests above the fault, and lines with - and + below it")
            }
            faults.append(
                PlantedFault(name: fault.name, form: fault.form, file: file, old: old, new: new, tests: tests))
            (head, old, new) = (nil, [], [])
        }

        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let parts = line.split(separator: ":", maxSplits: 1)
            let value = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
            switch line.first {
            case nil, "#": continue
            case "-" where head != nil && new.isEmpty: old.append(Self.withoutIndentation(line.dropFirst()))
            case "+" where head != nil: new.append(Self.withoutIndentation(line.dropFirst()))
            default:
                try finish()
                switch parts.first {
                case "file": file = value
                case "tests": tests = value.split(separator: ", ").map(String.init)
                case let word?:
                    guard let form = PlantedFault.Form(rawValue: String(word)), !value.isEmpty else { fallthrough }
                    head = (form, value, index + 1)
                default:
                    throw FaultError(
                        "\(name):\(index + 1): expected \"file:\", \"tests:\", \"expression:\", \"statements:\", "
                            + "or - and + below a fault, not \"\(line)\"")
                }
            }
        }
        try finish()
    }

    private static func withoutIndentation(_ line: Substring) -> String { String(line.drop { $0 == " " }) }
}
