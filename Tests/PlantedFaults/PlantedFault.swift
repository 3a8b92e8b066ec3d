/// A deliberate fault in a source file, and the tests that are expected to notice it.
struct PlantedFault {
    /// The kind of text, which determines how the choice between the right and the wrong one is written.
    enum Form: String {
        case expression, statements
    }

    let name: String
    let form: Form
    /// The name of the source file, which is in some folder below `Sources`.
    let file: String
    /// The right text, by lines without their indentation; it must stand in the file exactly once.
    let old: [String]
    let new: [String]
    /// The tests to run: targets, or suites as `Target.Suite`.
    let tests: [String]

    /// The number that switches the fault on. It follows from the name, so that adding a fault recompiles no file but
    /// its own.
    var number: UInt32 {
        // FNV-1a.
        name.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }
}

/// The reason why faults cannot be read, planted or tried. The description is one line, or the lines of a compiler.
struct FaultError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
