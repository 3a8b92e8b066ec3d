import Testing
import TouchKit

@testable import TouchScenario

/// Every row of the format's tables is read and written. A new row is tested without a change here, unless its value is
/// of a new kind.
struct FormatTests {
    /// Values that fields of every kind accept, and that are not their defaults.
    private var values = [
        #""failed""#, #""touchesEnded""#, #""secondary""#, #""up""#, #""finger""#, #""velocity""#, "7", "0.5", "true",
        "false", "[1,2]", "[1,2,3,4]", "[[1,2]]", #"["a"]"#, #"["top"]"#, #"["control"]"#, #"{"gt":7}"#,
        #"{"removeView":"a"}"#, #"{"frame":[1,2,3,4],"parent":"a"}"#,
    ]

    /// Checks the table of an object and returns the object with a value for each field.
    @discardableResult
    private func check<Root>(
        _ format: ObjectFormat<Root>, keys: [String]? = nil, reading read: (JSONElement) throws -> Root
    ) -> String {
        check(keys ?? format.fields.flatMap(\.keys)) { try format.text(read($0)).jsonText }
    }

    @discardableResult
    private func check<Root>(_ format: ObjectFormat<Root>) -> String { check(format) { try format.value.read($0) } }

    /// Checks that fields are written as they are read, and that each of them has a property of its own.
    ///
    /// - Parameter rewrite: Reads an object and writes it.
    private func check(_ keys: [String], rewrite: (JSONElement) throws -> String) -> String {
        #expect(Set(keys).count == keys.count, "\(keys)")
        var parsed: [String: JSON] = [:]
        for value in values { parsed[value] = (try? JSONElement(file: "f", bytes: [UInt8](value.utf8)))?.value }
        var chosen: [String: String] = [:]
        func text(without absent: String? = nil) -> String {
            let fields = keys.filter { $0 != absent }.compactMap { key in chosen[key].map { "\(key.jsonText):\($0)" } }
            return "{\(fields.joined(separator: ","))}"
        }
        func result(without absent: String? = nil) -> Result<String, any Error> {
            let fields = chosen.filter { $0.key != absent }.compactMapValues { parsed[$0] }
            return Result { try rewrite(JSONElement(file: "f", path: "$", value: .object(fields))) }
        }
        /// Whether the value of a key is read and, if the object is complete, written again.
        func isFit(_ key: String) -> Bool {
            switch result() {
            case .success(let written): written.contains("\(key.jsonText):\(chosen[key] ?? "")")
            case .failure(ScenarioError.notScenario(_, let path, _, _)):
                !(path + ".").hasPrefix("$.\(key).") && !path.hasPrefix("$.\(key)[")
            case .failure: false
            }
        }
        // The second round checks what is written, because the object is complete after the first one.
        for key in keys + keys where chosen[key] == nil || !isFit(key) {
            let isFound = values.contains { value in
                chosen[key] = value
                return isFit(key)
            }
            #expect(isFound, "no value is known that \"\(key)\" accepts and that is not its default")
        }
        let whole = text()
        do {
            let written = try result().get()
            #expect(written == whole)
        } catch {
            Issue.record(error)
        }
        for key in keys {
            let rest = text(without: key)
            // Fields that others depend on can't be left out.
            guard let written = try? result(without: key).get() else { continue }
            #expect(written == rest, "\"\(key)\" is written where it is absent")
        }
        return whole
    }

    /// Checks the cases of an enumeration that differ by their keys.
    private func check<Whole>(_ cases: [CaseFormat<Whole>]) {
        let format = ValueFormat<Whole>.object(.cases(cases))
        for each in cases { _ = check(each.keys) { format.text(try format.read($0)) } }
    }

    /// Checks the cases of an enumeration that a field of an object names.
    private func check<Whole, Root>(
        _ cases: [CaseFormat<Whole>], named key: String, in format: ObjectFormat<Root>
    ) -> [String] {
        cases.map { one in
            var tests = self
            tests.values.insert(one.name.jsonText, at: 0)
            let keys = format.fields.flatMap(\.keys).flatMap { $0 == key ? [key] + one.keys : [$0] }
            return tests.check(format, keys: keys) { try format.value.read($0) }
        }
    }

    @Test mutating func `every field of every table is read and written`() throws {
        func lines(_ elements: [String]) -> String { LineText(elements).jsonText }
        check(Scenario.Matcher.Bounds.format)
        check(Scenario.Event.Contact.format)
        check(Scenario.Recognizer.Action.cases)
        check(Scenario.Event.Change.cases)
        let objects = [
            [check(Scenario.View.format)],
            check(Scenario.Recognizer.Kind.cases, named: "kind", in: Scenario.Recognizer.format),
            check(Scenario.Event.Kind.cases.filter { $0.name != "set" }, named: "type", in: Scenario.Event.format),
            [check(Scenario.Prohibition.format)],
            [check(Scenario.ViewExpectation.format)], [check(Scenario.Invariant.format)],
        ]
        values += [check(Scenario.Threshold.format), check(Scenario.Expectation.Value.format)]
        values += [lines([check(Scenario.Expectation.format)])] + objects.map(lines)
        // A recognizer without optional fields, because `viewExpect` changes the default of one.
        values.append(lines([#"{"id":"a","kind":"hover"}"#]))
        check(Scenario.format) { try Scenario.parse($0) }
    }

    @Test func `every shared field is copied to a live object and from it`() throws {
        for each in Scenario.View.sharedFields {
            try checkCopies(of: each, in: Scenario.View.format, { View() }, Scenario.View.sharedFields)
        }
        for each in Scenario.Recognizer.sharedFields {
            try checkCopies(
                of: each, in: Scenario.Recognizer.format, { HoverGestureRecognizer() }, Scenario.Recognizer.sharedFields
            )
        }
    }

    /// Checks that a value other than the default reaches a live object, and that no other property changes.
    private func checkCopies<Root: Equatable, Object>(
        of shared: SharedField<Root, Object>, in format: ObjectFormat<Root>, _ make: () -> Object,
        _ fields: [SharedField<Root, Object>]
    ) throws {
        let key = shared.field.keys[0]
        let descriptions = values.compactMap { value -> Root? in
            let element = try? JSONElement(file: "f", bytes: [UInt8]("{\(key.jsonText):\(value)}".utf8))
            return try? element?.object { (fields) throws(ScenarioError) in
                var description = format.blank
                try shared.field.read(&description, &fields)
                return description
            }
        }
        let description = try #require(descriptions.first { $0 != format.blank }, "\(key)")
        let object = make()
        for field in fields { field.apply(description, object) }
        var recorded = format.blank
        for field in fields { field.record(object, &recorded) }
        #expect(recorded == description, "\(key)")
    }

    @Test func `a field that has its default is left out`() throws {
        let text = """
            {"name":"n","views":[{"id":"root","frame":[0,0,800,600],"parent":null,"hidden":false,"alpha":1}],
             "recognizers":[{"id":"a","kind":"tap","taps":1,"view":"root"},{"id":"b","kind":"pan","maxTouches":null}],
             "events":[{"t":0,"type":"cancel"}],"partial":false,"note":""}
            """
        let scenario = try #require(try Scenario.read([UInt8](text.utf8), file: "f.json").first)
        #expect(
            scenario.json == """
                {
                  "name":"n",
                  "recognizers":[
                    {"id":"a","kind":"tap"},
                    {"id":"b","kind":"pan"}
                  ],
                  "events":[
                    {"t":0,"type":"cancel"}
                  ]
                }
                """)
    }

    @Test func `every gesture setting has a threshold of its own`() {
        var settings = GestureSettings()
        settings.multiTapInterval = nil
        settings.panSlop = 3
        settings.contactBounceInterval = .milliseconds(12)
        #expect(GestureSettings(settings.thresholds) == settings)
        #expect(settings.thresholds.count == Scenario.Threshold.allCases.count)
        for threshold in Scenario.Threshold.allCases {
            var changed = settings
            threshold.setting.set(&changed, 99)
            #expect(changed.thresholds.filter { settings.thresholds[$0.key] != $0.value } == [threshold: 99])
        }
    }
}
