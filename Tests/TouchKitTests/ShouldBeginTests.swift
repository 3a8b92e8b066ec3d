import Testing

@testable import TouchKit

/// `gestureRecognizerShouldBegin` is a question that is asked once.
@Suite struct ShouldBeginTests {
    @Test func `a recognizer that is held back is asked once in an attempt`() {
        let screen = TestScreen()
        let a = screen.view("a")
        let single = screen.tap("S", on: a)
        single.require(toFail: screen.tap("D", on: a, taps: 2))
        var asked: [String] = []
        screen.delegate.shouldBegin = { recognizer in
            asked.append(recognizer.name ?? "")
            return true
        }
        single.delegate = screen.delegate
        // Other fingers elsewhere make the set be looked at again and again.
        let b = screen.view("b", 200)
        screen.tap("other", on: b)
        screen.tap(at: (10, 10), from: 0, to: 80)
        screen.tap(at: (210, 10), from: 100, to: 150)
        screen.tap(at: (210, 10), from: 200, to: 250)
        screen.wait(until: 500)
        #expect(screen.log(of: "S") == ["380 S ended"])
        #expect(asked.count { $0 == "S" } == 1)
        screen.tap(at: (10, 10), from: 1000, to: 1080)
        screen.wait(until: 1500)
        #expect(asked.count { $0 == "S" } == 2)
    }
}
