/// An error that ends the bench, with one line to show to the user.
package struct BenchError: Error, Hashable, CustomStringConvertible {
    package let line: String

    package init(_ line: String) { self.line = line }

    package var description: String { line }
}
