import Foundation

/// The table of the protocols and interfaces that the package binds: `protocols/bindings.json`.
struct BindingTable: Decodable {
    var protocols: [Entry]

    /// A protocol: the source of its XML and the reason for binding it.
    struct Entry: Decodable {
        var `protocol`: String
        var from: Source
        var file: String
        var why: String
        /// The access level of the generated types; nil for `public`.
        var access: Access?
        var interfaces: [Binding]
    }

    /// The access level of generated types, as Swift spells it.
    enum Access: String, Decodable {
        case `public`, package
    }

    /// An interface and the version that the package implements. Newer members are not generated.
    struct Binding: Decodable {
        var interface: String
        var version: UInt32
        var why: String
    }

    enum Source: String, Decodable {
        /// The core protocol, installed with libwayland.
        case libwayland
        /// The package wayland-protocols.
        case waylandProtocols = "wayland-protocols"
        /// The folder of the table.
        case own

        var remedy: String {
            switch self {
            case .libwayland: "package libwayland-dev brings it (apt-get install libwayland-dev)"
            case .waylandProtocols: "package wayland-protocols brings it (apt-get install wayland-protocols)"
            case .own: "it belongs beside the table"
            }
        }
    }
}

extension BindingTable {
    init(path: String) throws(ScanError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw ScanError(file: path, found: "cannot be read", expected: "a table of protocols")
        }
        try self.init(data, path: path)
    }

    init(_ data: Data, path: String) throws(ScanError) {
        do {
            self = try JSONDecoder().decode(BindingTable.self, from: data)
        } catch DecodingError.keyNotFound(let key, let context) {
            throw ScanError(
                file: path, found: "no \"\(key.stringValue)\" in \(Self.place(context.codingPath))",
                expected: "a value for it")
        } catch DecodingError.typeMismatch(let type, let context) {
            throw ScanError(
                file: path, found: "another kind of value at \(Self.place(context.codingPath))", expected: "\(type)")
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            let expected =
                switch context.codingPath.last?.stringValue {
                case "from": "libwayland, wayland-protocols or own"
                case "access": "public or package"
                default: "what the other entries have there"
                }
            throw ScanError(
                file: path, found: "a value that cannot be used at \(Self.place(context.codingPath))",
                expected: expected)
        } catch {
            throw ScanError(file: path, found: "not well-formed JSON", expected: "a table of protocols")
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        "$" + path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
    }
}
