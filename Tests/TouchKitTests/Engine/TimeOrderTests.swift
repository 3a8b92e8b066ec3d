import Testing
import TimeLimits

@testable import TouchKit

extension TimeOrder<String> {
    /// Adds an item, which comes after those that were added before.
    fileprivate mutating func add(_ item: String, _ milliseconds: Double, number: inout Int) {
        number += 1
        add(item, at: TimePlace(time: EventTime(milliseconds: milliseconds), number: number))
    }
}

@Suite(.timeLimited) struct TimeOrderTests {
    @Test func `what several devices report comes out in the order of time, each device's in its own`() {
        var (order, number) = (TimeOrder<String>(), 0)
        order.add("touch 10", 10, number: &number)
        order.add("touch 30", 30, number: &number)
        order.add("touch 30 again", 30, number: &number)
        order.add("pointer 20", 20, number: &number)
        order.add("pointer 30", 30, number: &number)
        order.add("keyboard 5", 5, number: &number)
        order.add("keyboard 10", 10, number: &number)
        var taken: [String] = []
        while let next = order.takeFirst() { taken.append(next) }
        #expect(
            taken == [
                "keyboard 5", "touch 10", "keyboard 10", "pointer 20", "touch 30", "touch 30 again", "pointer 30",
            ])
    }

    @Test func `a late item is sorted before later items that are still in the queue`() {
        var (order, number) = (TimeOrder<String>(), 0)
        order.add("touch 10", 10, number: &number)
        order.add("touch 30", 30, number: &number)
        #expect(order.takeFirst() == "touch 10")
        order.add("pointer 5", 5, number: &number)
        order.replaceAll { "\($0)!" }
        #expect(order.takeFirst() == "pointer 5!")
        #expect(order.takeFirst() == "touch 30!")
        #expect(order.takeFirst() == nil)
        order.add("touch 40", 40, number: &number)
        #expect(order.takeFirst() == "touch 40")
    }
}
