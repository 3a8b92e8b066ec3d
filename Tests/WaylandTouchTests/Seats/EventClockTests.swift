import Testing
import TimeLimits
import TouchKit

@testable import WaylandTouch

private func ms(_ milliseconds: Double) -> EventTime { EventTime(milliseconds: milliseconds) }

@Suite(.timeLimited) struct EventClockTests {
    @Test func `without events the event clock is CLOCK_MONOTONIC`() {
        let clock = EventClock()
        #expect(clock.now(at: ms(5000)) == ms(5000))
        #expect(clock.wait(until: ms(5300), at: ms(5000)) == .milliseconds(300))
    }

    @Test func `after a program was busy, a deadline that passed meanwhile is due at once`() {
        var clock = EventClock()
        clock.note(ms(5000), arrival: ms(6000))
        #expect(clock.now(at: ms(6000)) == ms(6000))
        #expect(clock.wait(until: ms(5300), at: ms(6000)) == .zero)
    }

    @Test func `a deadline of an event that is stamped ahead waits as long after its arrival`() {
        var clock = EventClock()
        clock.note(ms(5500), arrival: ms(5000))
        #expect(clock.now(at: ms(5000)) == ms(5500))
        #expect(clock.wait(until: ms(5800), at: ms(5000)) == .milliseconds(300))
        #expect(clock.wait(until: ms(5800), at: ms(5290)) == .milliseconds(10))
    }

    @Test func `an event of a device that is not ahead holds the clock back`() {
        var clock = EventClock()
        clock.note(ms(5500), arrival: ms(5000))
        clock.note(ms(5010), arrival: ms(5011))
        #expect(clock.wait(until: ms(5310), at: ms(5011)) == .milliseconds(299))
    }
}

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

    @Test func `what comes late is still ahead of what has yet to be taken out, and of nothing else`() {
        var order = TimeOrder<String>()
        order.add("touch 10", at: ms(10))
        order.add("touch 30", at: ms(30))
        #expect(order.takeFirst()?.item == "touch 10")
        order.add("pointer 5", at: ms(5))
        order.changeAll { $0 += "!" }
        #expect(order.takeFirst()?.item == "pointer 5!")
        #expect(order.takeFirst()?.item == "touch 30!")
        #expect(order.takeFirst()?.item == nil)
        order.add("touch 40", at: ms(40))
        #expect(order.takeFirst()?.item == "touch 40")
    }
}
