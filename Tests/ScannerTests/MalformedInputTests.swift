import Foundation
import Fuzzing
import Testing
import TimeLimits

@testable import wayland_swift_scanner

@Suite(.timeLimited) struct MalformedInputTests {
    static let cases: [(xml: String, line: String)] = [
        (
            "<protocol name=\"p\">\n  <interface name=\"p_i\" version=\"1\">\n",
            "p.xml:2: not well-formed XML, expected a protocol element, closed; get it"
        ),
        (
            "<protocol name=\"p\">\n\n<interface name=\"p_i\" version=\"1\">\n</protocol>\n",
            "p.xml:4: not well-formed XML, expected a protocol element, closed; get it"
        ),
        ("", "p.xml:1: not well-formed XML, expected a protocol element, closed; get it"),
        ("<html>\n</html>", "p.xml:1: element <html>, expected <protocol>; get it"),
        ("<protocol/>", "p.xml:1: <protocol> without name, expected name=\"…\"; get it"),
        (
            "<protocol name=\"p\">\n<interface name=\"p_i\"/>\n</protocol>",
            "p.xml:2: <interface> without version, expected version=\"1\" or more; get it"
        ),
        (
            "<protocol name=\"p\">\n<interface name=\"p_i\" version=\"0\"/>\n</protocol>",
            "p.xml:2: version=\"0\", expected a version, 1 or more; get it"
        ),
        (
            "<protocol name=\"p\">\n<interface name=\"p i{\" version=\"1\"/>\n</protocol>",
            "p.xml:2: name=\"p i{\", expected letters, digits and underscores; get it"
        ),
        (
            body("<requets name=\"x\"/>"),
            "p.xml:3: element <requets>, expected <request>, <event>, <enum> or <description>; get it"
        ),
        (
            body("<request name=\"x\" type=\"destroyer\"/>"),
            "p.xml:3: type=\"destroyer\", expected type=\"destructor\" or none; get it"
        ),
        (
            body("<request name=\"x\" since=\"7\"/>"),
            "p.xml:3: since=\"7\", expected 4 at most, the version of p_i; get it"
        ),
        (
            body("<request name=\"x\" since=\"3\"/>\n<request name=\"y\" since=\"2\"/>"),
            "p.xml:4: y with since=\"2\" after since=\"3\", expected versions that do not fall; get it"
        ),
        (
            body("<request name=\"x\">\n<arg name=\"a\" type=\"float\"/>\n</request>"),
            "p.xml:4: type=\"float\", expected int, uint, fixed, string, object, new_id, array or fd; get it"
        ),
        (
            body("<request name=\"x\">\n<arg name=\"a\"/>\n</request>"),
            "p.xml:4: <arg> without type, expected int, uint, fixed, string, object, new_id, array or fd; get it"
        ),
        (
            body("<request name=\"x\">\n<arg name=\"a\" type=\"int\" allow-null=\"true\"/>\n</request>"),
            "p.xml:4: allow-null on type=\"int\", expected string, object or array; get it"
        ),
        (
            body("<request name=\"x\">\n<arg name=\"a\" type=\"object\" allow-null=\"yes\"/>\n</request>"),
            "p.xml:4: allow-null=\"yes\", expected true or false; get it"
        ),
        (
            body(
                "<request name=\"x\">\n<arg name=\"a\" type=\"new_id\"/>\n<arg name=\"b\" type=\"new_id\"/>\n</request>"
            ),
            "p.xml:5: a second new_id in request x, expected one at most; get it"
        ),
        (
            body("<event name=\"x\">\n<arg name=\"a\" type=\"new_id\"/>\n</event>"),
            "p.xml:4: a new_id without interface in event x, expected interface; get it"
        ),
        (
            body("<enum name=\"x\">\n<entry name=\"a\" value=\"many\"/>\n</enum>"),
            "p.xml:4: value=\"many\", expected a number of 32 bits, decimal or 0x…; get it"
        ),
        (
            body("<request name=\"set_x\"/>\n<request name=\"set__x\"/>"),
            "p.xml:4: request set__x after request set_x, expected names that differ; get it"
        ),
        (
            body("<event name=\"x\"/>\n<event name=\"x\"/>"),
            "p.xml:4: event x after event x, expected names that differ; get it"
        ),
        (
            body("<enum name=\"x\"/>\n<enum name=\"x\"/>"),
            "p.xml:4: enum x after enum x, expected names that differ; get it"
        ),
        (
            body("<enum name=\"x\">\n<entry name=\"a\" value=\"1\"/>\n<entry name=\"A\" value=\"2\"/>\n</enum>"),
            "p.xml:5: entry A after entry a, expected names that differ; get it"
        ),
        (
            body("<event name=\"x\">\n<arg name=\"a\" type=\"int\"/>\n<arg name=\"a\" type=\"int\"/>\n</event>"),
            "p.xml:5: arg a after arg a, expected names that differ; get it"
        ),
        (
            body("<event name=\"x\">\((1...21).map { "<arg name=\"a\($0)\" type=\"int\"/>" }.joined())</event>"),
            "p.xml:3: more than 20 arguments of x, expected 20 at most; get it"
        ),
        (
            body(
                "<request name=\"x\"><arg name=\"id\" type=\"new_id\"/>"
                    + "\((1...18).map { "<arg name=\"a\($0)\" type=\"int\"/>" }.joined())</request>"),
            "p.xml:3: more than 20 arguments of x, expected 20 at most; get it"
        ),
        (
            "<protocol name=\"p\">\n<interface name=\"i\" version=\"1\"/>\n<interface name=\"i\" version=\"1\"/>\n</protocol>",
            "p.xml:3: interface i after interface i, expected names that differ; get it"
        ),
        (
            body("<enum name=\"x\">\n<entry name=\"a\" value=\"4294967296\"/>\n</enum>"),
            "p.xml:4: value=\"4294967296\", expected a number of 32 bits, decimal or 0x…; get it"
        ),
    ]

    /// An interface whose members begin in line 3.
    static func body(_ members: String) -> String {
        "<protocol name=\"p\">\n<interface name=\"p_i\" version=\"4\">\n\(members)\n</interface>\n</protocol>\n"
    }

    @Test(arguments: cases)
    func `malformed XML gives a one-line error`(xml: String, line: String) {
        let error = #expect(throws: ScanError.self) {
            try ProtocolFile(Data(xml.utf8), path: "p.xml", remedy: "get it")
        }
        #expect(error?.description == line)
    }

    @Test func `bytes that are not UTF-8 give a one-line error`() {
        for bytes in [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80]] as [[UInt8]] {
            let xml = Data(Self.body("<request name=\"x\" ").utf8.dropLast(30)) + Data(bytes) + Data("=\"y\"/>".utf8)
            let error = #expect(throws: ScanError.self) { try ProtocolFile(xml, path: "p.xml", remedy: "get it") }
            #expect(error?.description == "p.xml:3: bytes that are no UTF-8, expected text; get it")
        }
    }

    @Test func `a missing XML names its package`() {
        let error = #expect(throws: ScanError.self) {
            try ProtocolFile(
                .init(protocol: "viewporter", from: .waylandProtocols, file: "v.xml", why: "", interfaces: []),
                at: "/nowhere/v.xml")
        }
        #expect(
            error?.description == "/nowhere/v.xml:1: cannot be read, expected the XML of protocol viewporter; "
                + "package wayland-protocols brings it (apt-get install wayland-protocols)")
    }

    @Test(arguments: [
        (
            "/nowhere/pkg-config",
            "/nowhere/pkg-config: no such program, expected pkg-config on PATH or in PKG_CONFIG; "
                + "package pkg-config brings it (apt-get install pkg-config)"
        ),
        (
            "false",
            "wayland-protocols.pc: not known to false, expected a package with a pkgdatadir; "
                + "package wayland-protocols brings it (apt-get install wayland-protocols)"
        ),
    ])
    func `a package that pkg-config does not find is named`(pkgConfig: String, line: String) {
        var locator = ProtocolLocator(ownFolder: "/", pkgConfig: pkgConfig)
        let error = #expect(throws: ScanError.self) {
            try locator.path(
                of: .init(protocol: "viewporter", from: .waylandProtocols, file: "v.xml", why: "", interfaces: []))
        }
        #expect(error?.description == line)
    }

    @Test func `an empty PKG_CONFIG names no program`() {
        #expect(ProtocolLocator(ownFolder: "/", pkgConfig: "").pkgConfig == "pkg-config")
    }

    @Test func `a quotation in an error is limited in length`() {
        let error = ScanError(file: "p.xml", line: 3, found: String(repeating: "x", count: 301), expected: "less")
        #expect(error.description == "p.xml:3: \(String(repeating: "x", count: 300))…, expected less")
    }

    @Test func `the table must fit the XML`() throws {
        func error(_ interfaces: [(String, UInt32)], _ members: String) throws -> String? {
            let file = try ProtocolFile(Data(Self.body(members).utf8), path: "p.xml", remedy: nil)
            let bindings = interfaces.map { BindingTable.Binding(interface: $0.0, version: $0.1, why: "") }
            let table = BindingTable(protocols: [
                .init(protocol: "p", from: .libwayland, file: "p.xml", why: "", interfaces: bindings)
            ])
            return #expect(throws: ScanError.self) { try SwiftWriter(table: table, files: [file]) }?.description
        }
        let remedy = "package libwayland-dev brings it (apt-get install libwayland-dev)"
        #expect(
            try error([("p_j", 2)], "") == "p.xml:1: no interface p_j, expected p_j version 2; \(remedy)")
        #expect(
            try error([("p_i", 5)], "") == "p.xml:2: p_i version 4, expected version 5 or later; \(remedy)")
        #expect(
            try error([("p_i", 1), ("p_i", 1)], "") == "p.xml:2: p_i bound twice, expected one place in the table")
        #expect(
            try error([("p_i", 4)], "<event name=\"e\">\n<arg name=\"a\" type=\"new_id\" interface=\"p_k\"/>\n</event>")
                == "p.xml:3: event p_i.e makes a p_k, expected p_k in the table, or a version of p_i before 1")
        for version in 3...4 {
            let maker = """
                <request name="r"><arg name="a" type="new_id" interface="p_k"/></request></interface>
                <interface name="p_k" version="4"><event name="late" since="\(version)"/>
                """
            #expect(
                try error([("p_i", 4), ("p_k", 2)], maker)
                    == "p.xml:3: p_i version 4 makes a p_k that has late, expected p_k version \(version) or later in "
                    + "the table, not 2")
        }
    }

    static let tables: [(json: String, line: String)] = [
        ("{", "b.json: not well-formed JSON, expected a table of protocols"),
        ("{}", "b.json: no \"protocols\" in $, expected a value for it"),
        (
            "{\"protocols\":[{\"protocol\":\"p\",\"from\":\"afar\",\"file\":\"f\",\"why\":\"\",\"interfaces\":[]}]}",
            "b.json: a value that cannot be used at $.protocols[0].from, expected libwayland, wayland-protocols or own"
        ),
        (
            "{\"protocols\":[{\"protocol\":\"p\",\"from\":\"own\",\"access\":\"open\",\"file\":\"f\",\"why\":\"\","
                + "\"interfaces\":[]}]}",
            "b.json: a value that cannot be used at $.protocols[0].access, expected public or package"
        ),
        (
            "{\"protocols\":[{\"protocol\":\"p\",\"from\":\"own\",\"file\":\"f\",\"why\":\"\",\"interfaces\":"
                + "[{\"interface\":\"i\",\"version\":1}]}]}",
            "b.json: no \"why\" in $.protocols[0].interfaces[0], expected a value for it"
        ),
    ]

    @Test(arguments: tables)
    func `a malformed table gives a one-line error`(json: String, line: String) {
        let error = #expect(throws: ScanError.self) { try BindingTable(Data(json.utf8), path: "b.json") }
        #expect(error?.description == line)
    }
}

/// XML and tables that are wrong in any way give Swift, or one line that says what is wrong.
@Suite(.timeLimited) struct ProtocolFuzzTests {
    /// In a process of its own, so that a trap is this test's, and so is all memory.
    @Test func `a damaged protocol is scanned, or refused in one line`() async throws {
        if FuzzRun.isAlone { return try Self.fuzz() }
        await #expect(processExitsWith: .success) {
            limitTimeOfThisProcess()
            try ProtocolFuzzTests.fuzz()
        }
    }

    private static func fuzz() throws {
        let table = try [UInt8](Data(contentsOf: URL(filePath: "\(fixtures)/bindings.json")))
        let own = "\(fixtures)/../../../protocols"
        let xml = try ["\(fixtures)/workshop.xml", "\(own)/weston-test-seat-v1.xml"].map {
            try [UInt8](Data(contentsOf: URL(filePath: $0)))
        }
        let damages = (tables: Damage(to: [table]), protocols: Damage(to: xml))
        let run = FuzzRun(events: 6000)
        var growth = GrowthCheck(run)
        var (swift, count) = (0, 0)
        run.forEachSeed { seed in
            var dice = Dice(seed: seed)
            let start = Footprint.processorTime
            do {
                let isTable = dice.one(in: 8)
                let table = try BindingTable(Data(isTable ? damages.tables.make(&dice) : table), path: "p.json")
                let bytes = isTable ? xml[0] : damages.protocols.make(&dice)
                let file = try ProtocolFile(Data(bytes), path: "p.xml", remedy: nil)
                let whole = isTable ? table : BindingTable(all: file)
                swift += try SwiftWriter(table: whole, files: [file]).output().count
            } catch let error as ScanError {
                let words = error.description
                #expect(words.hasPrefix("p.") && words.utf8.count < 1000, "seed \(seed): \(words.prefix(200))")
                #expect(
                    !words.unicodeScalars.contains { $0.properties.generalCategory == .control },
                    "seed \(seed): \(words)")
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
            #expect(Footprint.processorTime - start < .seconds(10 * Footprint.patience), "seed \(seed) takes too long")
            count += 1
            growth.note(30)
            return 30
        }
        #expect(swift > count / 10, "hardly one is scanned")
        let (memory, descriptors) = growth.growth()
        // FoundationXML loses the words of each error that libxml2 finds.
        #expect(memory < (8 << 20) + count * 512, "it has grown by \(memory) bytes")
        #expect(descriptors <= 0, "\(descriptors) more are open")
    }
}

extension BindingTable {
    /// All that a file has.
    fileprivate init(all file: ProtocolFile) {
        let bindings = file.interfaces.map { Binding(interface: $0.name, version: $0.version, why: "") }
        self.init(protocols: [
            Entry(protocol: file.name, from: .own, file: file.path, why: "", interfaces: bindings)
        ])
    }
}
