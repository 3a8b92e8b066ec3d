import BenchFigures
import CBench
import TouchKit

/// Measures TouchKit alone on a virtual clock, from the device's samples to the recognizers' results.
enum EngineRows {
    /// Measures the rows whose names are wanted. Rows that depend on the speed of the machine are left out if
    /// `isQuick`.
    static func rows(isQuick: Bool, isWanted: (String) -> Bool) -> [Row] {
        var rows: [Row] = []
        func add(_ name: String, _ unit: String, _ goal: Goal, _ measure: () -> Double) {
            if isWanted(name) { rows.append(Row(name, unit, swift: measure(), goal: goal)) }
        }
        for pace in Engine.Pace.allCases {
            let engine = Engine(path: Engine.eightRecognizers, pace: pace)
            let goal = Goal.atLeast(pace == .panning ? 6 : 4)
            for count in isQuick ? [] : [1, 50] {
                add("engine: moves a second, eight recognizers, \(pace.rawValue), \(count) in a turn", "million", goal)
                {
                    1000 / engine.nanosecondsPerMove(moves: 200_000, inTurn: count)
                }
            }
            add("engine: heap allocations in 10,000 moves, eight recognizers, \(pace.rawValue)", "", .atMost(0)) {
                Double(engine.allocations(moves: 10_000))
            }
        }
        // The limit is twice the expected value; quadratic growth would exceed it by far.
        add("engine: a move, with eight times the recognizers on the hit path", "times", .atMost(16)) {
            growth(from: Engine(path: Engine.eightRecognizers), to: Engine(path: Engine.recognizers(64)))
        }
        add("engine: a move, with 10,000 recognizers elsewhere", "times", .atMost(2)) {
            growth(
                from: Engine(path: Engine.eightRecognizers),
                to: Engine(path: Engine.eightRecognizers, elsewhere: 10_000))
        }
        add("engine: a frame in which 100 fingers move, not ten", "times", .atMost(20)) {
            growth(
                from: Engine(path: Engine.eightRecognizers, fingers: 10),
                to: Engine(path: Engine.eightRecognizers, fingers: 100))
        }
        for (depth, count) in [(3, "1,000"), (5, "100,000")] {
            add("engine: views asked in a hit test among \(count), not ten", "times", .atMost(Double(depth))) {
                viewsAsked(depth: depth) / viewsAsked(depth: 1)
            }
        }
        return rows
    }

    /// Returns the time of a frame in a large engine as a multiple of that in a small one. Both are measured in turn
    /// and the fastest turn of each counts, so that a busy machine gives the same result.
    private static func growth(from small: Engine, to large: Engine) -> Double {
        var best = (small: Double.infinity, large: Double.infinity)
        for _ in 0..<7 {
            best.small = min(best.small, small.nanosecondsPerMove(moves: 10_000 / small.fingers))
            best.large = min(best.large, large.nanosecondsPerMove(moves: 10_000 / large.fingers))
        }
        return best.large / best.small
    }

    /// Returns the number of views that a hit test asks in a tree in which each view has ten subviews.
    ///
    /// - Parameter depth: the number of levels below the window.
    private static func viewsAsked(depth: Int) -> Double {
        let window = Window(size: Size(width: 100_000, height: 10), dispatcher: TouchDispatcher())
        fill(window, depth: depth)
        AskedView.count = 0
        _ = window.hitTest(Point(x: 5, y: 5), with: nil)
        return Double(AskedView.count)
    }

    /// Adds ten subviews to a view, and so on to a depth. The touched one is always the backmost, so that all of its
    /// siblings are asked first.
    private static func fill(_ view: View, depth: Int) {
        guard depth > 0 else { return }
        let width = view.bounds.size.width / 10
        for index in 0..<10 {
            let part = AskedView(frame: Rect(x: Double(index) * width, y: 0, width: width, height: 10))
            view.addSubview(part)
            fill(part, depth: depth - 1)
        }
    }
}

/// A view that counts how often the views of its class are asked in hit tests.
private final class AskedView: View {
    static var count = 0

    override func point(inside point: Point, with event: TouchEvent?) -> Bool {
        Self.count += 1
        return super.point(inside: point, with: event)
    }
}

/// Returns the average time of an operation that is repeated.
private func nanoseconds(each count: Int, _ body: () -> Void) -> Double {
    let start = ContinuousClock.now
    for _ in 0..<count { body() }
    return (ContinuousClock.now - start) / .nanoseconds(1) / Double(count)
}

/// A window with a view, fingers that are down on the view, and recognizers that follow them.
private final class Engine {
    /// The distance that the fingers move.
    enum Pace: String, CaseIterable {
        /// The fingers move so little that no recognizer fails or begins.
        case undecided = "all undecided"
        /// The fingers move so far that a pan is running and the other recognizers have failed.
        case panning = "a pan running"
    }

    let fingers: Int
    private let turn: Turn
    private let window: Window
    private var assembler = FrameAssembler(device: InputDevice(seat: 1, generation: 1))
    private var time = EventTime(milliseconds: 1000)
    private let center: (Int) -> Point
    private let radius: Double
    private var step = 0
    private var recognitions = 0

    init(path: [GestureRecognizer], pace: Pace = .undecided, fingers: Int = 1, elsewhere: Int = 0) {
        // No recognizer decides by time alone, so that only moves are measured.
        var settings = GestureSettings()
        settings.tapMaximumDuration = nil
        settings.swipeMaximumDuration = nil
        let dispatcher = TouchDispatcher(settings: settings)
        turn = Turn(dispatcher)
        window = Window(size: Size(width: 1000, height: 1000), dispatcher: dispatcher)
        self.fingers = fingers
        // The edge pan does not fail at once only if the touch begins at its edge.
        center = { finger in Point(x: pace == .undecided ? 6 : 500, y: 500 + Double(finger)) }
        radius = pace == .undecided ? 3 : 100
        let view = View(frame: window.bounds)
        view.isMultipleTouchEnabled = true
        window.addSubview(view)
        for recognizer in path { view.addGestureRecognizer(recognizer) }
        for case let pan as PanGestureRecognizer in path { pan.addAction { [unowned self] _ in recognitions += 1 } }
        for _ in 0..<elsewhere / 100 {
            let other = View(frame: Rect(x: 0, y: 0, width: 1, height: 1))
            for recognizer in Self.recognizers(100) { other.addGestureRecognizer(recognizer) }
            window.insertSubview(other, at: 0)
        }
        for finger in 0..<fingers {
            _ = assembler.down(Int32(finger), at: center(finger), in: window, time: time)
        }
        turn.add(assembler.frame())
        handle()
        // Moves until the buffers of the last 100 ms have reached their size.
        for _ in 0..<1000 { move() }
    }

    static var eightRecognizers: [GestureRecognizer] { recognizers(8) }

    /// Returns recognizers of all kinds in turn.
    static func recognizers(_ count: Int) -> [GestureRecognizer] {
        (0..<count).map { index in
            switch index % 8 {
            case 0: return TapGestureRecognizer()
            case 1:
                let double = TapGestureRecognizer()
                double.numberOfTapsRequired = 2
                return double
            case 2:
                let press = LongPressGestureRecognizer()
                press.minimumPressDuration = .seconds(1_000_000)
                return press
            case 3: return PanGestureRecognizer()
            case 4: return PinchGestureRecognizer()
            case 5: return RotationGestureRecognizer()
            case 6: return SwipeGestureRecognizer()
            default:
                let edge = ScreenEdgePanGestureRecognizer()
                edge.edges = .left
                return edge
            }
        }
    }

    /// Moves all fingers in one frame, in a turn of its own.
    private func move() {
        addMove()
        handle()
    }

    /// Moves all fingers in one frame that the next turn will handle.
    private func addMove() {
        step += 1
        time.nanoseconds += 1_000_000
        let (x, y) = Self.circle[step % Self.circle.count]
        for finger in 0..<fingers {
            let center = center(finger)
            assembler.motion(
                Int32(finger), to: Point(x: center.x + x * radius, y: center.y + y * radius), time: time)
        }
        if let move = assembler.frameOfMove() { turn.add(move) } else { turn.add(assembler.frame()) }
    }

    /// Handles what was added, and lets the deadlines pass up to now, as the event loop does.
    private func handle() {
        turn.handleInputs()
        turn.advance(to: time)
    }

    /// Points that are close to a circle of radius 1.
    private static let circle: [(Double, Double)] = (0..<64).map { index in
        let part = Double(index % 16) / 16
        return switch index / 16 {
        case 0: (1 - part, part)
        case 1: (-part, 1 - part)
        case 2: (part - 1, -part)
        default: (part, part - 1)
        }
    }

    /// Returns the time of a move in the fastest of many short runs, so that other load on the machine does not count.
    ///
    /// - Parameter count: the number of moves that the program reads together and handles in a turn.
    func nanosecondsPerMove(moves: Int, inTurn count: Int = 1) -> Double {
        let repetitions = 50
        let fastest = (0..<repetitions).map { _ in
            nanoseconds(each: moves / repetitions / count) {
                for _ in 0..<count { addMove() }
                handle()
            }
        }.min()
        return fastest.map { $0 / Double(count) } ?? .nan
    }

    func allocations(moves: Int) -> Int64 {
        let before = probe_allocations()
        for _ in 0..<moves { move() }
        return probe_allocations() - before
    }
}
