import Testing
import TimeLimits
import TouchKit
import Wayland

@testable import WaylandTouch

/// Stamps that do not tell the time of the event that carries them.
@Suite(.timeLimited) struct StampCasesTests {
    /// How a touchscreen lies.
    enum Lie: String, CaseIterable {
        case twoSources, setAnHourAhead, setAnHourBack, setTwentySecondsAhead, setTwentySecondsBack
        case releasesAtZero, alwaysZero, counter

        /// The stamps of a client's touchscreen, in the order in which they are asked for: one each for a down and an
        /// up.
        func stamps(_ client: TestClient) -> (Double) -> Int64 {
            var count = 0
            return { [self, unowned client] time in
                defer { count += 1 }
                let (contact, isUp, honest) = (Int64(count / 2), count % 2 == 1, client.stamp(time))
                return switch self {
                case .twoSources: contact % 2 == 0 ? honest : client.stamp(time, base: 1_700_000_000_000)
                case .setAnHourAhead: honest + 3_600_000 * contact
                case .setAnHourBack: honest - 3_600_000 * contact
                case .setTwentySecondsAhead: honest + 20_000 * contact
                case .setTwentySecondsBack: honest - 20_000 * contact
                case .releasesAtZero: isUp ? 0 : honest
                case .alwaysZero: 0
                case .counter: 70 + Int64(count)
                }
            }
        }
    }

    /// Contacts of a touchscreen that lies, and what the client makes of them, to the millisecond at which it hears of
    /// it.
    private func play(_ lie: Lie, _ contacts: [(from: Double, to: Double)]) throws -> [String] {
        let client = try TestClient()
        client.addTapsPressAndPan()
        var finger = client.fingers()
        finger.lie = lie.stamps(client)
        for (start, end) in contacts {
            finger.down(0, 100, 100, at: start)
            finger.frame()
            try client.turnAtDeadlines(until: start)
            finger.up(0, at: end)
            finger.frame()
            try client.turnAtDeadlines(until: end)
        }
        try client.turnAtDeadlines(until: contacts[contacts.count - 1].to + 2000)
        #expect(client.application.dispatcher.isIdle)
        return client.take().filter { !$0.contains(" pad ") }
    }

    @Test(arguments: Lie.allCases)
    func `each of four taps that are 1200 ms apart is a tap`(lie: Lie) throws {
        let taps = (0..<4).map { (from: Double($0) * 1200, to: Double($0) * 1200 + 60) }
        #expect(try play(lie, taps) == taps.map { "\(plain($0.to + 300)) single ended 100,100" })
    }

    @Test(arguments: Lie.allCases)
    func `taps that are 900 ms apart are no double tap`(lie: Lie) throws {
        let taps = (0..<4).map { (from: Double($0) * 960, to: Double($0) * 960 + 60) }
        #expect(try play(lie, taps) == taps.map { "\(plain($0.to + 300)) single ended 100,100" })
    }

    @Test(arguments: Lie.allCases)
    func `taps that follow each other quickly are a double tap`(lie: Lie) throws {
        let lines = try play(lie, [(0, 60), (200, 260), (1500, 1560), (1700, 1760)])
        #expect(lines == ["260 double ended 100,100", "1760 double ended 100,100"])
    }

    @Test(arguments: Lie.allCases)
    func `a press of 1200 ms is a press and no tap`(lie: Lie) throws {
        let lines = try play(lie, [(0, 1200), (2400, 3600)])
        #expect(
            lines == [
                "500 press began 100,100", "1200 press ended 100,100", "2900 press began 100,100",
                "3600 press ended 100,100",
            ])
    }

    @Test func `presses and taps of two devices in turn are all recognized`() throws {
        let client = try TestClient()
        client.addTapsPressAndPan()
        let real = client.fingers()
        let fake = client.fingers(base: 1_700_000_000_000)
        for (index, finger) in [real, fake, real, fake, fake, real].enumerated() {
            let start = Double(index) * 1200
            finger.down(0, 100, 100, at: start)
            finger.frame()
            try client.turnAtDeadlines(until: start)
            finger.up(0, at: start + (index % 2 == 0 ? 60 : 600))
            finger.frame()
            try client.turnAtDeadlines(until: start + (index % 2 == 0 ? 60 : 600))
        }
        try client.turnAtDeadlines(until: 9000)
        #expect(
            client.take().filter { !$0.contains(" pad ") } == [
                "360 single ended 100,100", "1700 press began 100,100", "1800 press ended 100,100",
                "2760 single ended 100,100", "4100 press began 100,100", "4200 press ended 100,100",
                "5160 single ended 100,100", "6500 press began 100,100", "6600 press ended 100,100",
            ])
    }

    @Test(arguments: [nil, 1_700_000_000_000, 7_000] as [Int64?], [100, 400, 900, 3000] as [Double])
    func `a double tap that is read late is a double tap, and a press a press`(
        base: Int64?, blocked: Double
    ) throws {
        for readBefore in 0...6 {
            let client = try TestClient()
            client.addTapsPressAndPan()
            let finger = client.fingers(base: base)
            let acts: [(time: Double, act: () -> Void)] = [
                (0, { finger.down(0, 100, 100, at: 0) }), (60, { finger.up(0, at: 60) }),
                (200, { finger.down(0, 100, 100, at: 200) }), (260, { finger.up(0, at: 260) }),
                (1000, { finger.down(0, 100, 100, at: 1000) }), (1600, { finger.up(0, at: 1600) }),
            ]
            var resumed = 0.0
            for (index, (time, act)) in acts.enumerated() {
                act()
                finger.frame()
                if time >= resumed { try client.turnAtDeadlines(until: time) }
                if index == readBefore { resumed = time + blocked }
                let next = index + 1 < acts.count ? acts[index + 1].time : .infinity
                if resumed > time, next > resumed { try client.turn(at: resumed) }
            }
            try client.turnAtDeadlines(until: 9000)
            let lines = client.take().filter { !$0.contains(" pad ") }
            #expect(
                lines == ["260 double ended 100,100", "1500 press began 100,100", "1600 press ended 100,100"],
                "blocked for \(blocked) ms after event \(readBefore)")
        }
    }
}

extension TestClient {
    /// Turns at each deadline up to a time, and at that time, as the loop would if nothing else woke it. What the
    /// compositor has sent is read only at that time.
    fileprivate func turnAtDeadlines(until time: Double) throws {
        while let wait = application.timeToDeadline, now + wait.milliseconds < time {
            pass(to: now + max(wait.milliseconds, 0.001))
            _ = try application.turn()
        }
        try turn(at: time)
    }
}
