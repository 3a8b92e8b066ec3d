import Fuzzing
import Testing

@testable import TouchKit

/// What holds for any tree, any recognizers, any input and whatever the program does amid it. A failure names the seed
/// of its plan and shows what is left of that when everything is taken out that makes no difference.
@Suite struct PropertyTests {
    @Test func `the laws hold for any plan`() {
        FuzzRun(events: 50_000).forEachSeed { seed in
            let plan = Plan(seed: seed)
            guard let fault = World.faults(of: plan).first else { return plan.count }
            let small = plan.shrunk(from: fault)
            Issue.record("seed \(seed): \(fault)\nshrunk: \(World.faults(of: small))\n\(small)")
            return nil
        }
    }
    /// Taps of one finger at a time, and who is to recognize them, told from the words of the rules alone.
    @Test func `taps are recognized as the rules say`() {
        FuzzRun(events: 20_000, share: 0.1).forEachSeed { seed in
            var dice = Dice(seed: seed)
            let hand = SoloHand(&dice)
            let expected = hand.expected
            let recognized = hand.recognized()
            #expect(recognized == expected, "seed \(seed): \(hand)")
            return recognized == expected ? hand.taps.count * 2 : nil
        }
    }
}

/// A finger that comes down again and again on one view, and what recognizers of one, two and three taps make of it.
private struct SoloHand {
    /// A contact of one finger, times in milliseconds.
    struct Contact {
        var hand: Int
        var place: Point
        var down: Int
        var up: Int
        var stray: Double
        var isCancelled: Bool
    }

    var settings = GestureSettings()
    private(set) var taps: [Contact] = []

    init(_ dice: inout Dice) {
        if dice.one(in: 3) { settings.multiTapMinimumInterval = .milliseconds(40) }
        if dice.one(in: 8) { settings.tapAllowableMovement = nil }
        if dice.one(in: 8) { settings.multiTapDistance = nil }
        var t = 0
        for _ in 0..<dice.number(1...12) {
            let down = t + dice.pick([1, 39, 40, 41, 100, 200, 299, 300, 301, 500])
            let up = down + dice.pick([0, 10, 80, 300, 749, 750, 751, 1000])
            taps.append(
                Contact(
                    hand: dice.one(in: 12) ? 1 : 0, place: Point(x: dice.pick([100, 100, 130, 145, 146, 200]), y: 100),
                    down: down, up: up, stray: dice.pick([0, 0, 0, 5, 20, 20.5, 80]), isCancelled: dice.one(in: 12)))
            t = up
        }
    }

    /// Who recognizes when. A contact that is neither cancelled, nor held too long, nor strays too far is a tap; it
    /// continues the last one if it comes soon enough, not too soon, near enough and from the same device, and else is
    /// the first of others. So many of them in a row are recognized, and the count begins anew.
    var expected: [String] {
        var lines: [(Int, String)] = []
        for needed in 1...3 {
            var row: [Contact] = []
            for tap in taps {
                if let last = row.last, !continues(tap, last) { row.removeAll() }
                let isTap =
                    !tap.isCancelled
                    && .milliseconds(tap.up - tap.down) <= (settings.tapMaximumDuration ?? .seconds(99))
                    && tap.stray <= settings.tapAllowableMovement ?? .infinity
                if isTap { row.append(tap) } else { row.removeAll() }
                guard row.count == needed else { continue }
                lines.append((tap.up, "\(tap.up) \(needed) at \(plain(row[0].place))"))
                row.removeAll()
            }
        }
        return lines.map(\.1).sorted()
    }

    private func continues(_ tap: Contact, _ last: Contact) -> Bool {
        let pause = Duration.milliseconds(tap.down - last.up)
        return tap.hand == last.hand && pause <= settings.multiTapInterval ?? .seconds(99)
            && pause >= settings.multiTapMinimumInterval
            && tap.place.distance(to: last.place) <= settings.multiTapDistance ?? .infinity
    }

    /// What the recognizers say.
    func recognized() -> [String] {
        let screen = TestScreen(settings)
        let view = screen.view("view", 0, 0, 400, 400)
        var lines: [String] = []
        screen.delegate.simultaneous = { _, _ in true }
        for needed in 1...3 {
            let tap = screen.tap("tap\(needed)", on: view, taps: needed)
            tap.delegate = screen.delegate
            tap.addAction { lines.append("\(milliseconds($0.now)) \(needed) at \(plain($0.location(in: nil)))") }
        }
        for contact in taps {
            screen.hand = contact.hand
            screen.down(at: (contact.place.x, contact.place.y), Double(contact.down))
            if contact.stray > 0 {
                screen.move(to: (contact.place.x, contact.place.y + contact.stray), Double(contact.down))
            }
            if contact.isCancelled { screen.cancel(Double(contact.up)) } else { screen.up(Double(contact.up)) }
        }
        screen.wait(until: 100_000)
        return lines.sorted()
    }
}
