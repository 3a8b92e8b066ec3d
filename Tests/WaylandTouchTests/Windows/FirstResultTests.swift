import Testing
import TimeLimits

@testable import WaylandTouch

@Suite(.timeLimited) struct FirstResultTests {
    @Test func `each element is transformed once, and none after the first result`() {
        var asked: [Int] = []
        let result = (1...5).firstResult { number in
            defer { asked.append(number) }
            // What is asked a second time has another answer.
            return number >= 3 && !asked.contains(number) ? "\(number)" : nil
        }
        #expect(result == "3")
        #expect(asked == [1, 2, 3])
        #expect((1...2).firstResult { _ in nil as Int? } == nil)
    }
}
