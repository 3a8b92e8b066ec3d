import Foundation
import Testing
import TimeLimits

@testable import wayland_swift_scanner

/// The fixtures' folder; `workshop.xml` has everything that a protocol can have.
let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures").path

/// The Swift that is made of a protocol, by file name.
func scan(_ xml: String, table: BindingTable) throws -> [String: String] {
    let file = try ProtocolFile(Data(xml.utf8), path: "workshop.xml", remedy: nil)
    let output = try SwiftWriter(table: table, files: [file]).output()
    return Dictionary(uniqueKeysWithValues: output.map { ($0.name, $0.text) })
}

@Suite(.timeLimited) struct SnapshotTests {
    let table: BindingTable
    let xml: String

    init() throws {
        table = try BindingTable(path: "\(fixtures)/bindings.json")
        xml = try String(contentsOfFile: "\(fixtures)/workshop.xml", encoding: .utf8)
    }

    @Test(arguments: ["workshop.swift", "interfaces.swift"])
    func `the output equals the committed fixture`(name: String) throws {
        let actual = try #require(scan(xml, table: table)[name])
        let expectedPath = "\(fixtures)/\(name).expected"
        let expected = (try? String(contentsOfFile: expectedPath, encoding: .utf8)) ?? ""
        if actual != expected {
            let actualPath = FileManager.default.temporaryDirectory.appending(path: "\(name).actual").path
            try actual.write(toFile: actualPath, atomically: true, encoding: .utf8)
            Issue.record("see: diff -u \(expectedPath) \(actualPath); if it is right: cp \(actualPath) \(expectedPath)")
        }
    }

    @Test func `a newer XML gives the same Swift`() throws {
        let newer =
            xml
            .replacing(
                "<interface name=\"workshop_bench\" version=\"4\">",
                with: "<interface name=\"workshop_bench\" version=\"9\">"
            )
            .replacing(
                "<interface name=\"workshop_thing\" version=\"2\">",
                with: """
                    <interface name="workshop_thing" version="9">
                      <enum name="colour" since="5"><entry name="red" value="0"/></enum>
                      <request name="paint" since="5"><arg name="with" type="new_id" interface="workshop_pot"/></request>
                    """
            )
            .replacing(
                "<entry name=\"saw\" value=\"2\"/>",
                with: "<entry name=\"saw\" value=\"2\"/><entry name=\"plane\" value=\"4\" since=\"6\"/>"
            )
            .replacing(
                "<event name=\"gone\" type=\"destructor\" since=\"2\"/>",
                with: """
                    <event name="gone" since="2"/>
                    <event name="painted" since="5"><arg name="by" type="new_id" interface="workshop_painter"/></event>
                    """
            )
            .replacing(
                "</protocol>",
                with: "<interface name=\"workshop_pot\" version=\"1\"/></protocol>")
        #expect(newer != xml)
        #expect(try scan(newer, table: table) == scan(xml, table: table))
    }

    @Test func `types of a protocol with package access are seen by the package alone`() throws {
        var ours = table
        ours.protocols[0].access = .package
        let swift = try #require(scan(xml, table: table)["workshop.swift"])
        #expect(try scan(xml, table: ours)["workshop.swift"] == swift.replacing("public ", with: "package "))
    }

    @Test func `members newer than the table's version are left out`() throws {
        var early = table
        early.protocols[0].interfaces[0].version = 2
        let swift = try #require(scan(xml, table: early)["workshop.swift"])
        #expect(swift.contains("func setTools("))
        #expect(swift.contains("case `repeat`"))
        #expect(!swift.contains("func turn("))
        #expect(!swift.contains("\"turn\""))
        #expect(!swift.contains("static let `default`"))
        #expect(swift.contains("name: \"workshop_bench\", version: 2,"))
    }

    @Test func `members of the table's version are generated`() throws {
        for (version, names) in [
            (2, ["func setTools(", "case `repeat`", "struct Tools"]), (3, ["func turn(", "static let `default`"]),
        ] as [(UInt32, [String])] {
            var early = table
            early.protocols[0].interfaces[0].version = version
            let swift = try #require(scan(xml, table: early)["workshop.swift"])
            #expect(names.filter { !swift.contains($0) } == [])
        }
    }

    @Test func `only the first argument that a request is named after has no label`() throws {
        let request = """
            <request name="set_size" since="3"><arg name="kind" type="int"/><arg name="size" type="int"/></request>
            """
        let lend = #"<request name="lend" since="3">"#
        let swift = try scan(xml.replacing(lend, with: request + lend), table: table)["workshop.swift"]
        #expect(swift?.contains("public func setSize(kind: Int32, size: Int32)") == true)
    }
}
