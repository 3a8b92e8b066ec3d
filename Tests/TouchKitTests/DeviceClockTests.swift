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
        #expect(fit(100_060, at: 103_000) == 100_060)
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

    @Test func `after more than half a turn of silence the arrival tells how long it was`() {
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

    @Test func `one wild stamp changes nothing, nor do several that do not go on`() {
        var fit = Fitter()
        #expect(fit(100_000, at: 100_000) == 100_000)
        #expect(fit(0, at: 100_016) == 100_000)
        #expect(fit(0, at: 100_032) == 100_000)
        #expect(fit(100_048, at: 100_049) == 100_048)
        #expect(fit(3_000_000_000, at: 100_060) == 100_048)
        #expect(fit(100_064, at: 100_065) == 100_064)
    }

    @Test func `a clock that is set back goes on from where it was, once a second stamp confirms it`() {
        var fit = Fitter()
        #expect(fit(100_000, at: 100_000) == 100_000)
        #expect(fit(40_016, at: 100_016) == 100_000)
        #expect(fit(40_032, at: 100_032) == 100_032)
        #expect(fit(40_092, at: 100_200) == 100_092)
    }

    @Test func `a clock that is set ahead goes on from where it was, once a second stamp confirms it`() {
        var fit = Fitter()
        #expect(fit(100_000, at: 100_000) == 100_000)
        #expect(fit(3_700_016, at: 100_016) == 100_000)
        #expect(fit(3_700_032, at: 100_032) == 100_032)
    }

    @Test func `a clock that is set during an hour of silence loses the hour's length to nobody`() {
        var fit = Fitter()
        #expect(fit(100_000, at: 100_000) == 100_000)
        #expect(fit(100_000 + 1_800_000, at: 3_700_000) == 1_900_000)
        var back = Fitter()
        #expect(back(5_000_000, at: 100_000) == 100_000)
        #expect(back(4_000_000, at: 3_700_000) == 100_000)
        #expect(back(4_000_060, at: 3_700_062) == 3_700_060)
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
