/// Generates Swift for the interfaces in the table, without the members that are newer than the table's versions.
struct SwiftWriter {
    private let files: [(file: ProtocolFile, interfaces: [ProtocolFile.Interface], access: String)]
    private let bound: [String: ProtocolFile.Interface]

    /// Checks the table against the XML and drops the members that are newer than the table's versions.
    init(table: BindingTable, files: [ProtocolFile]) throws(ScanError) {
        var capped: [(file: ProtocolFile, interfaces: [ProtocolFile.Interface], access: String)] = []
        var bound: [String: ProtocolFile.Interface] = [:]
        var whole: [String: ProtocolFile.Interface] = [:]
        for (entry, file) in zip(table.protocols, files) {
            var interfaces: [ProtocolFile.Interface] = []
            for binding in entry.interfaces {
                guard let interface = file.interfaces.first(where: { $0.name == binding.interface }) else {
                    throw ScanError(
                        file: file.path, line: 1, found: "no interface \(binding.interface)",
                        expected: "\(binding.interface) version \(binding.version)", remedy: entry.from.remedy)
                }
                guard interface.version >= binding.version else {
                    throw ScanError(
                        file: file.path, line: interface.line,
                        found: "\(interface.name) version \(interface.version)",
                        expected: "version \(binding.version) or later", remedy: entry.from.remedy)
                }
                guard bound[interface.name] == nil else {
                    throw ScanError(
                        file: file.path, line: interface.line, found: "\(interface.name) bound twice",
                        expected: "one place in the table")
                }
                whole[interface.name] = interface
                bound[interface.name] = interface.capped(at: binding.version)
                interfaces.append(interface.capped(at: binding.version))
            }
            capped.append((file, interfaces, (entry.access ?? .public).rawValue))
        }
        self.files = capped
        self.bound = bound
        for (file, interfaces, _) in capped {
            for interface in interfaces {
                try check(interface, in: file, whole: whole)
            }
        }
    }

    /// Checks the objects that an interface creates. A created object has its creator's version, so the table must bind
    /// its interface with all members up to that version.
    private func check(
        _ maker: ProtocolFile.Interface, in file: ProtocolFile, whole: [String: ProtocolFile.Interface]
    ) throws(ScanError) {
        for message in maker.requests + maker.events {
            for case .newID(let name?) in message.arguments.map(\.kind) {
                guard let made = whole[name], let cap = bound[name]?.version else {
                    if maker.events.contains(where: { $0.name == message.name && $0.line == message.line }) {
                        throw ScanError(
                            file: file.path, line: message.line,
                            found: "event \(maker.name).\(message.name) makes a \(name)",
                            expected: "\(name) in the table, or a version of \(maker.name) before \(message.since)")
                    }
                    continue
                }
                if let missing = (made.requests + made.events).first(where: {
                    $0.since > cap && $0.since <= maker.version
                }) {
                    throw ScanError(
                        file: file.path, line: message.line,
                        found: "\(maker.name) version \(maker.version) makes a \(name) that has \(missing.name)",
                        expected: "\(name) version \(missing.since) or later in the table, not \(cap)")
                }
            }
        }
    }

    /// Returns the names and the texts of the files: one for each protocol, and one that lists all interfaces.
    func output() -> [(name: String, text: String)] {
        [("interfaces.swift", index())]
            + files.map { file, interfaces, access in
                let types = interfaces.map { type($0, access: access) }
                return ("\(file.name).swift", ([header] + types).joined(separator: "\n") + "\n")
            }
    }

    private var header: String {
        "// Made by wayland-swift-scanner from the XML that protocols/bindings.json names.\n"
    }

    private func index() -> String {
        let names = files.flatMap(\.interfaces).map(\.name)
        return header + """

            enum InterfaceIndex: Int, CaseIterable, Sendable {
            \(names.map { "    case \($0)" }.joined(separator: "\n"))

                var interface: Interface {
                    switch self {
            \(names.map { "        case .\($0): \(Spelling.type($0)).interface" }.joined(separator: "\n"))
                    }
                }
            }

            """
    }

    // MARK: An interface

    private func type(_ interface: ProtocolFile.Interface, access: String) -> String {
        var parts = [table(interface, access: access)]
        if !interface.events.isEmpty { parts.append(events(interface, access: access)) }
        parts += interface.enums.map { enumeration($0, access: access) }
        parts += interface.requests.enumerated().map {
            request($0.element, opcode: $0.offset, in: interface, access: access)
        }
        return documentation(interface.summary, "`\(interface.name)`", indent: "")
            + "\(access) final class \(Spelling.type(interface.name)): Proxy, BoundInterface {\n"
            + parts.joined(separator: "\n") + "}\n"
    }

    private func table(_ interface: ProtocolFile.Interface, access: String) -> String {
        func list(_ name: String, _ messages: [ProtocolFile.Message]) -> String {
            if messages.isEmpty { return "        \(name): []" }
            let lines = messages.map { message in
                let types = message.arguments.flatMap { argument -> [String] in
                    switch argument.kind {
                    case .object(let name?, _), .newID(let name?): [bound[name] == nil ? "nil" : ".\(name)"]
                    case .newID(nil): ["nil", "nil", "nil"]
                    default: ["nil"]
                    }
                }
                return "            .init(\"\(message.name)\", \"\(signature(message))\", "
                    + "[\(types.joined(separator: ", "))]),"
            }
            return "        \(name): [\n\(lines.joined(separator: "\n"))\n        ]"
        }
        return """
                \(access) static let interface = Interface(
                    .\(interface.name), name: "\(interface.name)", version: \(interface.version),
            \(list("requests", interface.requests)),
            \(list("events", interface.events)))

            """
    }

    private func signature(_ message: ProtocolFile.Message) -> String {
        (message.since > 1 ? "\(message.since)" : "")
            + message.arguments.map { argument in
                switch argument.kind {
                case .int: "i"
                case .uint: "u"
                case .fixed: "f"
                case .string(let allowsNull): allowsNull ? "?s" : "s"
                case .object(_, let allowsNull): allowsNull ? "?o" : "o"
                case .newID(let interface): interface == nil ? "sun" : "n"
                case .array: "a"
                case .fd: "h"
                }
            }.joined()
    }

    // MARK: Events

    private func events(_ interface: ProtocolFile.Interface, access: String) -> String {
        let ownsDescriptor = interface.events.contains { $0.arguments.contains { $0.kind == .fd } }
        let cases = interface.events.map { event in
            let payload = event.arguments.map { "\(Spelling.member($0.name)): \(eventType($0, in: interface))" }
            return documentation(event.summary, since: event.since, indent: "        ")
                + "        case \(Spelling.member(event.name))"
                + (payload.isEmpty ? "" : "(\(payload.joined(separator: ", ")))") + "\n"
        }
        let branches = interface.events.enumerated().map { opcode, event in
            let payload = event.arguments.enumerated().map {
                "\(Spelling.member($0.element.name)): \(decoding($0.element, at: $0.offset, in: interface))"
            }
            let value =
                ".\(Spelling.member(event.name))" + (payload.isEmpty ? "" : "(\(payload.joined(separator: ", ")))")
            let isOwner = event.arguments.contains {
                switch $0.kind {
                case .fd, .newID: true
                default: false
                }
            }
            // An event that owns an object or a descriptor is decoded even without a handler, so that both are
            // released.
            return "        case \(opcode):"
                + (isOwner
                    ? "\n            let event = Event\(value)\n            onEvent?(event)" : " onEvent?(\(value))")
        }
        return """
                /// What the compositor says.\(ownsDescriptor ? " Not copyable: it may own a file descriptor." : "")
                \(access) enum Event\(ownsDescriptor ? ": ~Copyable" : "") {
            \(cases.joined())    }

                /// Called with each event, in order; nothing by default.
                \(access) var onEvent: ((\(ownsDescriptor ? "consuming " : "")Event) -> Void)?

                override func deliver(_ message: borrowing IncomingMessage) {
                    switch message.opcode {
            \(branches.joined(separator: "\n"))
                    default: break
                    }
                }

            """
    }

    private func eventType(_ argument: ProtocolFile.Argument, in interface: ProtocolFile.Interface) -> String {
        switch argument.kind {
        case .int(let name): name.flatMap { enumerationType($0, in: interface) } ?? "Int32"
        case .uint(let name): name.flatMap { enumerationType($0, in: interface) } ?? "UInt32"
        case .fixed: "Double"
        case .string(let allowsNull): allowsNull ? "String?" : "String"
        // An object that the client has already destroyed is nil, even if the XML does not allow null.
        case .object(let name, _): "\(objectType(name))?"
        case .newID(let name): objectType(name)
        case .array: "[UInt8]"
        case .fd: "FileDescriptor"
        }
    }

    private func decoding(
        _ argument: ProtocolFile.Argument, at index: Int, in interface: ProtocolFile.Interface
    ) -> String {
        switch argument.kind {
        case .int(let name):
            name.flatMap { enumerationType($0, in: interface) }.map { "\($0)(rawValue: message.uint(\(index)))" }
                ?? "message.int(\(index))"
        case .uint(let name):
            name.flatMap { enumerationType($0, in: interface) }.map { "\($0)(rawValue: message.uint(\(index)))" }
                ?? "message.uint(\(index))"
        case .fixed: "message.fixed(\(index))"
        case .string(let allowsNull): allowsNull ? "message.optionalString(\(index))" : "message.string(\(index))"
        case .object: "message.object(\(index))"
        case .newID: "message.newObject(\(index))"
        case .array: "message.array(\(index))"
        case .fd: "message.descriptor(\(index))"
        }
    }

    // MARK: Enumerations

    private func enumeration(_ enumeration: ProtocolFile.Enumeration, access: String) -> String {
        let name = Spelling.nestedType(enumeration.name)
        let entries = enumeration.entries.map { entry in
            documentation(
                entry.summary, "The protocol's `\(enumeration.name).\(entry.name)`", since: entry.since,
                indent: "        ")
                + "        \(access) static let \(Spelling.member(entry.name))"
                // The compiler warns about an option set with the raw value 0.
                + (enumeration.isBitfield && entry.value == 0
                    ? ": \(name) = []\n" : " = \(name)(rawValue: \(entry.value))\n")
        }
        let documented = documentation(
            enumeration.summary, "The protocol's `\(enumeration.name)`", since: enumeration.since, indent: "    ")
        return documented
            + """
                \(access) struct \(name): \(enumeration.isBitfield ? "OptionSet" : "RawRepresentable"), Hashable, Sendable {
                    \(access) let rawValue: UInt32

                    \(access) init(rawValue: UInt32) { self.rawValue = rawValue }

            \(entries.joined())    }

            """
    }

    private func enumerationType(_ reference: String, in interface: ProtocolFile.Interface) -> String? {
        let parts = reference.split(separator: ".", maxSplits: 1).map(String.init)
        guard let owner = parts.count == 2 ? bound[parts[0]] : interface,
            let enumeration = owner.enums.first(where: { $0.name == parts.last })
        else { return nil }
        return "\(Spelling.type(owner.name)).\(Spelling.nestedType(enumeration.name))"
    }

    // MARK: Requests

    private func request(
        _ request: ProtocolFile.Message, opcode: Int, in interface: ProtocolFile.Interface, access: String
    ) -> String {
        let unbound = request.arguments.compactMap { argument in
            switch argument.kind {
            case .object(let name?, _), .newID(let name?): bound[name] == nil ? name : nil
            default: nil
            }
        }
        if let name = unbound.first {
            return "    // \(request.name) needs \(name), which the table does not bind.\n"
        }
        var parameters: [String] = []
        var values: [String] = []
        var result: (type: String, isGeneric: Bool)?
        for argument in request.arguments {
            let name = Spelling.member(argument.name)
            // set_title(title) becomes setTitle("…"), and set_min_size(width, height) becomes setMinSize(width:height:).
            let isNamed = "_\(request.name)".hasSuffix("_\(argument.name)") && parameters.isEmpty
            let label = isNamed ? "_ \(name)" : name
            switch argument.kind {
            case .int(let enumeration):
                let type = enumeration.flatMap { enumerationType($0, in: interface) }
                parameters.append("\(label): \(type ?? "Int32")")
                values.append(type == nil ? ".int(\(name))" : ".uint(\(name).rawValue)")
            case .uint(let enumeration):
                let type = enumeration.flatMap { enumerationType($0, in: interface) }
                parameters.append("\(label): \(type ?? "UInt32")")
                values.append(type == nil ? ".uint(\(name))" : ".uint(\(name).rawValue)")
            case .fixed:
                parameters.append("\(label): Double")
                values.append(".fixed(\(name))")
            case .string(let allowsNull):
                parameters.append("\(label): String\(allowsNull ? "?" : "")")
                values.append(".string(\(name))")
            case .object(let interface, let allowsNull):
                parameters.append("\(label): \(objectType(interface))\(allowsNull ? "?" : "")")
                values.append(".object(\(name))")
            case .newID(let interface?):
                result = (Spelling.type(interface), false)
                values.append(".newID")
            case .newID(nil):
                result = ("P", true)
                parameters.append("_ type: P.Type")
                parameters.append("version: UInt32")
                values += [".string(P.interface.name)", ".uint(version)", ".newID"]
            case .array:
                parameters.append("\(label): [UInt8]")
                values.append(".array(\(name))")
            case .fd:
                parameters.append("\(label): borrowing FileDescriptor")
                values.append(".fd(\(name).rawValue)")
            }
        }
        let message =
            "Request(\(opcode), \"\(request.name)\", since: \(request.since)"
            + (request.isDestructor ? ", destroys: true" : "") + ")"
        let list = "[\(values.joined(separator: ", "))]"
        let head = "    \(access) func \(Spelling.member(request.name))"
        let arguments = "(\(parameters.joined(separator: ", ")))"
        let documented = documentation(request.summary, since: request.since, indent: "    ")
        guard let result else {
            return documented + "\(head)\(arguments) {\n        send(\(message), \(list))\n    }\n"
        }
        let generic = result.isGeneric ? "<P: BoundInterface>" : ""
        let version = result.isGeneric ? ", version: version" : ""
        return documented + "\(head)\(generic)\(arguments) -> \(result.type) {\n"
            + "        make(\(result.type).self, \(message), \(list)\(version))\n    }\n"
    }

    private func objectType(_ interface: String?) -> String {
        interface.flatMap { bound[$0] }.map { Spelling.type($0.name) } ?? "Proxy"
    }

    // MARK: Documentation

    private func documentation(
        _ summary: String, _ fallback: String? = nil, since: UInt32 = 1, indent: String
    ) -> String {
        // The sentence begins with a capital letter, unless its first word is a name of the protocol.
        let isName = summary.prefix { $0 != " " }.contains("_")
        var text =
            summary.isEmpty
            ? fallback ?? "" : (isName ? "" : summary.prefix(1).uppercased()) + summary.dropFirst(isName ? 0 : 1)
        if since > 1 { text += text.isEmpty ? "Since version \(since)" : " (since version \(since))" }
        if text.isEmpty { return "" }
        return "\(indent)/// \(text)\(".!?".contains(text.suffix(1)) ? "" : ".")\n"
    }
}

extension ProtocolFile.Interface {
    /// Returns the interface without the members that are newer than a version.
    func capped(at version: UInt32) -> Self {
        var copy = self
        copy.version = version
        copy.requests.removeAll { $0.since > version }
        copy.events.removeAll { $0.since > version }
        copy.enums.removeAll { $0.since > version }
        for index in copy.enums.indices {
            copy.enums[index].entries.removeAll { $0.since > version }
        }
        return copy
    }
}

/// Converts names of the XML to names in Swift.
enum Spelling {
    /// `wl_touch` → `WlTouch`
    static func type(_ name: String) -> String {
        name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Returns the name of an enumeration within its interface. `Value` is appended to names that Swift or the
    /// interface's class uses otherwise.
    static func nestedType(_ name: String) -> String {
        let type = type(name)
        return ["Type", "Protocol", "Self", "Event"].contains(type) ? "\(type)Value" : type
    }

    /// `set_min_size` → `setMinSize`, `90` → `_90`, `default` → `` `default` ``
    static func member(_ name: String) -> String {
        let type = type(name)
        let member = type.prefix(1).lowercased() + type.dropFirst()
        if member.first?.isNumber == true { return "_\(member)" }
        return keywords.contains(member) ? "`\(member)`" : member
    }

    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
        "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
