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

    @Test func `the view of a touch whose stream has ended is not asked`() {
        let screen = TestScreen()
        let a = screen.view("a")
        let b = screen.view("b", in: a)
        let pan = screen.pan("pan", on: a)
        pan.delegate = screen.delegate
        screen.delegate.simultaneous = { _, _ in true }
        screen.add(Probe(.ended, .ended), "late", to: a)
        b.shouldBegin = { $0 === pan }
        screen.down(at: (10, 10), 0)
        screen.move(to: (40, 10), 10)
        screen.up(20)
        #expect(
            screen.log == [
                "0 late sees began 0", "0 b touchesBegan 0", "10 late sees moved 0", "10 pan began",
                "10 b touchesCancelled 0", "20 late sees ended 0", "20 pan ended", "20 late ended", "20 late reset",
            ])
    }
}
