import Fuzzing
import Testing
import TouchKit

/// Fits stamps that arrive at a time of CLOCK_MONOTONIC, all in milliseconds, and reads the times in milliseconds.
private struct Fitter {
    var clock = DeviceClock()

    mutating func callAsFunction(
        _ stamp: UInt32, at arrival: Int64, quietAt quiet: Int64? = nil, fine: Int64? = nil
    ) -> Double {
        clock.time(
            of: stamp, arrival: EventTime(nanoseconds: arrival * 1_000_000),
            quiet: EventTime(nanoseconds: (quiet ?? arrival - 10) * 1_000_000), fine: fine
        ).milliseconds
    }
}

struct DeviceClockTests {
    @Test func `stamps that run ahead for ever come to an end, and no further`() {
        var clock = DeviceClock()
        var time = EventTime(nanoseconds: .min)
        let arrival = EventTime(nanoseconds: .max - 30_000_000_000)
        for number in 0..<20 as Range<UInt32> {
            let next = clock.time(of: number &* 9000, arrival: arrival, quiet: arrival)
            #expect(next >= time)
            time = next
        }
        #expect(time.nanoseconds > .max - 3_000_000)
    }

    @Test func `a stamp of CLOCK_MONOTONIC is the time itself, however late it is read`() {
        var fit = Fitter()
        #expect(fit(100_000, at: 100_004) == 100_000)
        #expect(fit(100_060, at: 103_000, quietAt: 100_005) == 100_060)
        var slow = Fitter()
        #expect(slow(100_000, at: 190_000, quietAt: 99_900) == 100_000)
        #expect(slow(100_160, at: 190_000, quietAt: 99_900) == 100_160)
    }

    @Test func `a first stamp from before the socket was empty, or from the future, is of another clock`() {
        var compositorsOwn = Fitter()
        #expect(compositorsOwn(90_000, at: 100_000) == 100_000)
        #expect(compositorsOwn(90_300, at: 100_301) == 100_300)
        var ahead = Fitter()
        #expect(ahead(101_000, at: 100_000) == 101_000)
        var wall = Fitter()
        #expect(wall(101_001, at: 100_000) == 100_000)
        #expect(wall(101_061, at: 100_900) == 100_060)
    }

    @Test func `64 bits go on where 32 begin anew`() {
        let turn = Int64(1) << 32
        var fit = Fitter()
        #expect(fit(.max - 20, at: turn - 10) == Double(turn - 21))
        #expect(fit(5, at: turn + 6) == Double(turn + 5))
        var other = Fitter()
        #expect(other(.max, at: 900_000) == 900_000)
        #expect(other(59, at: 900_062) == 900_060)
    }

    @Test func `monotonic time beyond 32 bits is recognized`() {
        let days50 = Int64(50) * 86_400_000
        var fit = Fitter()
        #expect(fit(UInt32(truncatingIfNeeded: days50), at: days50 + 3) == Double(days50))
    }

    @Test func `after a pause of more than half of the stamp's range the arrival decides its length`() {
        let days40 = Int64(40) * 86_400_000
        var fit = Fitter()
        #expect(fit(1_000, at: 1_000) == 1_000)
        #expect(fit(UInt32(truncatingIfNeeded: 1_000 + days40), at: 1_002 + days40) == Double(1_000 + days40))
    }

    @Test func `two devices with different bases are fitted to one clock`() {
        var touch = Fitter()
        var pointer = Fitter()
        #expect(touch(1_000_000, at: 5_000) == 5_000)
        #expect(pointer(7, at: 5_000) == 5_000)
        #expect(touch(1_000_300, at: 5_301) == 5_300)
        #expect(pointer(307, at: 5_302) == 5_300)
    }

    @Test func `a stamp that steps back counts as the last good one and is no new base`() {
        var fit = Fitter()
        #expect(fit(100_000, at: 100_000) == 100_000)
        #expect(fit(99_995, at: 100_008) == 100_000)
        #expect(fit(99_997, at: 100_010) == 100_000)
        #expect(fit(100_020, at: 100_021) == 100_020)
    }

    @Test func `wild stamps are dated by when they were read, and the next good one by itself`() {
        var fit = Fitter()
        #expect(fit(100_000, at: 100_000) == 100_000)
        #expect(fit(0, at: 100_016) == 100_016)
        #expect(fit(0, at: 100_032) == 100_032)
        #expect(fit(100_048, at: 100_049) == 100_048)
        #expect(fit(3_000_000_000, at: 100_060) == 100_059)
        #expect(fit(100_064, at: 100_065) == 100_064)
    }

    @Test func `a clock that is set back goes on from when it was set`() {
        var fit = Fitter()
        #expect(fit(100_000, at: 100_000) == 100_000)
        #expect(fit(40_016, at: 100_016) == 100_016)
        #expect(fit(40_032, at: 100_032) == 100_032)
        #expect(fit(40_092, at: 100_200, quietAt: 100_040) == 100_092)
    }

    @Test func `a clock that is set ahead goes on from when it was set`() {
        var fit = Fitter()
        #expect(fit(100_000, at: 100_000) == 100_000)
        #expect(fit(3_700_016, at: 100_016) == 100_016)
        #expect(fit(3_700_032, at: 100_032) == 100_032)
    }

    @Test func `a clock that is set during an hour of silence does not change the length of the hour`() {
        var fit = Fitter()
        #expect(fit(100_000, at: 100_000) == 100_000)
        #expect(fit(100_000 + 1_800_000, at: 3_700_000) == 3_700_000)
        var back = Fitter()
        #expect(back(5_000_000, at: 100_000) == 100_000)
        #expect(back(4_000_000, at: 3_700_000) == 3_700_000)
        #expect(back(4_000_060, at: 3_700_062) == 3_700_060)
    }

    @Test func `stamps that run ahead of what can have passed are believed, and so is what follows them`() {
        var fit = Fitter()
        for step in 0..<4 as Range<Int64> {
            #expect(fit(UInt32(100_000 + step * 2_000), at: 100_000 + step * 5) == Double(100_000 + step * 2_000))
        }
        // As far ahead as before, or back to the present: time goes on.
        #expect(fit(106_100, at: 104_000) == 106_100)
        #expect(fit(104_100, at: 104_100) == 106_200)
        #expect(fit(104_160, at: 104_160) == 106_260)
        #expect(fit(110_000, at: 110_000) == 112_100)
    }

    @Test func `a clock that is set back by less than a second while nothing happens is noticed`() {
        var fit = Fitter()
        #expect(fit(7_000, at: 100_000) == 100_000)
        #expect(fit(7_060, at: 100_060) == 100_060)
        #expect(fit(6_900, at: 100_960) == 100_960)
        #expect(fit(6_960, at: 101_020) == 101_020)
    }

    @Test func `a clock that runs slow is never more than a second behind what was read before`() {
        var fit = Fitter()
        for step in 0..<1000 as Range<Int64> {
            let arrival = 100_000 + step * 20
            let time = fit(UInt32(5_000 + step * 10), at: arrival)
            #expect(time >= Double(arrival - 10) - 1_000 && time <= Double(arrival))
        }
    }

    /// Whatever is read late is dated by its stamps, whatever the base, as long as these are not beyond belief.
    @Test(arguments: [100_000, 5_000, 4_294_967_000] as [UInt32], [60, 400, 900, 5_000, 60_000] as [Int64])
    func `a program that was blocked dates what it reads as one that was not`(base: UInt32, blocked: Int64) {
        let sent: [Int64] = [0, 60, 200, 260, 1_000, 1_001, 1_002, 1_900]
        for readBefore in 0...sent.count {
            var (prompt, late) = (Fitter(), Fitter())
            for (index, time) in sent.enumerated() {
                let stamp = base &+ UInt32(time)
                let resumed = readBefore > 0 ? sent[readBefore - 1] + blocked : 0
                let isLate = index >= readBefore && readBefore > 0 && time < resumed
                let expected = prompt(stamp, at: 100_000 + time, quietAt: 100_000 + time - 1)
                let quiet = isLate ? sent[readBefore - 1] : time - 1
                let read = late(stamp, at: 100_000 + (isLate ? resumed : time), quietAt: 100_000 + quiet)
                // How late it was when the clock began to count as running makes no difference to what lies between.
                #expect(read == expected, "\(time) of base \(base) after \(readBefore)")
            }
        }
    }

    /// A touchscreen's clock that does not tell the time of every event.
    enum Lie: String, CaseIterable {
        case twoBases, anHourAhead, anHourBack, aBitAhead, aBitBack, releasesAtZero, alwaysZero, counter, minutesBack

        /// The stamp of an event, counted from 0, at a time; two events are one contact.
        func stamp(_ event: Int, at time: Int64, base: Int64) -> UInt32 {
            let contact = event / 2
            let honest = base + time
            let stamp: Int64 =
                switch self {
                case .twoBases: contact % 2 == 0 ? honest : 1_700_000_000_000 + time
                case .anHourAhead: honest + 3_600_000 * Int64(contact)
                case .anHourBack: honest - 3_600_000 * Int64(contact)
                case .aBitAhead: honest + 20_000 * Int64(contact)
                case .aBitBack: honest - 20_000 * Int64(contact)
                case .minutesBack: honest - 300_000 * Int64(event)
                case .releasesAtZero: event % 2 == 0 ? honest : 0
                case .alwaysZero: 0
                case .counter: 40 + Int64(event)
                }
            return UInt32(truncatingIfNeeded: stamp)
        }
    }

    @Test(arguments: Lie.allCases, [100_000, 7_000_000, 1_900_000_000_000] as [Int64])
    func `stamps that lie do not change how long contacts and the pauses between them are`(lie: Lie, base: Int64) {
        let gestures: [(Int64, Int64)] = [(60, 1_140), (60, 840), (1_200, 840), (1_200, 300), (60, 240), (60, 100)]
        for (contact, pause) in gestures {
            // Where a deadline wakes the program in between, it sees the socket empty; where none does, it sleeps on.
            for wakes in [nil, 300, 750] as [Int64?] {
                var fit = Fitter()
                var (sent, last) = ([Int64](), 0 as Int64)
                var times: [Double] = []
                for event in 0..<12 {
                    let time = Int64(event / 2) * (contact + pause) + (event % 2 == 0 ? 0 : contact)
                    let quiet = wakes.map { max(last, min(time - 1, last + $0)) } ?? last
                    let late: Int64 = [0, 2, 1, 3][event % 4]
                    times.append(
                        fit(
                            lie.stamp(event, at: time, base: base), at: 100_000 + time + late,
                            quietAt: 100_000 + (event == 0 ? -10 : quiet)))
                    last = time + late
                    sent.append(time)
                }
                for (index, pair) in zip(times, times.dropFirst()).enumerated() {
                    let truth = Double(sent[index + 1] - sent[index])
                    #expect(abs(pair.1 - pair.0 - truth) <= 6, "\(lie) \(contact) \(pause): \(times)")
                }
            }
        }
    }

    @Test func `events of two bases in any order keep their distances`() {
        FuzzRun(events: 200_000, share: 0.1).forEachSeed { seed in
            var dice = Dice(seed: seed)
            let bases = [dice.pick([100_000, 1_700_000_000_000]), dice.pick([0, 50_000, 9_000_000])].map { Int64($0) }
            var fit = Fitter()
            var (time, quiet, former) = (0 as Int64, -10 as Int64, 0.0)
            for event in 0..<40 {
                let step = Int64(dice.pick([8, 16, 60, 200, 500, 900, 1_200, 5_000]))
                time += step
                let stamp = UInt32(truncatingIfNeeded: bases[dice.below(2)] + time)
                let late = Int64(dice.below(4))
                let fitted = fit(stamp, at: 100_000 + time + late, quietAt: 100_000 + quiet)
                quiet = time + late
                let isRight = event == 0 || abs(fitted - former - Double(step)) <= 6
                #expect(isRight, "seed \(seed), event \(event)")
                guard isRight else { return nil }
                former = fitted
            }
            return 40
        }
    }

    @Test func `an exact stamp counts only where it agrees with the event's own`() {
        var fit = Fitter()
        #expect(fit(100_000, at: 100_001, fine: 100_000_400_000) == 100_000.4)
        #expect(fit(100_060, at: 100_061, fine: 900_060_400_000) == 100_060)
        #expect(fit(0, at: 100_121, fine: 100_120_400_000) == 100_120)
    }

    @Test func `a long wait in the queue of a slow program is no jump`() {
        var fit = Fitter()
        #expect(fit(100_000, at: 120_000, quietAt: 99_000) == 100_000)
        #expect(fit(115_000, at: 120_000, quietAt: 99_000) == 115_000)
    }

    @Test func `nanoseconds refine the millisecond that they belong to, and no other`() {
        var fit = Fitter()
        #expect(fit(100_000, at: 100_001, fine: 100_000_250_000) == 100_000.25)
        #expect(fit(100_010, at: 100_011, fine: 100_009_750_000) == 100_010)
        var other = Fitter()
        #expect(other(7, at: 100_000, fine: 7_500_000) == 100_000.5)
    }

    @Test func `every sequence of stamps gives times that never go back`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var fit = Fitter()
            var arrival: Int64 = 100_000
            var latest = -Double.infinity
            for _ in 0..<50 {
                arrival += .random(in: 0...20, using: &random)
                let stamp =
                    Bool.random(using: &random) ? UInt32.random(in: 0...(.max), using: &random) : UInt32(arrival)
                let time = fit(stamp, at: arrival)
                #expect(time >= latest)
                latest = time
            }
        }
    }
}
