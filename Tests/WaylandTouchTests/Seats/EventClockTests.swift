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
