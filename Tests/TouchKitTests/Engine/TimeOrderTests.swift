import Testing
import TimeLimits

@testable import TouchKit

private func ms(_ milliseconds: Double) -> EventTime { EventTime(milliseconds: milliseconds) }

@Suite(.timeLimited) struct TimeOrderTests {
    @Test func `what several devices report comes out in the order of time, each device's in its own`() {
        var order = TimeOrder<String>()
        order.add("touch 10", at: ms(10))
        order.add("touch 30", at: ms(30))
        order.add("touch 30 again", at: ms(30))
        order.add("pointer 20", at: ms(20))
        order.add("pointer 30", at: ms(30))
        order.add("keyboard 5", at: ms(5))
        order.add("keyboard 10", at: ms(10))
        var taken: [String] = []
        while let next = order.takeFirst() { taken.append(next.item) }
        #expect(
            taken == [
                "keyboard 5", "touch 10", "keyboard 10", "pointer 20", "touch 30", "touch 30 again", "pointer 30",
            ])
    }

    @Test func `a late item is sorted before later items that are still in the queue`() {
        var order = TimeOrder<String>()
        order.add("touch 10", at: ms(10))
        order.add("touch 30", at: ms(30))
        #expect(order.takeFirst()?.item == "touch 10")
        order.add("pointer 5", at: ms(5))
        order.replaceAll { "\($0)!" }
        #expect(order.takeFirst()?.item == "pointer 5!")
        #expect(order.takeFirst()?.item == "touch 30!")
        #expect(order.takeFirst()?.item == nil)
        order.add("touch 40", at: ms(40))
        #expect(order.takeFirst()?.item == "touch 40")
    }
}
