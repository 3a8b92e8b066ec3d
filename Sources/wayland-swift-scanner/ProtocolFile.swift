import Foundation
import FoundationXML

/// A protocol as its XML describes it.
struct ProtocolFile {
    var path: String
    var name: String
    var interfaces: [Interface]

    struct Interface {
        var name: String
        var version: UInt32
        var line: Int
        var summary = ""
        var requests: [Message] = []
        var events: [Message] = []
        var enums: [Enumeration] = []
    }

    /// A request or an event.
    struct Message {
        var name: String
        var since: UInt32
        var isDestructor: Bool
        var line: Int
        var summary = ""
        var arguments: [Argument] = []
    }

    struct Argument {
        var name: String
        var kind: Kind
        var line: Int

        enum Kind: Equatable {
            case int(enumeration: String?)
            case uint(enumeration: String?)
            case fixed
            case string(allowsNull: Bool)
            case object(interface: String?, allowsNull: Bool)
            case newID(interface: String?)
            case array
            case fd
        }
    }

    struct Enumeration {
        var name: String
        var since: UInt32
        var isBitfield: Bool
        var line: Int
        var summary = ""
        var entries: [Entry] = []

        struct Entry {
            var name: String
            var value: UInt32
            var since: UInt32
            var line: Int
            var summary = ""
        }
    }
}

extension ProtocolFile {
    /// Reads the XML of an entry of the table.
    init(_ entry: BindingTable.Entry, at path: String) throws(ScanError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw ScanError(
                file: path, line: 1, found: "cannot be read", expected: "the XML of protocol \(entry.protocol)",
                remedy: entry.from.remedy)
        }
        self = try Self(data, path: path, remedy: entry.from.remedy)
        guard name == entry.protocol else {
            throw ScanError(
                file: path, line: 1, found: "protocol \(name)", expected: "protocol \(entry.protocol)",
                remedy: entry.from.remedy)
        }
    }

    init(_ data: Data, path: String, remedy: String?) throws(ScanError) {
        // Foundation's parser traps on some invalid bytes.
        if let place = data.firstIndexOfBrokenUTF8 {
            let line = 1 + data[..<place].count { $0 == UInt8(ascii: "\n") }
            throw ScanError(
                file: path, line: line, found: "bytes that are no UTF-8", expected: "text", remedy: remedy)
        }
        let reader = ProtocolReader(path: path, remedy: remedy)
        let parser = XMLParser(data: data)
        parser.delegate = reader
        let isWellFormed = parser.parse()
        if let problem = reader.problem { throw problem }
        guard isWellFormed, let result = reader.result else {
            throw ScanError(
                file: path, line: max(parser.lineNumber, 1), found: "not well-formed XML",
                expected: "a protocol element, closed", remedy: remedy)
        }
        self = result
    }
}

extension Data {
    /// The index of the first byte that is not UTF-8; nil if all are.
    fileprivate var firstIndexOfBrokenUTF8: Index? {
        var (decoder, rest, place) = (UTF8(), makeIterator(), startIndex)
        while true {
            switch decoder.decode(&rest) {
            case .scalarValue(let scalar): place += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return place
            }
        }
    }
}

/// Builds a `ProtocolFile` from the parser's events, and stops at the first error of format.
private final class ProtocolReader: NSObject, XMLParserDelegate {
    private(set) var result: ProtocolFile?
    private(set) var problem: ScanError?
    private let path: String
    private let remedy: String?
    /// The open elements, outermost first.
    private var open: [Element] = []

    private enum Element {
        case root(ProtocolFile)
        case interface(ProtocolFile.Interface)
        case request(ProtocolFile.Message)
        case event(ProtocolFile.Message)
        case argument(ProtocolFile.Argument)
        case enumeration(ProtocolFile.Enumeration)
        case entry(ProtocolFile.Enumeration.Entry)
        /// A description or copyright, with everything in it.
        case prose
    }

    init(path: String, remedy: String?) {
        self.path = path
        self.remedy = remedy
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard problem == nil else { return }
        do throws(ScanError) {
            open.append(try element(Tag(name, attributes, path: path, line: parser.lineNumber, remedy: remedy)))
        } catch {
            problem = error
            parser.abortParsing()
        }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard problem == nil, let finished = open.popLast() else { return }
        do throws(ScanError) {
            try close(finished)
        } catch {
            problem = error
            parser.abortParsing()
        }
    }

    private func element(_ tag: Tag) throws(ScanError) -> Element {
        switch (open.last, tag.name) {
        case (nil, "protocol"):
            return .root(ProtocolFile(path: path, name: try tag.identifier("name"), interfaces: []))
        case (nil, _):
            throw tag.error("element <\(tag.name)>", expected: "<protocol>")
        case (.root, "interface"):
            return .interface(
                .init(name: try tag.identifier("name"), version: try tag.version("version"), line: tag.line))
        case (.interface, "request"):
            return .request(try message(tag))
        case (.interface, "event"):
            return .event(try message(tag))
        case (.interface, "enum"):
            return .enumeration(
                .init(
                    name: try tag.identifier("name"), since: try tag.version("since", or: 1),
                    isBitfield: try tag.flag("bitfield"), line: tag.line))
        case (.request, "arg"), (.event, "arg"):
            return .argument(
                .init(name: try tag.identifier("name"), kind: try tag.argumentKind(), line: tag.line))
        case (.enumeration, "entry"):
            return .entry(
                .init(
                    name: try tag.identifier("name", mayStartWithDigit: true), value: try tag.value("value"),
                    since: try tag.version("since", or: 1), line: tag.line,
                    summary: tag.attributes["summary"].map(Self.oneLine) ?? ""))
        case (_, "description"):
            note(tag.attributes["summary"].map(Self.oneLine) ?? "")
            return .prose
        case (.interface, _):
            // Skipping an unknown message would give every later one a wrong opcode.
            throw tag.error("element <\(tag.name)>", expected: "<request>, <event>, <enum> or <description>")
        case (.request, _), (.event, _):
            throw tag.error("element <\(tag.name)>", expected: "<arg> or <description>")
        default:
            return .prose
        }
    }

    private func message(_ tag: Tag) throws(ScanError) -> ProtocolFile.Message {
        let type = tag.attributes["type"]
        guard type == nil || type == "destructor" else {
            throw tag.error("type=\"\(type ?? "")\"", expected: "type=\"destructor\" or none")
        }
        return .init(
            name: try tag.identifier("name"), since: try tag.version("since", or: 1),
            isDestructor: type == "destructor", line: tag.line)
    }

    private func close(_ element: Element) throws(ScanError) {
        switch (open.popLast(), element) {
        case (nil, .root(let file)):
            result = file
        case (.root(var file), .interface(let interface)):
            try check("interface", interface.name, interface.line, among: file.interfaces.map(\.name))
            file.interfaces.append(interface)
            open.append(.root(file))
        case (.interface(var interface), .request(let message)):
            try check(message, after: interface.requests.last, in: interface)
            try check("request", message.name, message.line, among: interface.requests.map(\.name))
            interface.requests.append(message)
            open.append(.interface(interface))
        case (.interface(var interface), .event(let message)):
            try check(message, after: interface.events.last, in: interface)
            try check("event", message.name, message.line, among: interface.events.map(\.name))
            interface.events.append(message)
            open.append(.interface(interface))
        case (.interface(var interface), .enumeration(let enumeration)):
            try check("enum", enumeration.name, enumeration.line, among: interface.enums.map(\.name))
            interface.enums.append(enumeration)
            open.append(.interface(interface))
        case (.request(var message), .argument(let argument)):
            if case .newID = argument.kind,
                message.arguments.contains(where: { if case .newID = $0.kind { true } else { false } })
            {
                throw error(argument.line, "a second new_id in request \(message.name)", expected: "one at most")
            }
            try add(argument, to: &message)
            open.append(.request(message))
        case (.event(var message), .argument(let argument)):
            if argument.kind == .newID(interface: nil) {
                throw error(argument.line, "a new_id without interface in event \(message.name)", expected: "interface")
            }
            try add(argument, to: &message)
            open.append(.event(message))
        case (.enumeration(var enumeration), .entry(let entry)):
            try check("entry", entry.name, entry.line, among: enumeration.entries.map(\.name))
            enumeration.entries.append(entry)
            open.append(.enumeration(enumeration))
        case (let parent?, _):
            open.append(parent)
        case (nil, _):
            break
        }
    }

    /// Checks that a name differs in Swift from the names of the other elements.
    private func check(_ what: String, _ name: String, _ line: Int, among others: [String]) throws(ScanError) {
        guard let other = others.first(where: { Spelling.member($0) == Spelling.member(name) }) else { return }
        throw error(line, "\(what) \(name) after \(what) \(other)", expected: "names that differ")
    }

    /// Adds an argument. libwayland allows twenty; a new object without interface counts as three.
    private func add(_ argument: ProtocolFile.Argument, to message: inout ProtocolFile.Message) throws(ScanError) {
        try check("arg", argument.name, argument.line, among: message.arguments.map(\.name))
        message.arguments.append(argument)
        let count = message.arguments.reduce(0) { $0 + ($1.kind == .newID(interface: nil) ? 3 : 1) }
        guard count <= 20 else {
            throw error(argument.line, "more than 20 arguments of \(message.name)", expected: "20 at most")
        }
    }

    private func check(
        _ message: ProtocolFile.Message, after previous: ProtocolFile.Message?, in interface: ProtocolFile.Interface
    ) throws(ScanError) {
        guard message.since >= previous?.since ?? 1 else {
            throw error(
                message.line, "\(message.name) with since=\"\(message.since)\" after since=\"\(previous?.since ?? 1)\"",
                expected: "versions that do not fall")
        }
        guard message.since <= interface.version else {
            throw error(
                message.line, "since=\"\(message.since)\"",
                expected: "\(interface.version) at most, the version of \(interface.name)")
        }
    }

    private func note(_ summary: String) {
        switch open.popLast() {
        case .interface(var interface):
            interface.summary = summary
            open.append(.interface(interface))
        case .request(var message):
            message.summary = summary
            open.append(.request(message))
        case .event(var message):
            message.summary = summary
            open.append(.event(message))
        case .enumeration(var enumeration):
            enumeration.summary = summary
            open.append(.enumeration(enumeration))
        case .entry(var entry):
            if entry.summary.isEmpty { entry.summary = summary }
            open.append(.entry(entry))
        case let other?:
            open.append(other)
        case nil:
            break
        }
    }

    private func error(_ line: Int, _ found: String, expected: String) -> ScanError {
        ScanError(file: path, line: line, found: found, expected: expected, remedy: remedy)
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// An opening tag with typed access to its attributes.
private struct Tag {
    let name: String
    let attributes: [String: String]
    let path: String
    let line: Int
    let remedy: String?

    init(_ name: String, _ attributes: [String: String], path: String, line: Int, remedy: String?) {
        self.name = name
        self.attributes = attributes
        self.path = path
        self.line = line
        self.remedy = remedy
    }

    func error(_ found: String, expected: String) -> ScanError {
        ScanError(file: path, line: line, found: found, expected: expected, remedy: remedy)
    }

    /// Returns an attribute that becomes a name in Swift: ASCII letters, digits and underscores.
    func identifier(_ attribute: String, mayStartWithDigit: Bool = false) throws(ScanError) -> String {
        guard let text = attributes[attribute] else {
            throw error("<\(name)> without \(attribute)", expected: "\(attribute)=\"…\"")
        }
        let isName =
            text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            && text.contains { $0 != "_" }
            && (mayStartWithDigit || text.first?.isNumber == false)
        guard isName else {
            throw error("\(attribute)=\"\(text)\"", expected: "letters, digits and underscores")
        }
        return text
    }

    func version(_ attribute: String, or standard: UInt32? = nil) throws(ScanError) -> UInt32 {
        guard let text = attributes[attribute] else {
            if let standard { return standard }
            throw error("<\(name)> without \(attribute)", expected: "\(attribute)=\"1\" or more")
        }
        guard let number = UInt32(text), (1...0xFFFF).contains(number) else {
            throw error("\(attribute)=\"\(text)\"", expected: "a version, 1 or more")
        }
        return number
    }

    func value(_ attribute: String) throws(ScanError) -> UInt32 {
        guard let text = attributes[attribute] else {
            throw error("<\(name)> without \(attribute)", expected: "\(attribute)=\"…\"")
        }
        let number =
            if text.hasPrefix("0x") || text.hasPrefix("0X") {
                UInt32(text.dropFirst(2), radix: 16)
            } else {
                UInt32(text) ?? Int32(text).map(UInt32.init(bitPattern:))
            }
        guard let number else {
            throw error("\(attribute)=\"\(text)\"", expected: "a number of 32 bits, decimal or 0x…")
        }
        return number
    }

    func flag(_ attribute: String) throws(ScanError) -> Bool {
        switch attributes[attribute] {
        case nil, "false": return false
        case "true": return true
        case let text?: throw error("\(attribute)=\"\(text)\"", expected: "true or false")
        }
    }

    func argumentKind() throws(ScanError) -> ProtocolFile.Argument.Kind {
        let allowsNull = try flag("allow-null")
        let interface = attributes["interface"]
        let enumeration = attributes["enum"]
        let kind: ProtocolFile.Argument.Kind
        switch attributes["type"] {
        case "int": kind = .int(enumeration: enumeration)
        case "uint": kind = .uint(enumeration: enumeration)
        case "fixed": kind = .fixed
        case "string": kind = .string(allowsNull: allowsNull)
        case "object": kind = .object(interface: interface, allowsNull: allowsNull)
        case "new_id": kind = .newID(interface: interface)
        case "array": kind = .array
        case "fd": kind = .fd
        case let type:
            throw error(
                type.map { "type=\"\($0)\"" } ?? "<arg> without type",
                expected: "int, uint, fixed, string, object, new_id, array or fd")
        }
        switch kind {
        case .string, .object, .array: break
        default:
            if allowsNull {
                throw error("allow-null on type=\"\(attributes["type"] ?? "")\"", expected: "string, object or array")
            }
        }
        return kind
    }
}
