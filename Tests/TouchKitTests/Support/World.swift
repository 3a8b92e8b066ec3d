import Fuzzing

@testable import TouchKit

/// Plays a plan and collects the violations of rules.
final class World {
    /// A manner of playing a plan. Manners that do not affect the results must give the same log.
    struct Manner {
        /// The average number of frames that are read at once; 1 for a program that is never late.
        var batch = 1
        /// Whether a frame of one finger is split into a frame for each of its events.
        var splitsFrames = false
        /// Whether the views get their recognizers in reverse order.
        var attachesBackwards = false
        /// Whether a palm rests on the screen from the first to the last frame. All recognizers refuse it, so only
        /// their lines are compared.
        var hasPalm = false
    }

    let screen: TestScreen
    private let plan: Plan
    private let manner: Manner
    private var windows: [TestWindow] = []
    private var views: [TestView] = []
    /// The objects by their number in the plan; nil for a removed one.
    private var recognizers: [GestureRecognizer?] = []
    private let taps: TapReference
    private var reactions: [Plan.Place: [Plan.Reaction]] = [:]
    private var calls: [Plan.Place: Int] = [:]
    private var clocks: [Int: DeviceClock] = [:]
    /// The palm's device, whose touches all recognizers refuse.
    private var palm = FrameAssembler(device: InputDevice(seat: 8, generation: 1))
    /// The fingers whose frames the program delivers itself.
    private var robot = FrameAssembler(device: InputDevice(seat: 9, generation: 1))
    private var isInTouchpadGesture = false
    private var isOver = false
    private var lastTime = EventTime(nanoseconds: .min)
    /// The touches that were cancelled because their view or window was removed.
    private var gone: Set<Touch> = []
    /// Events, touches and their contents that a program keeps after handling.
    private var kept: [(event: TouchEvent, timestamp: EventTime, touches: Set<Touch>)] = []
    /// Weak references to the objects that must be freed with the world.
    private var remains: [Remains] = []

    private struct Remains {
        weak var object: AnyObject?
    }

    init(_ plan: Plan, _ manner: Manner = Manner()) {
        self.plan = plan
        self.manner = manner
        screen = TestScreen(plan.settings)
        taps = TapReference(plan.settings)
        taps.isExact = !plan.hasClockSteps
        for reaction in plan.reactions { reactions[reaction.place, default: []].append(reaction) }
        windows = [screen.window] + (1..<max(1, plan.windows)).map { screen.addWindow("window\($0)") }
        for window in windows { equip(window) }
        for (index, pane) in plan.panes.enumerated() { addView("view\(index)", pane) }
        for index in plan.watchers.indices { recognizers.append(makeRecognizer(index)) }
        attachRecognizers()
        armDelegate()
        screen.dispatcher.addObserver { [unowned self] in check($0) }
        screen.dispatcher.addFrameObserver { [unowned self] _ in called(.frameObserver) }
    }

    /// Returns the violations of a plan: while it is played alone, compared with another manner, and after its end.
    static func faults(of plan: Plan) -> [String] {
        let (live, remains) = outcome(of: plan, Manner())
        if let fault = live.faults.first { return [fault] }
        if let leak = remains.lazy.compactMap(\.object).first { return ["outlives its world: \(leak)"] }
        guard let manner = plan.comparisonManner else { return [] }
        var other = outcome(of: plan, manner).0
        var log = live.log
        if manner.attachesBackwards {
            log.sort()
            other.log.sort()
        }
        if manner.batch > 1 {
            log.removeAll(where: tellsOfMoves)
            other.log.removeAll(where: tellsOfMoves)
        }
        if manner.hasPalm {
            log.removeAll { !isOfRecognizer($0) }
            other.log.removeAll { !isOfRecognizer($0) }
        }
        guard log != other.log else { return [] }
        let place = zip(log, other.log).prefix { $0 == $1 }.count
        func line(_ lines: [String]) -> String { place < lines.count ? lines[place] : "nothing" }
        return ["\(plan.comparison): \(line(log)) became \(line(other.log))"]
    }

    /// Returns whether a line of a log tells a program of a move. A program is told once of moves that it reads together.
    private static func tellsOfMoves(_ line: String) -> Bool {
        line.contains(" changed ") || line.contains(" touchesMoved ")
    }

    /// Returns whether a line of a log is about a recognizer.
    private static func isOfRecognizer(_ line: String) -> Bool {
        line.split(separator: " ").dropFirst().first?.first == "r"
    }

    private static func outcome(
        of plan: Plan, _ manner: Manner
    ) -> (of: (log: [String], faults: [String]), remains: [Remains]) {
        let world = World(plan, manner)
        world.play()
        return ((world.screen.log, world.screen.faults), world.remains)
    }

    // MARK: Setup

    private func equip(_ window: TestWindow) {
        window.lets = { [unowned self, unowned window] event in
            called(.sendEvent)
            taps.check(event, in: window) { screen.fault($0) }
            return true
        }
        window.sent = { [unowned self, unowned window] event in taps.note(event, in: window) }
        note(window)
    }

    private func note(_ object: AnyObject) { remains.append(Remains(object: object)) }

    private func addView(_ name: String, _ pane: Plan.Pane) {
        let parent: View = pane.parent.flatMap { $0 < views.count ? views[$0] : nil } ?? windows[pane.window]
        let view = screen.view(
            name, pane.frame.minX, pane.frame.minY, pane.frame.size.width, pane.frame.size.height, in: parent)
        view.bounds.origin = pane.scroll
        view.isMultipleTouchEnabled = pane.isMultipleTouchEnabled
        view.isExclusiveTouch = pane.isExclusiveTouch
        view.isHidden = pane.isHidden
        view.isUserInteractionEnabled = pane.isUserInteractionEnabled
        view.alpha = pane.alpha
        view.forwards = pane.forwards
        view.shouldBegin = { [unowned self] _ in
            called(.viewShouldBegin)
            return !pane.deniesBeginning
        }
        view.onTouch = { [unowned self, unowned view] call, touches, event in hear(call, touches, event, in: view) }
        if reactions[.hitTest] != nil {
            view.onPointInside = { [unowned self, unowned view] in
                called(.hitTest)
                return view.bounds.contains($0)
            }
        }
        views.append(view)
        note(view)
    }

    private func attachRecognizers() {
        var order = plan.watchers.indices.map { ($0, plan.watchers[$0].pane) }
        if manner.attachesBackwards {
            order = views.indices.reversed().flatMap { pane in order.filter { $0.1 == pane } }
        }
        for (index, pane) in order {
            if let recognizer = recognizers[index] { views[pane].addGestureRecognizer(recognizer) }
        }
        for (index, watcher) in plan.watchers.enumerated() {
            for other in watcher.required where other < recognizers.count {
                if let required = recognizers[other] { recognizers[index]?.require(toFail: required) }
            }
        }
    }

    private func makeRecognizer(_ index: Int) -> GestureRecognizer {
        let watcher = plan.watchers[index]
        let recognizer = make(watcher.kind)
        recognizer.cancelsTouchesInView = watcher.cancelsTouchesInView
        recognizer.delaysTouchesBegan = watcher.delaysTouchesBegan
        recognizer.delaysTouchesEnded = watcher.delaysTouchesEnded
        recognizer.isEnabled = watcher.isEnabled
        recognizer.allowedTouchTypes = plan.comparison == .palm ? [.direct, .indirectPointer] : watcher.touchTypes
        recognizer.requiresExclusiveTouchType = watcher.requiresExclusiveTouchType
        equip(recognizer, "r\(index)")
        return recognizer
    }

    private func equip(_ recognizer: GestureRecognizer, _ name: String) {
        recognizer.name = name
        recognizer.delegate = screen.delegate
        recognizer.addAction { [unowned self] in act($0, name) }
        note(recognizer)
    }

    private func make(_ kind: Plan.Kind) -> GestureRecognizer {
        if case .probe(let habit) = kind { makeProbe(habit) } else { Self.recognizer(kind) }
    }

    /// Creates a recognizer of a kind in the library.
    static func recognizer(_ kind: Plan.Kind) -> GestureRecognizer {
        switch kind {
        case .tap(let taps, let touches, let button):
            let tap = TapGestureRecognizer()
            tap.numberOfTapsRequired = taps
            tap.numberOfTouchesRequired = touches
            tap.buttonMaskRequired = button
            return tap
        case .press(let after, let taps, let touches):
            let press = LongPressGestureRecognizer()
            press.minimumPressDuration = .milliseconds(after)
            press.numberOfTapsRequired = taps
            press.numberOfTouchesRequired = touches
            return press
        case .pan(let minimum, let maximum, let scrolls):
            let pan = PanGestureRecognizer()
            pan.minimumNumberOfTouches = minimum
            pan.maximumNumberOfTouches = maximum
            pan.allowedScrollTypesMask = scrolls ? .all : []
            return pan
        case .swipe(let ways, let touches):
            let swipe = SwipeGestureRecognizer()
            swipe.direction = SwipeGestureRecognizer.Direction(rawValue: ways)
            swipe.numberOfTouchesRequired = touches
            return swipe
        case .pinch: return PinchGestureRecognizer()
        case .rotation: return RotationGestureRecognizer()
        case .edgePan:
            let edge = ScreenEdgePanGestureRecognizer()
            edge.edges = .all
            return edge
        case .hover: return HoverGestureRecognizer()
        case .probe: return Probe()
        }
    }

    private func makeProbe(_ habit: Plan.Habit) -> Probe {
        let probe = Probe()
        // The touches that the recognizer has received in this attempt and that have not ended.
        var open: Set<Touch> = []
        func follow(_ phase: Touch.Phase, _ step: Plan.Habit.Step, _ place: Plan.Place) {
            probe.on[phase] = { [unowned self] probe, touches, event in
                if phase == .began {
                    if !open.isDisjoint(with: touches) { screen.fault("begun twice: \(probe)") }
                    open.formUnion(touches)
                    if let patience = habit.patience {
                        probe.deadline = event.timestamp.advanced(by: .milliseconds(patience))
                    }
                } else if !open.isSuperset(of: touches) {
                    screen.fault("none of its own: \(probe) \(phase)")
                }
                if phase == .ended || phase == .cancelled { open.subtract(touches) }
                for touch in touches where touch.phase != phase { screen.fault("wrong phase: \(touch) for \(phase)") }
                screen.note("\(probe.name ?? "?") \(phase) \(touches.map(\.id).sorted())")
                if phase != .cancelled { take(step, probe, touches, event) }
                // Every recognizer must reach an end.
                let isRunning = probe.progress.state == .began || probe.progress.state == .changed
                if phase == .ended, isRunning, touches.count == probe.touches.count { probe.state = .ended }
                called(place)
            }
        }
        follow(.began, habit.onBegan, .probeBegan)
        follow(.moved, habit.onMoved, .probeMoved)
        follow(.ended, habit.onEnded, .probeEnded)
        follow(.cancelled, .nothing, .probeCancelled)
        probe.onDeadline = { [unowned self] probe in
            screen.note("\(probe.name ?? "?") deadline")
            take(habit.onDeadline, probe, [], nil)
            called(.probeDeadline)
        }
        probe.onReset = { [unowned self] _ in
            open.removeAll()
            called(.probeReset)
        }
        probe.prevents = { [unowned self] _ in
            called(.canPrevent)
            return habit.prevents
        }
        probe.isPreventedBy = { [unowned self] _ in
            called(.canBePrevented)
            return habit.isPrevented
        }
        return probe
    }

    /// Carries out a probe's action. The probe acts in every state, unless it would then never reach an end.
    private func take(_ step: Plan.Habit.Step, _ probe: Probe, _ touches: Set<Touch>, _ event: TouchEvent?) {
        switch step {
        case .nothing: break
        case .recognize: probe.state = .ended
        case .change: probe.state = .changed
        case .cancel: probe.state = .cancelled
        case .assignFailed: probe.state = .failed
        case .begin:
            // Without a finger, no event would end the gesture.
            guard !probe.touches.isEmpty else { return }
            probe.state = probe.progress.state == .possible ? .began : .changed
        case .fail: probe.fail(.other("as told"))
        case .ignore:
            guard let event, probe.progress.state == .possible else { return }
            for touch in touches.sorted(by: { $0.id < $1.id }).prefix(1) { probe.ignore(touch, for: event) }
        }
    }

    private func armDelegate() {
        let delegate = screen.delegate
        delegate.shouldBegin = { [unowned self] in
            called(.shouldBegin)
            return watcher($0)?.mayBegin ?? true
        }
        delegate.receivesTouch = { [unowned self] in
            called(.receivesTouch)
            return $1.location(in: nil).x >= watcher($0)?.deafLeftOf ?? 0
        }
        delegate.receivesEvent = { [unowned self] _, _ in
            called(.receivesEvent)
            return true
        }
        delegate.simultaneous = { [unowned self] one, other in
            called(.simultaneous)
            guard let friends = watcher(one)?.friends, let number = number(other) else { return false }
            return friends.contains(number)
        }
        delegate.requires = { [unowned self] one, other in
            called(.requires)
            guard let required = watcher(one)?.requiredByDelegate, let number = number(other) else { return false }
            return required.contains(number)
        }
        delegate.isRequired = { [unowned self] _, _ in
            called(.isRequired)
            return false
        }
    }

    private func number(_ recognizer: GestureRecognizer) -> Int? { recognizers.firstIndex { $0 === recognizer } }

    private func watcher(_ recognizer: GestureRecognizer) -> Plan.Watcher? {
        number(recognizer).flatMap { $0 < plan.watchers.count ? plan.watchers[$0] : nil }
    }

    // MARK: Rules

    private func hear(_ call: ViewStream.Call, _ touches: Set<Touch>, _ event: TouchEvent, in view: TestView) {
        let phase: Touch.Phase =
            switch call {
            case .began: .began
            case .moved: .moved
            case .ended: .ended
            case .cancelled: .cancelled
            }
        let all = event.allTouches
        if plan.panes.allSatisfy(\.forwards.isEmpty), touches.contains(where: { $0.view !== view }) {
            screen.fault("wrong view: \(touches) \(view)")
        }
        // A touch that a view has passed on may reach another view after its end.
        for touch in touches where touch.view === view {
            if touch.phase != phase { screen.fault("wrong phase: \(touch) for \(call)") }
            if !all.contains(touch) { screen.fault("not in its event: \(touch) \(call)") }
            check(touch)
            note(touch)
        }
        if kept.count < 4, screen.log.count % 3 == 0 { kept.append((event, event.timestamp, all)) }
        switch call {
        case .began: called(.viewBegan)
        case .moved: called(.viewMoved)
        case .ended: called(.viewEnded)
        case .cancelled: called(.viewCancelled)
        }
    }

    private func act(_ recognizer: GestureRecognizer, _ name: String) {
        if recognizer.state == .failed || recognizer.state == .possible {
            screen.fault("no state for an action: \(recognizer)")
        }
        screen.note("\(name) \(recognizer.state) \(values(of: recognizer))")
        called(.action)
    }

    private func check(_ transition: GestureTransition) {
        // While clocks are set, devices may disagree about the order of events.
        if !plan.hasClockSteps, !plan.hasBareShape, transition.time < lastTime {
            screen.fault("time goes back: \(lastTime) \(transition.time)")
        }
        lastTime = max(lastTime, transition.time)
        called(.observer)
    }

    private func check(_ touch: Touch) {
        let places = [touch.location(in: nil), touch.previousLocation(in: touch.view), touch.startLocation(in: nil)]
        let isFinite = places.allSatisfy(\.isFinite) && touch.majorRadius.isFinite && touch.force.isFinite
        if !isFinite || touch.tapCount < 0 { screen.fault("no number: \(touch)") }
    }

    /// Returns the public measurements of a recognizer as a line.
    private func values(of recognizer: GestureRecognizer) -> String {
        let place = recognizer.location(in: recognizer.view)
        var numbers = [place.x, place.y, Double(recognizer.numberOfTouches)]
        for index in 0..<recognizer.numberOfTouches {
            let place = recognizer.location(ofTouch: index, in: nil)
            numbers += [place.x, place.y]
        }
        switch recognizer {
        case let pan as PanGestureRecognizer:
            let (translation, velocity) = (pan.translation(in: nil), pan.velocity(in: nil))
            numbers += [translation.x, translation.y, velocity.x, velocity.y]
        case let pinch as PinchGestureRecognizer:
            numbers += [pinch.scale, pinch.velocity]
            if pinch.scale <= 0 { screen.fault("no scale: \(pinch) \(pinch.scale)") }
        case let rotation as RotationGestureRecognizer: numbers += [rotation.rotation, rotation.velocity]
        default: break
        }
        if !numbers.allSatisfy(\.isFinite) { screen.fault("no number: \(recognizer) \(numbers)") }
        return numbers.map { "\(Float($0))" }.joined(separator: " ")
    }

    private func checkEnd() {
        let dispatcher = screen.dispatcher
        if !screen.isAtRest || !dispatcher.isIdle {
            screen.fault(
                "not at rest: \(dispatcher.arbiter.active) \(dispatcher.touches) \(dispatcher.nextDeadline as Any)")
        }
        for case let recognizer? in recognizers where recognizer.state != .possible || !recognizer.touches.isEmpty {
            screen.fault("not reset: \(recognizer) \(recognizer.touches)")
        }
        for view in views where view.record.hasOpenTouch { screen.fault("no end: \(view.identifier ?? "?")") }
        for window in windows where window.record.hasOpenTouch { screen.fault("no end: \(window)") }
        for entry in kept {
            if entry.event.timestamp != entry.timestamp || entry.event.allTouches != entry.touches {
                screen.fault("kept event has changed: \(entry)")
            }
            for touch in entry.touches {
                check(touch)
                if !touch.gestureRecognizers.isEmpty { screen.fault("still has recognizers: \(touch)") }
            }
        }
    }

    // MARK: Playing

    func play() {
        var backlog: [Plan.Step] = []
        var dice = Dice(seed: UInt64(plan.count))
        if manner.hasPalm { rest() }
        for step in plan.steps {
            // The program's own actions come when it has read all input.
            if step.deed != nil || dice.one(in: manner.batch) {
                read(backlog)
                backlog.removeAll()
            }
            if step.deed == nil, manner.batch > 1 {
                backlog.append(step)
            } else {
                screen.dispatcher.advance(to: EventTime(nanoseconds: EventTime(milliseconds: step.t).nanoseconds - 1))
                if let deed = step.deed { perform(deed, from: nil) } else { perform(step, readAt: step.t) }
            }
            for touch in gone where touch.phase != .cancelled && touch.phase != .ended {
                screen.fault("alive again: \(touch)")
            }
        }
        read(backlog)
        finish()
    }

    private func rest() {
        let time = EventTime(milliseconds: plan.start)
        _ = palm.down(99, at: Point(x: 100, y: 100), in: windows[0], time: time, type: .stylus)
        for frame in palm.frame() { screen.dispatcher.deliver(frame) }
    }

    private func read(_ steps: [Plan.Step]) {
        guard let last = steps.last else { return }
        screen.stall()
        for step in steps { perform(step, readAt: last.t) }
        screen.catchUp()
    }

    private func finish() {
        let end = max(plan.steps.last?.t ?? 0, screen.dispatcher.now.milliseconds) + 10_000
        for hand in 0..<2 {
            screen.hand = hand
            screen.cancel(end)
        }
        for frame in palm.cancel(time: EventTime(milliseconds: end)) { screen.dispatcher.deliver(frame) }
        if isInTouchpadGesture { screen.touchpad(TouchpadGesture(.swipe, .cancelled, fingers: 3), end) }
        screen.pointerAway(end)
        screen.wait(until: end + 10_000)
        isOver = true
        // Without a limit on the interval, a single tap waits without end.
        if plan.settings.multiTapInterval == nil || plan.settings.tapMaximumDuration == nil {
            for window in windows { window.cancelTouches() }
        }
        checkEnd()
    }

    private func perform(_ step: Plan.Step, readAt arrival: Double) {
        let ids = step.acts.map { act -> Int32? in
            switch act {
            case .down(let id, _, _), .move(let id, _), .up(let id): id
            default: nil
            }
        }
        // Several moves in succession may be coalesced.
        let moves = step.acts.filter { if case .move = $0 { true } else { false } }.count
        if manner.splitsFrames, moves < 2, let first = ids.first, let first, ids.allSatisfy({ $0 == first }) {
            for act in step.acts { perform(act, step, readAt: arrival) }
        } else {
            screen.together { for act in step.acts { perform(act, step, readAt: arrival) } }
        }
    }

    /// Returns the time that a device's event gets.
    private func time(_ device: Int, _ step: Plan.Step, readAt arrival: Double) -> Double {
        guard plan.hasStamps else { return step.t }
        let stamp = UInt32(truncatingIfNeeded: Int64(step.t) + Int64(step.skew))
        let time = clocks[device, default: DeviceClock()].time(
            of: stamp, arrival: EventTime(milliseconds: arrival), quiet: EventTime(milliseconds: step.t))
        return time.milliseconds
    }

    private func perform(_ act: Plan.Act, _ step: Plan.Step, readAt arrival: Double) {
        screen.hand = step.hand
        let mouse = 9
        func finger() -> Double { time(step.hand, step, readAt: arrival) }
        func pointer() -> Double { time(mouse, step, readAt: arrival) }
        // An event without a stamp is not earlier than the one before it.
        func unstamped(_ device: Int) -> Double { max(step.t, clocks[device]?.latest?.milliseconds ?? step.t) }
        switch act {
        case .down(let id, let place, let window):
            screen.down(
                id, at: place, in: window.map { windows[$0 % windows.count] }, finger(),
                as: step.hand == 1 ? plan.secondKind : .direct)
        case .move(let id, let place): screen.move(id, to: (place.x, place.y), finger())
        case .up(let id): screen.up(id, finger())
        case .reshape(let id, let radius): screen.reshape(id) { $0.majorRadius = radius }
        case .cancel: screen.cancel(unstamped(step.hand))
        case .cancelOne(let id): screen.cancel(id, unstamped(step.hand))
        case .lose:
            screen.lose(unstamped(step.hand))
            clocks[step.hand] = nil
        case .point(let place, -1): screen.pointer(to: (place.x, place.y), pointer())
        case .point(let place, let window):
            screen.point(at: place, in: windows[window % windows.count], unstamped(mouse))
        case .press(let button): screen.press(button, pointer())
        case .release(let button): screen.release(button, pointer())
        case .pointerAway: screen.pointerAway(unstamped(mouse))
        case .scroll(let delta, let isDiscrete, let isLast):
            screen.scroll(delta.x, delta.y, isDiscrete: isDiscrete, isLast: isLast, pointer())
        case .touchpad(let gesture):
            isInTouchpadGesture = gesture.phase == .began || gesture.phase == .changed
            screen.touchpad(gesture, pointer())
        }
    }

    // MARK: The program's actions

    /// Carries out the program's action for a call, if the plan has one.
    private func called(_ place: Plan.Place) {
        guard !isOver, let planned = reactions[place] else { return }
        let call = calls[place, default: 0]
        calls[place] = call + 1
        for reaction in planned where reaction.call == call { perform(reaction.deed, from: place) }
    }

    private func perform(_ deed: Plan.Deed, from place: Plan.Place?) {
        let number = deed.number
        let window = windows[number % windows.count]
        let alive = recognizers.compactMap { $0 }
        let view = views[number % views.count]
        let other = views[number / 16 % views.count]
        switch deed.kind {
        case .removeView: takeTouches(of: view) { view.removeFromSuperview() }
        case .addView:
            addView(
                "view\(views.count)+\(number)",
                Plan.Pane(window: number % windows.count, frame: Rect(x: 0, y: 0, width: 200, height: 200)))
        case .dropView:
            guard views.count > 1 else { return }
            views.removeAll { $0 === view }
            view.removeFromSuperview()
        case .moveView:
            if view.superview == nil || number % 3 == 0 {
                window.addSubview(view)
            } else if !other.isDescendant(of: view) {
                other.addSubview(view)
            }
        case .hideView: view.isHidden.toggle()
        case .disableView: view.isUserInteractionEnabled.toggle()
        case .reframe: view.frame = view.frame.offsetBy(Point(x: Double(number % 40), y: -5)).insetBy(-3)
        case .scrollView: view.bounds.origin = Point(x: Double(number % 30), y: 10)
        case .reorder: if let superview = view.superview { superview.insertSubview(view, at: number % 3) }
        case .cancelTouches: takeTouches(of: window) { window.cancelTouches() }
        case .closeWindow:
            takeTouches(of: window) { window.cancelTouches() }
            windows[number % windows.count] = screen.addWindow("window+\(number)")
            equip(windows[number % windows.count])
            taps.isExact = false
        case .deliver:
            let place = Point(x: Double(number % 200), y: Double(number / 200 % 200))
            let now = screen.dispatcher.now
            for frame in robot.down(1, at: place, in: window, time: now) { screen.dispatcher.deliver(frame) }
            for frame in robot.frame() { screen.dispatcher.deliver(frame) }
            robot.motion(1, to: place + Point(x: 30, y: 0), time: now)
            for frame in robot.up(1, time: now) { screen.dispatcher.deliver(frame) }
        // Only a handler can call this while more input follows; it then has no effect.
        case .advance: if place != nil, place != .frameObserver { screen.wait(until: 1e12) }
        case .perform:
            view.perform(after: .milliseconds(number % 5 * 100)) { [unowned self] in
                screen.note("performed")
                called(.perform)
            }
        case .cancelPerforms: Responder.cancelPreviousPerforms(target: view)
        default: if !alive.isEmpty { perform(deed, on: alive[number % alive.count], alive[number / 16 % alive.count]) }
        }
    }

    /// Does something that cancels all touches of a view and its subviews.
    private func takeTouches(of view: View, _ deed: () -> Void) {
        if view.window != nil {
            gone.formUnion(screen.dispatcher.touches.filter { $0.view?.isDescendant(of: view) ?? false })
        }
        deed()
    }

    private func perform(_ deed: Plan.Deed, on recognizer: GestureRecognizer, _ other: GestureRecognizer) {
        let number = deed.number
        switch deed.kind {
        case .toggleRecognizer: recognizer.isEnabled.toggle()
        case .restartRecognizer:
            recognizer.isEnabled = false
            recognizer.isEnabled = true
        case .detachRecognizer: recognizer.view?.removeGestureRecognizer(recognizer)
        case .attachRecognizer: views[number / 256 % views.count].addGestureRecognizer(recognizer)
        case .addRecognizer:
            let kinds: [Plan.Kind] = [
                .tap(taps: 1, touches: 1, button: .primary), .pan(minimum: 1, maximum: 2, scrolls: true), .pinch,
                .hover,
            ]
            let new = make(kinds[number % kinds.count])
            equip(new, "new\(number)")
            recognizers.append(new)
            views[number / 16 % views.count].addGestureRecognizer(new)
        case .dropRecognizer:
            if let index = self.number(recognizer) { recognizers[index] = nil }
            recognizer.view?.removeGestureRecognizer(recognizer)
        case .require: recognizer.require(toFail: other)
        case .dropRequirement:
            for other in recognizer.failureRequirements { recognizer.removeFailureRequirement(other) }
        case .changeFlags:
            if number % 2 == 0 { recognizer.cancelsTouchesInView.toggle() }
            if number % 3 == 0 { recognizer.delaysTouchesBegan.toggle() }
            if number % 5 < 3 { recognizer.delaysTouchesEnded.toggle() }
            if number % 7 == 0 { recognizer.allowedTouchTypes = [.indirectPointer] }
        case .changeNumbers:
            switch recognizer {
            case let tap as TapGestureRecognizer:
                tap.numberOfTapsRequired = 1 + number % 3
                tap.numberOfTouchesRequired = 1 + number / 3 % 2
            case let press as LongPressGestureRecognizer:
                press.numberOfTapsRequired = number % 2
                press.minimumPressDuration = .milliseconds(number % 400)
                press.numberOfTouchesRequired = 1 + number / 3 % 2
            case let pan as PanGestureRecognizer:
                pan.minimumNumberOfTouches = 1 + number % 2
                pan.maximumNumberOfTouches = 2 + number / 2 % 2
            case let swipe as SwipeGestureRecognizer: swipe.numberOfTouchesRequired = 1 + number % 2
            default: recognizer.requiresExclusiveTouchType.toggle()
            }
        case .setValues:
            switch recognizer {
            case let pan as PanGestureRecognizer: pan.setTranslation(.zero, in: nil)
            case let pinch as PinchGestureRecognizer: pinch.scale = 1
            case let rotation as RotationGestureRecognizer: rotation.rotation = 0
            default: break
            }
        case .failProbe: (recognizer as? Probe)?.fail(.other("from outside"))
        default: break
        }
    }
}

extension Plan {
    /// Returns another manner that must give the same log; nil if none must.
    fileprivate var comparisonManner: World.Manner? {
        let deeds = reactions.map(\.deed)
        switch comparison {
        case .late:
            let mayBeLate =
                !hasClockSteps && !hasBareShape && deeds.allSatisfy(\.mayComeLate)
                && reactions.allSatisfy(\.place.isCalledAsOftenWhenLate)
            return mayBeLate ? World.Manner(batch: steps.count % 3 == 0 ? 1000 : 4) : nil
        case .split:
            let maySplit = deeds.allSatisfy(\.mayBeSplit) && !reactions.contains { $0.place == .frameObserver }
            return maySplit ? World.Manner(splitsFrames: true) : nil
        case .backwards:
            // A cycle of requirements is refused at the requirement that closes it, which depends on the order.
            let hasRings = watchers.indices.contains { index in
                watchers[index].required.contains { $0 < index }
                    || watchers[index].requiredByDelegate.contains { $0 < index }
            }
            let hasDeeds = !deeds.isEmpty || steps.contains { $0.deed != nil }
            return hasRings || hasDeeds ? nil : World.Manner(attachesBackwards: true)
        case .palm:
            // The program's actions, and the touches that a view is asked about, may depend on all touches.
            let hasDeeds = steps.contains { $0.deed != nil }
            let mattersToViews = panes.contains {
                $0.isExclusiveTouch || !$0.isMultipleTouchEnabled && $0.deniesBeginning
            }
            return hasDeeds || mattersToViews ? nil : World.Manner(hasPalm: true)
        }
    }
}
