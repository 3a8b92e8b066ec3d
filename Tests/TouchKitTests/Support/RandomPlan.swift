import Fuzzing

@testable import TouchKit

/// A random screen, the input of hands and mice on it, and the program's actions. It is a value, so that it can be
/// played again in other manners, reduced and printed.
struct Plan {
    /// A view in a window or in another view.
    struct Pane {
        /// The superview; nil for a subview of a window.
        var parent: Int?
        var window = 0
        var frame = Rect.zero
        var scroll = Point.zero
        var isMultipleTouchEnabled = true
        var isExclusiveTouch = false
        var isHidden = false
        var isUserInteractionEnabled = true
        var alpha = 1.0
        var forwards: Set<ViewStream.Call> = []
        var deniesBeginning = false
    }

    /// The gesture of a recognizer.
    enum Kind {
        case tap(taps: Int, touches: Int, button: ButtonMask)
        case press(after: Int, taps: Int, touches: Int)
        case pan(minimum: Int, maximum: Int, scrolls: Bool)
        case swipe(ways: UInt8, touches: Int)
        case pinch, rotation, edgePan, hover
        case probe(Habit)
    }

    /// The behaviour of a probe, which recognizes no real gesture.
    struct Habit {
        enum Step: CaseIterable { case nothing, recognize, begin, change, cancel, assignFailed, fail, ignore }
        var onBegan = Step.nothing
        var onMoved = Step.nothing
        var onEnded = Step.nothing
        /// The time after the first touch at which a deadline decides, in milliseconds.
        var patience: Int?
        var onDeadline = Step.fail
        var prevents = true
        var isPrevented = true
    }

    /// A recognizer of a view.
    struct Watcher {
        var kind: Kind
        var pane: Int
        var cancelsTouchesInView = true
        var delaysTouchesBegan = false
        var delaysTouchesEnded = true
        var isEnabled = true
        /// The recognizers that have to fail first: by a permanent requirement, and by the delegate.
        var required: [Int] = []
        var requiredByDelegate: Set<Int> = []
        var friends: Set<Int> = []
        var mayBegin = true
        /// The x coordinate left of which the delegate refuses touches.
        var deafLeftOf = -Double.infinity
        var touchTypes: Set<Touch.Kind> = [.direct, .stylus, .indirectPointer]
        var requiresExclusiveTouchType = true
    }

    /// An input event of a device.
    enum Act {
        case down(Int32, Point, window: Int?)
        case move(Int32, Point)
        case up(Int32)
        case reshape(Int32, Double)
        case cancel
        case cancelOne(Int32)
        /// The device is removed. A later one is a new device.
        case lose
        case point(Point, window: Int)
        case press(ButtonMask)
        case release(ButtonMask)
        case pointerAway
        case scroll(Point, isDiscrete: Bool, isLast: Bool)
        case touchpad(TouchpadGesture)
    }

    /// An action of the program on the object with a number.
    struct Deed {
        enum Kind: CaseIterable {
            case toggleRecognizer, restartRecognizer, detachRecognizer, attachRecognizer, addRecognizer, dropRecognizer
            case removeView, addView, dropView, moveView, hideView, disableView, reframe, scrollView, reorder
            case cancelTouches, closeWindow, require, dropRequirement, changeFlags, changeNumbers, setValues
            case deliver, advance, perform, cancelPerforms, failProbe
        }
        var kind: Kind
        var number: Int

        /// Whether the action has the same effect when input is read late.
        var mayComeLate: Bool { kind != .closeWindow }
        /// Whether the action has the same effect when frames are split.
        var mayBeSplit: Bool { kind != .deliver && kind != .closeWindow }
    }

    /// The kinds of calls of a program.
    enum Place: CaseIterable {
        case action, observer, frameObserver, viewBegan, viewMoved, viewEnded, viewCancelled
        case probeBegan, probeMoved, probeEnded, probeCancelled, probeReset, probeDeadline
        case shouldBegin, viewShouldBegin, receivesTouch, receivesEvent, simultaneous, requires, isRequired
        case canPrevent, canBePrevented, hitTest, sendEvent, perform

        /// Whether the number of calls is the same when input is read late. A late program is told less often of moves,
        /// and its delegates are asked less often about gestures that wait meanwhile.
        var isCalledAsOftenWhenLate: Bool {
            switch self {
            case .action, .observer, .viewMoved, .simultaneous, .canPrevent, .canBePrevented, .perform: false
            default: true
            }
        }
    }

    /// An action of the program at the n-th call of a kind.
    struct Reaction {
        var place: Place
        var call: Int
        var deed: Deed
    }

    /// The variations that must not change the results.
    enum Comparison: CaseIterable {
        /// Input is read late, many frames at once.
        case late
        /// A frame of one finger is split.
        case split
        /// Views get their recognizers in another order.
        case backwards
        /// A touch that all recognizers refuse rests on the screen.
        case palm
    }

    /// The input or action at an instant: one frame of one device, or an action of the program.
    struct Step {
        /// The time in milliseconds.
        var t: Double
        var hand = 0
        /// The offset of the device's clock in milliseconds.
        var skew = 0
        var acts: [Act] = []
        var deed: Deed?
    }

    var settings = GestureSettings()
    var windows = 1
    var panes: [Pane] = []
    var watchers: [Watcher] = []
    var steps: [Step] = []
    var reactions: [Reaction] = []
    /// The variations with which the results are compared.
    var comparison = Comparison.late
    /// The time of the beginning in milliseconds, which stamps truncate to 32 bits.
    var start = 0.0
    /// Whether the devices' times are computed from 32-bit stamps.
    var hasStamps = false
    /// The kind of the second hand's touches.
    var secondKind = Touch.Kind.direct

    /// The number of events.
    var count: Int { steps.reduce(0) { $0 + max(1, $1.acts.count) } }
    /// Whether devices' clocks are set during the plan, so that times have to be estimated.
    var hasClockSteps: Bool { steps.contains { $0.skew != 0 } }
    /// Whether a finger's shape changes without another event. Such a change has no time, so it counts when it is read.
    var hasBareShape: Bool { steps.contains { if case .reshape? = $0.acts.first { true } else { false } } }
}

// MARK: Random choice

extension Plan {
    init(seed: UInt64) {
        var dice = Dice(seed: seed)
        self.init(&dice)
    }

    init(_ dice: inout Dice) {
        // Most programs act rarely.
        let isWild = dice.one(in: 2)
        makeSettings(&dice)
        windows = dice.one(in: 4) ? 2 : 1
        for index in 0..<dice.number(1...6) { panes.append(Self.pane(index, windows, &dice)) }
        let count = dice.number(1...9)
        // In half of the plans requirements point in one direction only, so that there is no cycle to refuse.
        let isOrdered = dice.one(in: 2)
        for index in 0..<count { watchers.append(Self.watcher(index, of: count, panes.count, isOrdered, &dice)) }
        comparison = dice.pick(Comparison.allCases)
        start = dice.pick([0, 0, 1000, 4_294_967_296 - 2000, 4_294_967_296 * 2 - 700, 86_400_000])
        hasStamps = dice.one(in: 2)
        if dice.one(in: 3) { secondKind = .stylus }
        makeSteps(&dice, isWild: isWild)
        guard isWild, comparison != .palm else { return }
        for _ in 0..<dice.number(0...6) {
            reactions.append(
                Reaction(place: dice.pick(Place.allCases), call: dice.number(0...12), deed: Self.deed(&dice)))
        }
    }

    private static func deed(_ dice: inout Dice) -> Deed {
        Deed(kind: dice.pick(Deed.Kind.allCases), number: dice.below(1 << 16))
    }

    private mutating func makeSettings(_ dice: inout Dice) {
        guard dice.one(in: 3) else { return }
        settings.multiTapInterval = dice.pick([.milliseconds(300), .milliseconds(40), .milliseconds(1000), nil])
        settings.multiTapMinimumInterval = dice.pick([.zero, .milliseconds(40)])
        settings.multiTapDistance = dice.pick([45, 5, 200, nil])
        settings.tapMaximumDuration = dice.pick([.milliseconds(750), .milliseconds(100), nil])
        settings.tapAllowableMovement = dice.pick([20, 0, 100, nil])
        settings.panSlop = dice.pick([10, 0, 3])
        settings.pinchSlop = dice.pick([8, 0])
        settings.rotationSlop = dice.pick([.pi / 18, 0])
        settings.swipeMaximumDuration = dice.pick([.milliseconds(500), nil])
        settings.swipeMinimumVelocity = dice.pick([0, 300])
    }

    private static func pane(_ index: Int, _ windows: Int, _ dice: inout Dice) -> Pane {
        var pane = Pane()
        pane.parent = index == 0 || dice.one(in: 3) ? nil : dice.below(index)
        pane.window = dice.below(windows)
        pane.frame = Rect(
            x: Double(dice.number(0...60)), y: Double(dice.number(0...60)), width: Double(dice.number(80...400)),
            height: Double(dice.number(80...400)))
        if dice.one(in: 6) { pane.scroll = Point(x: Double(dice.number(-50...50)), y: Double(dice.number(-50...50))) }
        pane.isMultipleTouchEnabled = dice.one(in: 2)
        pane.isExclusiveTouch = dice.one(in: 10)
        pane.isHidden = dice.one(in: 20)
        pane.isUserInteractionEnabled = !dice.one(in: 20)
        if dice.one(in: 20) { pane.alpha = 0 }
        for call in ViewStream.Call.allCases where dice.one(in: 8) { pane.forwards.insert(call) }
        pane.deniesBeginning = dice.one(in: 12)
        return pane
    }

    private static func watcher(
        _ index: Int, of count: Int, _ panes: Int, _ isOrdered: Bool, _ dice: inout Dice
    ) -> Watcher {
        var watcher = Watcher(kind: kind(&dice), pane: dice.below(panes))
        watcher.cancelsTouchesInView = !dice.one(in: 4)
        watcher.delaysTouchesBegan = dice.one(in: 5)
        watcher.delaysTouchesEnded = !dice.one(in: 4)
        watcher.isEnabled = !dice.one(in: 15)
        for other in (isOrdered ? index + 1 : 0)..<max(count, index + 1) where other != index {
            if dice.one(in: 6) { watcher.required.append(other) }
            if dice.one(in: 16) { watcher.requiredByDelegate.insert(other) }
        }
        for other in 0..<count where dice.one(in: 6) { watcher.friends.insert(other) }
        watcher.mayBegin = !dice.one(in: 10)
        if dice.one(in: 10) { watcher.deafLeftOf = Double(dice.number(0...200)) }
        if dice.one(in: 6) { watcher.touchTypes = dice.pick([[.stylus], [.direct], [.direct, .indirectPointer]]) }
        watcher.requiresExclusiveTouchType = !dice.one(in: 4)
        return watcher
    }

    static func kind(_ dice: inout Dice) -> Kind {
        switch dice.below(12) {
        case 0...3:
            .tap(
                taps: dice.number(1...3), touches: dice.pick([1, 1, 2]),
                button: dice.one(in: 8) ? .secondary : .primary)
        case 4:
            .press(after: dice.pick([0, 100, 200, 500]), taps: dice.pick([0, 0, 1]), touches: dice.pick([1, 1, 2]))
        case 5: .pan(minimum: dice.number(1...2), maximum: dice.number(2...3), scrolls: dice.one(in: 2))
        case 6: .swipe(ways: UInt8(dice.number(1...15)), touches: dice.number(1...2))
        case 7: .pinch
        case 8: .rotation
        case 9: .edgePan
        case 10: .hover
        default:
            .probe(
                Habit(
                    onBegan: dice.pick(Habit.Step.allCases), onMoved: dice.pick(Habit.Step.allCases),
                    onEnded: dice.pick(Habit.Step.allCases),
                    patience: dice.pick([nil, 0, 60, 400]), onDeadline: dice.pick(Habit.Step.allCases),
                    prevents: !dice.one(in: 4), isPrevented: !dice.one(in: 4)))
        }
    }

    private mutating func makeSteps(_ dice: inout Dice, isWild: Bool) {
        var hands = [Hand(number: 0), Hand(number: 1)]
        var mouse = Mouse()
        var t = start
        var skew = 0
        let setsClocks = hasStamps && isWild && dice.one(in: 4)
        for _ in 0..<dice.pick([4, 8, 15, 30, 60]) where !dice.isSpent {
            t += dice.pick([0, 0, 1, 8, 16, 16, 40, 100, 200, 250, 299, 300, 301, 500, 750, 800])
            if setsClocks, dice.one(in: 8) {
                skew += dice.pick([3, -3, 40, -400, 5000, -5000, 3_600_000, -3_600_000, Int(Int32.max), 1 << 40])
            }
            var step = Step(t: t)
            switch dice.below(16) {
            case 0...8: step.acts = hands[0].act(&dice, windows, isWild: isWild)
            case 9, 10:
                step.hand = 1
                step.acts = hands[1].act(&dice, windows, isWild: isWild)
            case 11...14: step.acts = mouse.act(&dice, windows)
            default: if isWild { step.deed = Self.deed(&dice) }
            }
            step.skew = skew
            if !step.acts.isEmpty || step.deed != nil { steps.append(step) }
        }
        for hand in hands { steps.append(Step(t: t + 20, hand: hand.number, skew: skew, acts: hand.rest)) }
        steps.append(Step(t: t + 20, skew: skew, acts: mouse.rest))
    }
}

/// Points outside any screen, and values that are not numbers.
private func oddPlace(_ dice: inout Dice) -> Point {
    let odd = [-8_388_608, 8_388_607.996, .infinity, .nan, -0.0, 400, 1e300, .leastNonzeroMagnitude]
    return Point(x: dice.pick(odd), y: dice.pick(odd))
}

/// A hand on a touch screen.
private struct Hand {
    let number: Int
    private var down: [Int32: Point] = [:]

    init(number: Int) { self.number = number }

    /// Lifts all fingers.
    var rest: [Plan.Act] { down.keys.sorted().map { .up($0) } }

    private static func place(_ dice: inout Dice, near last: Point? = nil) -> Point {
        guard let last else { return Point(x: Double(dice.number(0...200)), y: Double(dice.number(0...200))) }
        let step = dice.pick([2, 6, 6, 22, 60])
        return last + Point(x: Double(dice.number(-step...step)), y: Double(dice.number(-step...step)))
    }

    mutating func act(_ dice: inout Dice, _ windows: Int, isWild: Bool) -> [Plan.Act] {
        var acts: [Plan.Act] = []
        let isOdd = isWild && dice.one(in: 8)
        switch dice.below(16) {
        case 0...4 where down.count < 4:
            // Sometimes an id is used again without an up, or has an unusual value.
            let free = (0..<5 as Range<Int32>).first { down[$0] == nil } ?? 9
            let id = isOdd ? dice.pick([0, -1, .max, .min]) : free
            let near = dice.one(in: 3) ? down.values.map { $0 }.min { ($0.x, $0.y) < ($1.x, $1.y) } : nil
            let start = isOdd && dice.one(in: 3) ? oddPlace(&dice) : Self.place(&dice, near: near)
            let window = isOdd && dice.one(in: 3) ? nil : dice.below(windows)
            acts.append(.down(id, start, window: window))
            if dice.one(in: 3) { acts.append(.up(id)) } else { down[id] = start }
        case 0...9:
            for id in down.keys.sorted() where dice.one(in: 2) {
                let next = isOdd && dice.one(in: 4) ? oddPlace(&dice) : Self.place(&dice, near: down[id])
                if next.isFinite { down[id] = next }
                acts.append(.move(id, next))
                if dice.one(in: 6) { acts.append(.reshape(id, Double(dice.number(0...40)))) }
                if dice.one(in: 6) { acts.append(.move(id, Self.place(&dice, near: next))) }
                if dice.one(in: 6) {
                    acts.append(.up(id))
                    down[id] = nil
                }
            }
            if isOdd { acts.append(.move(77, .zero)) }
        case 10...13:
            for id in down.keys.sorted() where dice.one(in: 2) {
                acts.append(.up(id))
                down[id] = nil
                if dice.one(in: 6) {
                    let again = Self.place(&dice)
                    acts.append(.down(id, again, window: dice.below(windows)))
                    down[id] = again
                }
            }
            if isOdd { acts.append(.up(77)) }
        case 14:
            switch dice.below(5) {
            case 0, 1:
                acts.append(.cancel)
                down.removeAll()
            case 2:
                acts.append(.lose)
                down.removeAll()
            default:
                guard let id = down.keys.min() else { break }
                acts.append(.cancelOne(id))
                down[id] = nil
            }
        default:
            if let id = down.keys.min() { acts.append(.reshape(id, Double(dice.number(0...40)))) }
        }
        return acts
    }
}

/// A mouse, or a touchpad.
private struct Mouse {
    private var held: [ButtonMask] = []
    private var isThere = false
    private var gesture: TouchpadGesture.Kind?

    /// Releases all buttons.
    var rest: [Plan.Act] {
        let end = gesture.map { Plan.Act.touchpad(TouchpadGesture($0, .ended, fingers: 2)) }
        return held.map { .release($0) } + (end.map { [$0] } ?? []) + (isThere ? [.pointerAway] : [])
    }

    private static func place(_ dice: inout Dice) -> Point {
        if dice.one(in: 50) { return oddPlace(&dice) }
        return Point(x: Double(dice.number(0...200)), y: Double(dice.number(0...200)))
    }

    mutating func act(_ dice: inout Dice, _ windows: Int) -> [Plan.Act] {
        guard isThere else {
            isThere = true
            return [.point(Self.place(&dice), window: dice.below(windows))]
        }
        switch dice.below(10) {
        case 0, 1: return [.point(Self.place(&dice), window: -1)]
        case 2...5:
            let button: ButtonMask = dice.one(in: 4) ? .secondary : .primary
            guard let index = held.firstIndex(of: button) else {
                held.append(button)
                return [.press(button)]
            }
            held.remove(at: index)
            return [.release(button)]
        case 6:
            return [
                .scroll(
                    dice.one(in: 30)
                        ? oddPlace(&dice) : Point(x: Double(dice.number(-20...20)), y: Double(dice.number(-20...20))),
                    isDiscrete: dice.one(in: 2), isLast: dice.one(in: 3))
            ]
        case 7:
            guard dice.one(in: 3) else { return [] }
            isThere = false
            held.removeAll()
            return dice.one(in: 2) ? [.pointerAway] : [.point(Self.place(&dice), window: dice.below(windows))]
        default:
            guard let kind = gesture else {
                gesture = dice.pick([.swipe, .pinch, .hold])
                return [.touchpad(TouchpadGesture(gesture ?? .hold, .began, fingers: dice.number(1...4)))]
            }
            let phase = dice.pick([TouchpadGesture.Phase.changed, .changed, .changed, .ended, .cancelled, .began])
            if phase == .ended || phase == .cancelled { gesture = nil }
            return [
                .touchpad(
                    TouchpadGesture(
                        kind, phase, fingers: dice.number(1...4),
                        delta: Point(x: Double(dice.number(-30...30)), y: Double(dice.number(-30...30))),
                        scale: dice.pick([1, 1.1, 0.5, 3, 0, -1, 1 / 256, 1e300, .nan]),
                        rotation: dice.pick([0, 0.1, -0.3, 3])))
            ]
        }
    }
}

// MARK: Reduction

extension Plan {
    /// Returns the rule that a fault violates: the text up to the colon, without the time.
    static func kind(of fault: String) -> String {
        String((fault.split(separator: ":").first ?? "").drop { $0.isNumber || $0 == "." })
    }

    /// Returns the smallest reduction of the plan that still has the fault.
    func shrunk(from fault: String) -> Plan {
        shrunk { World.faults(of: $0).contains { Self.kind(of: $0) == Self.kind(of: fault) } }
    }

    private func shrunk(while fails: (Plan) -> Bool) -> Plan {
        var small = self
        var isDone = false
        func attempt(_ change: (inout Plan) -> Void) {
            var smaller = small
            change(&smaller)
            if fails(smaller) { (small, isDone) = (smaller, false) }
        }
        while !isDone {
            isDone = true
            for index in small.steps.indices.reversed() { attempt { $0.steps.remove(at: index) } }
            for index in small.reactions.indices.reversed() { attempt { $0.reactions.remove(at: index) } }
            for index in small.watchers.indices.reversed() { attempt { $0.dropWatcher(index) } }
            for index in small.panes.indices.reversed() where small.canDropPane(index) {
                attempt { $0.dropPane(index) }
            }
            for (index, step) in small.steps.enumerated() where step.acts.count > 1 {
                for act in step.acts.indices.reversed() { attempt { $0.steps[index].acts.remove(at: act) } }
            }
            for index in small.watchers.indices {
                if !small.watchers[index].friends.isEmpty { attempt { $0.watchers[index].friends = [] } }
                if !small.watchers[index].required.isEmpty { attempt { $0.watchers[index].required = [] } }
                if !small.watchers[index].requiredByDelegate.isEmpty {
                    attempt { $0.watchers[index].requiredByDelegate = [] }
                }
            }
            if small.settings != GestureSettings() { attempt { $0.settings = GestureSettings() } }
            if small.hasStamps { attempt { $0.hasStamps = false } }
            if small.start != 0 {
                attempt { plan in
                    for index in plan.steps.indices { plan.steps[index].t -= plan.start }
                    plan.start = 0
                }
            }
        }
        return small
    }

    private mutating func dropWatcher(_ index: Int) {
        watchers.remove(at: index)
        func shift(_ other: Int) -> Int? { other == index ? nil : other > index ? other - 1 : other }
        for place in watchers.indices {
            watchers[place].required = watchers[place].required.compactMap(shift)
            watchers[place].requiredByDelegate = Set(watchers[place].requiredByDelegate.compactMap(shift))
            watchers[place].friends = Set(watchers[place].friends.compactMap(shift))
        }
    }

    /// Only a view without content can be removed.
    private func canDropPane(_ index: Int) -> Bool {
        panes.count > 1 && !panes.contains { $0.parent == index } && !watchers.contains { $0.pane == index }
    }

    private mutating func dropPane(_ index: Int) {
        panes.remove(at: index)
        func shift(_ other: Int) -> Int { other > index ? other - 1 : other }
        for place in panes.indices { panes[place].parent = panes[place].parent.map(shift) }
        for place in watchers.indices { watchers[place].pane = shift(watchers[place].pane) }
    }
}

extension Plan: CustomStringConvertible {
    /// The parts of the plan, one per line.
    var description: String {
        var lines: [String] = []
        if settings != GestureSettings() { lines.append("\(settings)") }
        if start != 0 || hasStamps || windows > 1 {
            lines.append("\(windows) windows, from \(start) ms, stamps \(hasStamps)")
        }
        lines += panes.enumerated().map { "pane \($0): \($1)" }
        lines += watchers.enumerated().map { "r\($0): \($1)" }
        lines += reactions.map { "when called for \($0.place), time \($0.call): \($0.deed.kind) \($0.deed.number)" }
        lines += steps.map { step in
            let what = step.deed.map { "\($0.kind) \($0.number)" } ?? "hand \(step.hand) \(step.acts)"
            return "at \(step.t)\(step.skew == 0 ? "" : " skew \(step.skew)"): \(what)"
        }
        return lines.joined(separator: "\n").replacing("TouchKitTests.", with: "").replacing("TouchKit.", with: "")
    }
}
