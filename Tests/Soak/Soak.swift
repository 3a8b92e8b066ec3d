import CShims
import FoundationEssentials
import Fuzzing
import Glibc
import HeadlessWeston

/// Runs touch-sample in a private weston, taps all its panes at once, and checks the verdict on each tap.
///
/// The touch screen reports all fingers every 8 ms, or as often as the machine allows, each report with the time at which
/// it is sent. The expected verdicts are computed from the times that were sent.
final class Soak {
    struct Limits {
        var taps = 1_000_000
        var minutes = Double.infinity
        var seed: UInt64
    }

    private let limits: Limits
    private var dice: Dice
    private let weston: HeadlessWeston
    private let seat: TestSeat
    private let program: ChildProgram
    private let panes: [Pane]
    private let begin = monotonic()
    private var touch = DeviceState.ready
    private var pointer = DeviceState.absent
    private var output = Output.base
    private var stallEnd: Int64?
    private var nextStall: Int64
    private var nextChange: Int64
    private var nextPointerTurn: Int64
    private var nextReport: Int64
    private var pointerTurn: PointerTurn?
    private var changes: [String: Int] = [:]
    /// The latest changes, with their times.
    private var history: [String] = []
    private(set) var figures = Figures()

    /// The state of a kind of device.
    private enum DeviceState: Equatable {
        case absent
        /// The device was plugged in, and the program has not shown yet that it uses it.
        case probed(since: Int64, last: Int64)
        case ready
    }

    /// The state of weston's output.
    private struct Output: Equatable {
        var width: Int32
        var height: Int32
        var scale: Int32

        static let base = Output(
            width: Int32(Double(Soak.columns) * Soak.side), height: Int32(Double(Soak.rows) * Soak.side), scale: 1)
    }

    /// The pointer is used for a while, and no finger.
    private struct PointerTurn {
        var pane: Pane?
        var end: Int64
    }

    struct Figures {
        var taps = 0
        var clicks = 0
        var verdicts = 0
        var undecided = 0
        var gestures: [String: Int] = [:]
        /// The resident memory in kibibytes and the open descriptors, after the first minute and at the last measurement.
        var first: Footprint?
        var last: Footprint?
    }

    struct Footprint {
        let anonymous: Int
        let files: Int
        /// The window's buffers, of which there are three at most; how many there are depends on what was drawn last, so
        /// neither they nor their descriptors are compared.
        let shared: Int
        let descriptors: Int

        var resident: Int { anonymous + files }
    }

    static let columns = 20
    static let rows = 15
    static let side = 56.0
    /// The most gestures, of up to two fingers each, at a time. A device may have at most 256 fingers down.
    private static let mostGestures = 120
    /// The interval between two reports of the touch screen, in milliseconds.
    private static let scan: Int64 = 8
    /// The interval while the program is stopped. It is longer, since weston queues only a limited number of events.
    private static let scanWhileStopped: Int64 = 24
    /// The longest time that a verdict may take, with room for a busy machine.
    private static let patience: Int64 = 30_000

    init(_ limits: Limits, program path: String) throws(HeadlessWestonError) {
        self.limits = limits
        dice = Dice(seed: limits.seed)
        let output = Output.base
        weston = try HeadlessWeston(width: Int(output.width), height: Int(output.height))
        seat = try weston.seat()
        program = try weston.run(path, ["--panes", "\(Self.columns)x\(Self.rows)", "--log", "json"])
        try seat.waitForSurface(at: (1, 1))
        panes = (0..<Self.columns * Self.rows).map { number in
            Pane(
                number: number,
                origin: Place(
                    x: Double(number % Self.columns) * Self.side, y: Double(number / Self.columns) * Self.side))
        }
        let now = monotonic()
        nextStall = now + 2_000
        nextChange = now + 1_000
        nextPointerTurn = now + 10_000
        nextReport = now + 60_000
    }

    /// Taps until the run is over or something is wrong, and returns a line for each fault.
    func run() throws(HeadlessWestonError) -> String? {
        while true {
            let now = monotonic()
            let isOver = Double(now - begin) >= limits.minutes * 60_000 || figures.taps >= limits.taps
            let isReportDue = now >= nextReport || isOver
            if !isReportDue, pointerTurn == nil, now >= nextPointerTurn {
                pointerTurn = PointerTurn(end: now + 3_000)
                nextPointerTurn = now + 20_000
            }
            let wantsRest = isReportDue || pointerTurn != nil
            if let failure = try turn(at: now, begins: !wantsRest) { return failure }
            let isAtRest = panes.dropFirst().allSatisfy(\.isAtRest) && touch == .ready && stallEnd == nil
            if isAtRest, isReportDue {
                try measure()
                if isOver { return figures.failure }
                nextReport += 60_000
            } else if isAtRest, let turn = pointerTurn {
                if let failure = try click(until: turn.end) { return failure }
                pointerTurn = nil
            }
            usleep(UInt32(1000 * (stallEnd == nil ? Self.scan : Self.scanWhileStopped)))
        }
    }

    // MARK: One report of the touch screen

    private func turn(at now: Int64, begins: Bool) throws(HeadlessWestonError) -> String? {
        if touch == .ready { try touchPanes(at: now, begins: begins) }
        try probe(&touch, at: now) { [seat] time in
            seat.touchDown(999, at: (Self.side / 2, Self.side / 2), time: time)
            seat.touchFrame()
            seat.touchUp(999, time: time)
            seat.touchFrame()
        }
        try changeSurroundings(at: now, isQuiet: !begins)
        return try listen(at: now)
    }

    private func touchPanes(at now: Int64, begins: Bool) throws(HeadlessWestonError) {
        if begins {
            // The order of the panes varies.
            let (late, early) = (panes.dropFirst(), panes.dropFirst(dice.roll(1...panes.count - 1)))
            var room = Self.mostGestures - panes.count { $0.nextStep != nil }
            for pane in early + late where room > 0 && pane.canBegin(at: now) {
                room -= 1
                let isEdge = stallEnd.map { now + 500 < $0 } ?? false && Bool.random(using: &dice)
                pane.begin(
                    isEdge
                        ? .onTheEdge(in: pane.origin, side: Self.side, &dice)
                        : .random(in: pane.origin, side: Self.side, isPointer: false, &dice), at: now)
            }
        }
        var due: [(time: Int64, pane: Pane, step: Step)] = []
        for pane in panes {
            // Steps of one pane that have different times are sent in different reports.
            if let next = pane.nextStep, next.time <= now { due.append((next.time, pane, next.step)) }
        }
        guard !due.isEmpty else { return }
        due.sort { ($0.time, $0.pane.number) < ($1.time, $1.pane.number) }
        // Some touch screens report all fingers in one frame, others each finger in its own.
        let isTogether = Bool.random(using: &dice)
        var isFrameOpen = false
        for (planned, pane, step) in due {
            // A stopped program does not see when an event is sent, so the times can be exact.
            let time = max(stallEnd == nil ? now : planned, lastStamp)
            if isFrameOpen, !isTogether || time > lastStamp { seat.touchFrame() }
            (lastStamp, isFrameOpen) = (time, true)
            send(step, to: pane, at: .milliseconds(time))
            pane.note(step, at: time)
            if case .down(finger: 0, _) = step { figures.taps += 1 }
        }
        seat.touchFrame()
        try seat.roundtrip()
        guard stallEnd == nil else { return }
        let arrival = monotonic()
        for (_, pane, _) in due { pane.noteArrival(of: pane.latest, at: arrival) }
    }

    private var lastStamp: Int64 = 0

    private func send(_ step: Step, to pane: Pane, at time: Duration) {
        func id(_ finger: Int32) -> Int32 { Int32(pane.number) * 2 + finger }
        switch step {
        case .down(let finger, let place): seat.touchDown(id(finger), at: (place.x, place.y), time: time)
        case .move(let finger, let place): seat.touchMove(id(finger), to: (place.x, place.y), time: time)
        case .up(let finger): seat.touchUp(id(finger), time: time)
        }
    }

    // MARK: The log

    private func listen(at now: Int64) throws(HeadlessWestonError) -> String? {
        for line in program.takeOutputLines() {
            guard let verdict = SpokenVerdict(line), let number = Int(verdict.view), panes.indices.contains(number)
            else {
                return "a line that says nothing: \(line)"
            }
            guard number > 0 else {
                // A single tap is logged an interval after the tap, which may be one of the previous device.
                let tap = verdict.t - (verdict.count == 1 ? Double(Reference.interval) : 0)
                if case .probed(let since, _) = touch, tap >= Double(since) { touch = .ready }
                if case .probed(let since, _) = pointer, tap >= Double(since) { pointer = .ready }
                continue
            }
            panes[number].said.append(verdict)
        }
        if let status = program.exitStatus {
            throw .programEnded(
                program.name, status, awaited: "more verdicts", lastLines: program.errorLines.suffix(10))
        }
        // A program that is stopped, or was until a moment ago, cannot answer.
        guard stallEnd == nil else { return nil }
        for pane in panes.dropFirst() {
            switch pane.judge(at: now, patience: Self.patience) {
            case .tooEarly: continue
            case .right(let verdicts):
                figures.verdicts += verdicts
                figures.gestures[pane.gesture?.what.name ?? "", default: 0] += 1
            case .undecided: figures.undecided += 1
            case .wrong(let report): return report
            }
            pane.rest(until: now + Int64(dice.roll(0...60)))
        }
        return nil
    }

    // MARK: Disturbances

    private func changeSurroundings(at now: Int64, isQuiet: Bool) throws(HeadlessWestonError) {
        if let end = stallEnd, now >= end {
            program.resume()
            stallEnd = nil
            nextStall = now + Int64(dice.roll(2_000...5_000))
        }
        guard !isQuiet, touch == .ready else { return }
        if stallEnd == nil, now >= nextStall {
            program.pause()
            stallEnd = monotonic() + Int64(dice.roll(50...1_000))
            note("stopped until \(stallEnd ?? 0)", as: "stalls")
        }
        guard now >= nextChange else { return }
        nextChange = now + Int64(dice.roll(1_500...3_500))
        switch dice.roll(0...9) {
        case 0...2:
            seat.touchCancel()
            lose("cancel")
        case 3:
            seat.setCapabilities([.pointer, .keyboard])
            try seat.roundtrip()
            seat.setCapabilities([.touch, .pointer, .keyboard])
            try plugged("unplugged")
        case 4:
            seat.replaceSeat()
            try plugged("seat replaced")
        // A stopped program does not show that it has a new size.
        case 5...7 where stallEnd == nil:
            let extra = dice.roll(0...2) * 40
            try change(
                to: Output(
                    width: Output.base.width + Int32(extra), height: Output.base.height + Int32(extra / 2),
                    scale: output.scale))
        case _ where stallEnd == nil:
            try change(to: Output(width: output.width, height: output.height, scale: 3 - output.scale))
        default: break
        }
    }

    private func plugged(_ what: String) throws(HeadlessWestonError) {
        try seat.roundtrip()
        lose(what)
        for pane in panes { pane.cutShort() }
        touch = .probed(since: monotonic(), last: 0)
        pointer = .absent
    }

    private func note(_ change: String, as kind: String) {
        changes[kind, default: 0] += 1
        history = history.suffix(9) + ["\(monotonic()) \(change)"]
    }

    private func lose(_ what: String) {
        note(what, as: what)
        for pane in panes { pane.loseFingers(because: what) }
    }

    private func change(to new: Output) throws(HeadlessWestonError) {
        if (new.width, new.height) != (output.width, output.height) {
            note("resized to \(new.width)x\(new.height)", as: "resized")
            seat.resizeOutput(width: new.width * output.scale, height: new.height * output.scale)
            try seat.waitForSurface(at: (Double(new.width) - 1, Double(new.height) - 1))
        }
        if new.scale != output.scale {
            note("rescaled to \(new.scale)", as: "rescaled")
            seat.rescaleOutput(new.scale)
        }
        try seat.roundtrip()
        output = new
    }

    /// Taps with a new device, without judging the taps, until the program shows that it receives them.
    private func probe(
        _ device: inout DeviceState, at now: Int64, _ tap: (Duration) -> Void
    ) throws(HeadlessWestonError) {
        guard case .probed(let since, let last) = device, now >= last + 40, stallEnd == nil else { return }
        guard now < since + Self.patience else {
            throw .timedOut(program.name, .milliseconds(Self.patience), awaited: "a new device", lastLines: [])
        }
        lastStamp = max(now, lastStamp)
        tap(.milliseconds(lastStamp))
        try seat.roundtrip()
        device = .probed(since: since, last: now)
    }

    // MARK: The pointer

    /// Makes one gesture after another with the pointer, each in another pane.
    private func click(until end: Int64) throws(HeadlessWestonError) -> String? {
        func click(_ place: Place, _ body: (Duration) -> Void) {
            lastStamp = max(monotonic(), lastStamp)
            let time = Duration.milliseconds(lastStamp)
            seat.pointerMove(to: (place.x, place.y), time: time)
            seat.pointerFrame()
            body(time)
            seat.pointerFrame()
        }
        if pointer == .absent { pointer = .probed(since: monotonic(), last: 0) }
        while pointer != .ready {
            try probe(&pointer, at: monotonic()) { _ in
                for isPressed in [true, false] {
                    click(Place(x: Self.side / 2, y: Self.side / 2)) {
                        seat.pointerButton(isPressed: isPressed, time: $0)
                    }
                }
            }
            if let failure = try listen(at: monotonic()) { return failure }
            usleep(2_000)
        }
        while true {
            let now = monotonic()
            if now < end, let pane = panes.dropFirst().filter({ $0.canBegin(at: now) }).randomElement(using: &dice) {
                pane.begin(.random(in: pane.origin, side: Self.side, isPointer: true, &dice), at: now)
                while let next = pane.nextStep {
                    while monotonic() < next.time { usleep(500) }
                    switch next.step {
                    case .down(_, let place):
                        click(place) { seat.pointerButton(isPressed: true, time: $0) }
                        figures.taps += 1
                        figures.clicks += 1
                    case .move(_, let place): click(place) { _ in }
                    case .up:
                        lastStamp = max(monotonic(), lastStamp)
                        seat.pointerButton(isPressed: false, time: .milliseconds(lastStamp))
                        seat.pointerFrame()
                    }
                    pane.note(next.step, at: lastStamp)
                    try seat.roundtrip()
                    pane.noteArrival(of: lastStamp, at: monotonic())
                    if let failure = try listen(at: monotonic()) { return failure }
                }
            }
            if let failure = try listen(at: now) { return failure }
            if now >= end, panes.dropFirst().allSatisfy(\.isAtRest) { return nil }
            usleep(2_000)
        }
    }

    // MARK: Figures

    /// Measures the memory and the descriptors of the program, with the window as it was at the beginning.
    private func measure() throws(HeadlessWestonError) {
        try change(to: .base)
        usleep(500_000)
        let folder = "/proc/\(program.processIdentifier)"
        let status = (try? String(contentsOfFile: "\(folder)/status", encoding: .utf8)) ?? ""
        /// A line such as `RssAnon:	    1234 kB`.
        func kibibytes(_ field: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
            return line?.split { " \t".contains($0) }.dropFirst().first.flatMap { Int($0) } ?? 0
        }
        let files = FileManager.default
        let descriptors = ((try? files.contentsOfDirectory(atPath: "\(folder)/fd")) ?? []).map { number in
            (try? files.destinationOfSymbolicLink(atPath: "\(folder)/fd/\(number)")) ?? ""
        }
        let footprint = Footprint(
            anonymous: kibibytes("RssAnon:"), files: kibibytes("RssFile:"), shared: kibibytes("RssShmem:"),
            descriptors: descriptors.count { !$0.hasPrefix("/memfd:") })
        if figures.first == nil { figures.first = footprint }
        figures.last = footprint
        say("\((monotonic() - begin + 500) / 1000) s: \(figures), \(footprint)")
    }

    /// The numbers of disturbances and of judged gestures of each kind.
    var details: String {
        func list(_ counts: [String: Int]) -> String {
            counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        }
        return
            "gestures: \(list(figures.gestures))\naround: \(list(changes)); lately \(history.joined(separator: ", "))"
    }

    /// The lines that the program wrote to standard error.
    var complaints: [String] { program.errorLines }
}

extension Soak.Figures: CustomStringConvertible {
    var description: String {
        "\(taps) taps (\(clicks) clicks), \(verdicts) verdicts right, 0 wrong, \(undecided) undecided"
    }

    /// The faults that show at the end.
    var failure: String? {
        guard let first, let last else { return "nothing was measured" }
        if last.descriptors != first.descriptors {
            return "descriptors: \(first.descriptors), then \(last.descriptors)"
        }
        if last.resident > first.resident + 1024 { return "memory: \(first.resident) KiB, then \(last.resident) KiB" }
        return nil
    }
}

extension Soak.Footprint: CustomStringConvertible {
    var description: String {
        "\(anonymous) KiB of its own, \(files) of files, \(shared) of buffers, \(descriptors) descriptors"
    }
}

/// Returns the time of CLOCK_MONOTONIC in milliseconds.
func monotonic() -> Int64 { shim_monotonic_ns() / 1_000_000 }

/// Writes a line to standard output and flushes it.
func say(_ line: String) {
    print(line)
    fflush(nil)
}
