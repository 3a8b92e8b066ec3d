import Fuzzing
import Testing
import TouchKit

@testable import TouchScenario

extension Scenario {
    /// A scenario with nested views, recognizers of every kind, and random events of touchscreens, mice, keyboards and
    /// the program.
    static func random(seed: UInt64) -> Scenario {
        var random = Dice(seed: "\(seed)")
        var scenario = Scenario(name: "random-\(seed)")
        scenario.views = [
            View(id: "root", frame: Rect(x: 0, y: 0, width: 800, height: 600)),
            View(id: "pane", frame: Rect(x: 50, y: 50, width: 500, height: 500), parent: "root"),
            View(id: "knob", frame: Rect(x: 60, y: 60, width: 200, height: 200), parent: "pane"),
        ]
        if random.below(2) == 0 { scenario.views[random.below(3)].isFirstResponder = true }
        let kinds: [Recognizer.Kind] = [
            .tap(taps: 1, touches: 1, buttons: .primary), .tap(taps: 2, touches: 1, buttons: .primary),
            .tap(taps: 1, touches: 2, buttons: .primary), .tap(taps: 1, touches: 1, buttons: .secondary),
            .longPress(taps: 0, touches: 1, minimumPressDuration: 300, allowableMovement: 10),
            .longPress(taps: 1, touches: 1, minimumPressDuration: 200, allowableMovement: 10),
            .pan(minTouches: 1, maxTouches: nil), .pan(minTouches: 2, maxTouches: 2),
            .swipe(direction: .right, touches: 1), .swipe(direction: .down, touches: 1), .pinch, .rotation,
            .edgePan(edges: [.left]), .hover,
        ]
        for number in 0..<random.below(8) + 1 {
            var recognizer = Recognizer(id: "r\(number)", kind: kinds[random.below(kinds.count)])
            recognizer.view = scenario.views[random.below(3)].id
            let earlier = scenario.recognizers.map(\.id)
            if !earlier.isEmpty, random.below(3) == 0 {
                recognizer.requireToFail = [earlier[random.below(earlier.count)]]
            }
            if !earlier.isEmpty, random.below(3) == 0 {
                recognizer.simultaneousWith = [earlier[random.below(earlier.count)]]
            }
            recognizer.isEnabled = random.below(10) > 0
            recognizer.cancelsTouchesInView = random.below(3) > 0
            recognizer.delaysTouchesBegan = random.below(4) == 0
            scenario.recognizers.append(recognizer)
        }
        var hands = [RandomHand(seat: nil), RandomHand(seat: "other")]
        var t = 0.0
        for _ in 0..<random.below(40) + 5 {
            t += [0.0, 1, 16, 16, 16, 60, 150, 310, 800][random.below(9)]
            let hand = random.below(4) == 0 ? 1 : 0
            switch random.below(36) {
            case 0, 1, 2: scenario.events.append(Event(t: t, kind: .set(scenario.randomChange(&random))))
            case 3: scenario.events += hands[hand].replug(at: t, &random)
            default: scenario.events += hands[hand].act(at: t, &random)
            }
        }
        scenario.advanceTo = t + [0.0, 200, 1000][random.below(3)]
        return scenario
    }

    /// The scenario reduced to the events and recognizers without which it does not fail.
    func shrunk(while fails: (Scenario) -> Bool) -> Scenario {
        var small = self
        var isDone = false
        while !isDone {
            isDone = true
            for index in small.events.indices.reversed() {
                var smaller = small
                smaller.events.remove(at: index)
                if fails(smaller) { (small, isDone) = (smaller, false) }
            }
            for index in small.recognizers.indices.reversed() {
                var smaller = small
                let id = smaller.recognizers.remove(at: index).id
                for index in smaller.recognizers.indices {
                    smaller.recognizers[index].requireToFail.removeAll { $0 == id }
                    smaller.recognizers[index].simultaneousWith.removeAll { $0 == id }
                }
                smaller.events.removeAll { event in
                    switch event.kind {
                    case .set(.recognizerEnabled(id, _)), .set(.recognizerTranslation(id, _)): true
                    default: false
                    }
                }
                if fails(smaller) { (small, isDone) = (smaller, false) }
            }
        }
        return small
    }

    private func randomChange(_ random: inout Dice) -> Event.Change {
        let index = random.below(recognizers.count)
        let recognizer = recognizers[index].id
        let view = views[random.below(views.count)].id
        return switch random.below(7) {
        case 0, 1: .recognizerEnabled(recognizer, random.below(2) == 0)
        case 2 where recognizers[index].requireToFail.isEmpty:
            .recognizerTranslation(recognizer, Point(x: Double(random.below(20)), y: 0))
        case 3: .viewHidden(view, random.below(3) == 0)
        case 4: .viewEnabled(view, random.below(3) > 0)
        case 5: .viewFirstResponder(view, random.below(4) > 0)
        default: random.below(8) == 0 ? .viewRemoved(view) : .touch(random.below(3) > 0)
        }
    }
}

/// A test hand that uses a touchscreen, a mouse and a keyboard.
private struct RandomHand {
    let seat: String?
    private var fingers: [Int: Point] = [:]
    private var pointer: Point?
    private var buttons: Set<String> = []

    init(seat: String?) { self.seat = seat }

    mutating func act(at t: Double, _ random: inout Dice) -> [Scenario.Event] {
        let kinds =
            switch random.below(12) {
            case 0: type(&random)
            case 1, 2, 3: point(&random)
            default: touch(&random)
            }
        return kinds.map { Scenario.Event(t: t, kind: $0, seat: seat) }
    }

    /// Unplugs the touchscreen or the mouse and plugs it in again.
    mutating func replug(at t: Double, _ random: inout Dice) -> [Scenario.Event] {
        let isTouch = random.below(3) > 0
        if isTouch { fingers.removeAll() } else { (pointer, buttons) = (nil, []) }
        return [false, true].map { isThere in
            Scenario.Event(t: t, kind: .set(isTouch ? .touch(isThere) : .pointer(isThere)), seat: seat)
        }
    }

    private func type(_ random: inout Dice) -> [Scenario.Event.Kind] {
        let name = ["a", "Q", "Shift_L"][random.below(3)]
        return switch random.below(8) {
        case 0, 1, 2: [.keyDown(Key(name: name, characters: name, modifiers: random.below(2) == 0 ? .shift : []))]
        case 3, 4, 5: [.keyUp(name)]
        case 6: [.keyRepeat(name)]
        default: [.keyCancel(random.below(2) == 0 ? name : nil)]
        }
    }

    /// A contact that now and then has a shape, valid or not.
    private func contact(_ place: Point, _ random: inout Dice) -> Scenario.Event.Contact {
        var contact = Scenario.Event.Contact(position: place)
        guard random.below(6) == 0 else { return contact }
        contact.major = [-1, 0, 12, .infinity][random.below(4)]
        contact.minor = [-3, 8][random.below(2)]
        contact.orientation = [0.5, .nan][random.below(2)]
        return contact
    }

    private func place(_ random: inout Dice) -> Point {
        let places = [Point(x: 5, y: 200), Point(x: 150, y: 150), Point(x: 160, y: 155), Point(x: 300, y: 300)]
        return places[random.below(places.count)] + Point(x: Double(random.below(8)), y: Double(random.below(8)))
    }

    private func step(_ random: inout Dice) -> Point {
        let steps = [
            Point(x: 3, y: 0), Point(x: 14, y: 2), Point(x: 30, y: 5), Point(x: -12, y: 15), Point(x: 2, y: 40),
        ]
        return steps[random.below(steps.count)]
    }

    private mutating func touch(_ random: inout Dice) -> [Scenario.Event.Kind] {
        var kinds: [Scenario.Event.Kind] = []
        for _ in 0..<random.below(3) + 1 {
            switch random.below(9) {
            case 0, 1, 2:
                // Now and then an id is reused without an up.
                let id = random.below(10) == 0 ? 0 : (0..<5).first { fingers[$0] == nil } ?? 0
                let isOutside = fingers[id] == nil && random.below(20) == 0
                let place = place(&random)
                fingers[id] = place
                kinds.append(.down(id: id, at: contact(place, &random), outside: isOutside))
            case 3, 4, 5:
                for id in fingers.keys.sorted() {
                    let place = fingers[id]! + step(&random)
                    fingers[id] = place
                    kinds.append(.move(id: id, at: contact(place, &random)))
                }
            case 6, 7:
                guard let id = fingers.keys.min() else { continue }
                fingers[id] = nil
                kinds.append(.up(id: id))
            default:
                guard random.below(4) == 0 else { continue }
                let id = random.below(2) == 0 ? fingers.keys.max() : nil
                if let id { fingers[id] = nil } else { fingers.removeAll() }
                kinds.append(.cancel(id: id))
            }
        }
        return random.below(4) == 0 ? kinds : kinds + [.frame]
    }

    private mutating func point(_ random: inout Dice) -> [Scenario.Event.Kind] {
        guard let here = pointer else {
            pointer = place(&random)
            return [.pointerEnter(pointer!), .pointerFrame]
        }
        let button = Scenario.Button.allCases[random.below(3)]
        var kinds: [Scenario.Event.Kind] = []
        for _ in 0..<random.below(2) + 1 {
            switch random.below(8) {
            case 0, 1, 2:
                pointer = here + step(&random)
                kinds.append(.pointerMove(pointer!))
            case 3, 4, 5, 6:
                let isHeld = buttons.remove(button.rawValue) != nil
                if !isHeld { buttons.insert(button.rawValue) }
                kinds.append(isHeld ? .pointerUp(button) : .pointerDown(button))
            default:
                guard random.below(3) == 0 else {
                    kinds.append(.scroll(by: Point(x: 0, y: 10), source: random.below(2) == 0 ? .wheel : .finger))
                    continue
                }
                pointer = nil
                buttons.removeAll()
                return kinds + [.pointerLeave, .pointerFrame]
            }
        }
        return random.below(4) == 0 ? kinds : kinds + [.pointerFrame]
    }
}

extension FuzzRun {
    /// Plays random scenarios until one of them has a difference, and reports that one, reduced, as a scenario file.
    func forEachScenario(_ difference: (Scenario) -> String?, sourceLocation: SourceLocation = #_sourceLocation) {
        forEachSeed { seed in
            let scenario = Scenario.random(seed: seed)
            guard let found = difference(scenario) else { return scenario.events.count }
            let small = scenario.shrunk { difference($0) != nil }
            Issue.record(
                "seed \(seed): \(found)\n\(difference(small) ?? "")\n\(small.json)", sourceLocation: sourceLocation)
            return nil
        }
    }
}
