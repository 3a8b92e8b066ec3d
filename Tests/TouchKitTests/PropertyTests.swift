import Fuzzing
import Testing

@testable import TouchKit

/// What holds for any tree, any recognizers and any input. A failure names the seed of its world.
@Suite struct PropertyTests {
    @Test func `law 2 and law 5: each touch ends once, transitions are legal, nothing is NaN, nothing is left over`() {
        FuzzRun(events: 12_500).forEachSeed { seed in
            let world = World(seed: seed, hasDeeds: true)
            world.play()
            let illegal = world.screen.log.filter { $0.contains("ILLEGAL") || $0.contains("nan") || $0.contains("inf") }
            #expect(illegal.isEmpty, "seed \(seed)")
            #expect(world.screen.isAtRest, "seed \(seed)")
            #expect(world.recognizers.allSatisfy { $0.state == .possible && $0.touches.isEmpty }, "seed \(seed)")
            return world.script.count
        }
    }

    @Test func `law 1: frames that are delivered late in one go come to the same`() {
        FuzzRun(events: 12_500).forEachSeed { seed in
            let live = World(seed: seed)
            live.play()
            let late = World(seed: seed)
            late.screen.stalled { late.playInput() }
            late.finish()
            #expect(live.screen.log == late.screen.log, "seed \(seed)")
            return live.script.count
        }
    }

    @Test func `decision 3: a frame of one finger that is split comes to the same`() {
        FuzzRun(events: 12_500).forEachSeed { seed in
            let whole = World(seed: seed)
            whole.play()
            let split = World(seed: seed)
            split.splitsFrames = true
            split.play()
            #expect(whole.screen.log == split.screen.log, "seed \(seed)")
            return whole.script.count
        }
    }

    @Test func `law 6: the order of attachment among different views makes no difference`() {
        FuzzRun(events: 12_500).forEachSeed { seed in
            let one = World(seed: seed)
            one.play()
            let other = World(seed: seed, attachesBackwards: true)
            other.play()
            #expect(one.screen.log.sorted() == other.screen.log.sorted(), "seed \(seed)")
            return one.script.count
        }
    }
}

/// A random screen and what happens on it.
private final class World {
    enum Event {
        case down(Int32, Double, Double)
        case move(Int32, Double, Double)
        case up(Int32)
        case cancel
        case cancelOne(Int32)
        case point(Double, Double)
        case press(ButtonMask)
        case release(ButtonMask)
        case pointerAway
        case scroll(Double, Double, Bool)
        case deed(Int)
    }

    let screen = TestScreen()
    private(set) var views: [TestView] = []
    private(set) var recognizers: [GestureRecognizer] = []
    /// Events and their times; those in one group are one frame.
    private(set) var script: [(t: Double, events: [Event])] = []
    /// Whether a frame of one finger is delivered as one for each of its events.
    var splitsFrames = false
    private var random: Dice

    init(seed: UInt64, hasDeeds: Bool = false, attachesBackwards: Bool = false) {
        random = Dice(seed: seed)
        makeViews()
        makeRecognizers(attachesBackwards: attachesBackwards)
        makeScript(hasDeeds: hasDeeds)
    }

    private func number(_ range: ClosedRange<Int>) -> Int { random.number(range) }

    private func makeViews() {
        for index in 0..<number(1...5) {
            let parent: View = views.isEmpty || random.one(in: 3) ? screen.window : views[number(0...(views.count - 1))]
            let view = screen.view(
                "view\(index)", Double(number(0...60)), Double(number(0...60)), Double(number(80...400)),
                Double(number(80...400)), in: parent)
            view.isMultipleTouchEnabled = random.one(in: 2)
            view.isExclusiveTouch = random.one(in: 10)
            views.append(view)
        }
    }

    private func makeRecognizers(attachesBackwards: Bool) {
        var attachments: [(recognizer: GestureRecognizer, view: TestView)] = []
        for index in 0..<number(1...9) {
            let recognizer = makeRecognizer()
            recognizer.name = "r\(index)"
            recognizer.cancelsTouchesInView = !random.one(in: 4)
            recognizer.delaysTouchesBegan = random.one(in: 5)
            recognizer.delaysTouchesEnded = !random.one(in: 4)
            recognizer.delegate = screen.delegate
            recognizer.addAction { [screen] in screen.note("r\(index) \($0.state) \(Self.values(of: $0))") }
            recognizers.append(recognizer)
            attachments.append((recognizer, views[number(0...(views.count - 1))]))
        }
        if attachesBackwards {
            attachments = views.reversed().flatMap { view in attachments.filter { $0.view === view } }
        }
        for attachment in attachments { attachment.view.addGestureRecognizer(attachment.recognizer) }
        for recognizer in recognizers {
            for other in recognizers where other !== recognizer && random.one(in: 6) {
                recognizer.require(toFail: other)
            }
        }
        var friends: Set<Set<GestureRecognizer>> = []
        for one in recognizers {
            for other in recognizers where random.one(in: 5) { friends.insert([one, other]) }
        }
        screen.delegate.simultaneous = { friends.contains([$0, $1]) }
    }

    private func makeRecognizer() -> GestureRecognizer {
        switch number(0...9) {
        case 0...3:
            let tap = TapGestureRecognizer()
            tap.numberOfTapsRequired = number(1...3)
            tap.numberOfTouchesRequired = number(1...2)
            if random.one(in: 8) { tap.buttonMaskRequired = .secondary }
            return tap
        case 4:
            let press = LongPressGestureRecognizer()
            press.minimumPressDuration = .milliseconds(number(100...500))
            press.numberOfTapsRequired = random.one(in: 3) ? 1 : 0
            press.numberOfTouchesRequired = number(1...2)
            return press
        case 5:
            let pan = PanGestureRecognizer()
            pan.minimumNumberOfTouches = number(1...2)
            pan.maximumNumberOfTouches = number(2...3)
            pan.allowedScrollTypesMask = random.one(in: 2) ? .all : []
            return pan
        case 6:
            let swipe = SwipeGestureRecognizer()
            swipe.direction = SwipeGestureRecognizer.Direction(rawValue: UInt8(number(1...15)))
            swipe.numberOfTouchesRequired = number(1...2)
            return swipe
        case 7: return random.one(in: 2) ? PinchGestureRecognizer() : RotationGestureRecognizer()
        case 8:
            let edge = ScreenEdgePanGestureRecognizer()
            edge.edges = .all
            return edge
        default: return HoverGestureRecognizer()
        }
    }

    private static func values(of recognizer: GestureRecognizer) -> String {
        switch recognizer {
        case let pan as PanGestureRecognizer: "\(plain(pan.translation(in: nil))) \(plain(pan.velocity(in: nil)))"
        case let pinch as PinchGestureRecognizer: "\(plain(pinch.scale)) \(plain(pinch.velocity))"
        case let rotation as RotationGestureRecognizer: "\(plain(rotation.rotation)) \(plain(rotation.velocity))"
        default: plain(recognizer.location(in: nil))
        }
    }

    /// Fingers that tap, hold, drag, join and leave, a mouse, and the odd cancel; all are up at the end.
    private func makeScript(hasDeeds: Bool) {
        var t = 0.0
        var down: [Int32: (x: Double, y: Double)] = [:]
        var buttons: [ButtonMask] = []
        func place(near last: (x: Double, y: Double)? = nil) -> (x: Double, y: Double) {
            guard let last else { return (Double(number(0...200)), Double(number(0...200))) }
            let step = random.one(in: 2) ? 6 : 60
            return (last.x + Double(number(-step...step)), last.y + Double(number(-step...step)))
        }
        for _ in 0..<30 {
            t += Double([0, 8, 16, 40, 100, 250, 300, 800][number(0...7)])
            var events: [Event] = []
            switch number(0...19) {
            case 0...5 where down.count < 3:
                let id = (0..<4 as Range<Int32>).first { down[$0] == nil } ?? 9
                let start = place()
                events.append(.down(id, start.x, start.y))
                if random.one(in: 3) { events.append(.up(id)) } else { down[id] = start }
            case 0...10:
                for id in down.keys.sorted() where random.one(in: 2) {
                    let next = place(near: down[id])
                    down[id] = next
                    events.append(.move(id, next.x, next.y))
                    if random.one(in: 6) {
                        events.append(.up(id))
                        down[id] = nil
                    }
                }
            case 11...13:
                for id in down.keys.sorted() where random.one(in: 2) {
                    events.append(.up(id))
                    down[id] = nil
                }
            case 14:
                if random.one(in: 2) {
                    events.append(.cancel)
                    down.removeAll()
                } else if let id = down.keys.min() {
                    events.append(.cancelOne(id))
                    down[id] = nil
                }
            case 15, 16: events.append(.point(place().x, place().y))
            case 17:
                let button: ButtonMask = random.one(in: 4) ? .secondary : .primary
                events.append(buttons.contains(button) ? .release(button) : .press(button))
                if let held = buttons.firstIndex(of: button) {
                    buttons.remove(at: held)
                } else {
                    buttons.append(button)
                }
            case 18:
                events.append(.scroll(Double(number(-20...20)), Double(number(-20...20)), random.one(in: 3)))
                if random.one(in: 4) { events.append(.pointerAway) }
            default: if hasDeeds { events.append(.deed(number(0...1000))) }
            }
            if !events.isEmpty { script.append((t, events)) }
        }
        script.append((t + 50, down.keys.sorted().map { .up($0) } + [.pointerAway]))
    }

    /// Plays it as a program does that is never late.
    func play() {
        for step in script {
            screen.dispatcher.advance(to: EventTime(nanoseconds: EventTime(milliseconds: step.t).nanoseconds - 1))
            perform(step)
        }
        finish()
    }

    func playInput() { for step in script { perform(step) } }

    func finish() { screen.wait(until: 1_000_000) }

    private func perform(_ step: (t: Double, events: [Event])) {
        let ids = step.events.map { event -> Int32? in
            switch event {
            case .down(let id, _, _), .move(let id, _, _), .up(let id): id
            default: nil
            }
        }
        if splitsFrames, let first = ids[0], ids.allSatisfy({ $0 == first }) {
            for event in step.events { perform(event, step.t) }
        } else {
            screen.together { for event in step.events { perform(event, step.t) } }
        }
    }

    private func perform(_ event: Event, _ t: Double) {
        switch event {
        case .down(let id, let x, let y): screen.down(id, at: (x, y), t)
        case .move(let id, let x, let y): screen.move(id, to: (x, y), t)
        case .up(let id): screen.up(id, t)
        case .cancel: screen.cancel(t)
        case .cancelOne(let id): screen.cancel(id, t)
        case .point(let x, let y): screen.isPointing ? screen.pointer(to: (x, y), t) : screen.point(at: (x, y), t)
        case .press(let button): screen.press(button, t)
        case .release(let button): screen.release(button, t)
        case .pointerAway: screen.pointerAway(t)
        case .scroll(let x, let y, let isDiscrete): screen.scroll(x, y, isDiscrete: isDiscrete, t)
        case .deed(let number): perform(deed: number)
        }
    }

    /// What a program may do between events.
    private func perform(deed: Int) {
        let view = views[deed % views.count]
        let recognizer = recognizers[deed % recognizers.count]
        switch deed % 7 {
        case 0: recognizer.isEnabled.toggle()
        case 1: if view.superview == nil { screen.window.addSubview(view) } else { view.removeFromSuperview() }
        case 2: view.isHidden.toggle()
        case 3: recognizer.view?.removeGestureRecognizer(recognizer)
        case 4: view.addGestureRecognizer(recognizer)
        case 5: screen.window.cancelTouches()
        default: view.isUserInteractionEnabled.toggle()
        }
    }
}
