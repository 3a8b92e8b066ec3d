import CShims
import Fuzzing
import Glibc
import Testing
import TimeLimits
import TouchKit

@testable import Wayland
@testable import WaylandTouch

/// A compositor that says anything: messages that can be read, but with any values, to any object, in any order.
@Suite(.timeLimited) struct WireFuzzTests {
    /// In a process of its own, so that a trap is this test's, and so are all memory and all descriptors.
    @Test func `random messages from a compositor never crash a program`() async {
        if FuzzRun.isAlone { return Self.fuzz() }
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            WireFuzzTests.fuzz()
        }
    }

    private static func fuzz() {
        // Windows of two gigabytes can be had, but not in a test.
        var limit = rlimit(rlim_cur: 16 << 20, rlim_max: 16 << 20)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        let run = FuzzRun(events: 10_000)
        var growth = GrowthCheck(run)
        var sum = HostileSession.Sum()
        let peak = Footprint.peak
        run.forEachSeed { seed in
            let start = ContinuousClock.now
            let session = HostileSession(seed: seed)
            session.play()
            #expect(session.faults == [], "seed \(seed)")
            #expect(ContinuousClock.now - start < .seconds(20 * Footprint.patience), "seed \(seed) takes too long")
            sum.add(session.sum)
            growth.note(session.sum.events)
            return session.sum.events
        }
        // Most of it would be in vain if every session ended with its first message.
        #expect(sum.events > 30 * sum.sessions, "\(sum)")
        #expect(sum.touches > sum.sessions && sum.presses > 0 && sum.errors > 0, "\(sum)")
        #expect(Footprint.peak - peak < 300 << 20, "it took \((Footprint.peak - peak) >> 20) MiB")
        let (memory, descriptors) = growth.growth()
        #expect(memory < 8 << 20, "it has grown by \(memory) bytes")
        #expect(descriptors <= 0, "\(descriptors) more are open")
    }
}

/// One connection, from its first message to its end.
@MainActor
private final class HostileSession {
    /// What came of it.
    struct Sum {
        var sessions = 0
        var events = 0
        var touches = 0
        var presses = 0
        var errors = 0

        mutating func add(_ other: Sum) {
            sessions += other.sessions
            events += other.events
            touches += other.touches
            presses += other.presses
            errors += other.errors
        }
    }

    private(set) var sum = Sum(sessions: 1)
    private(set) var faults: [String] = []
    private var dice: Dice
    private let compositor = ScriptedCompositor()
    private let ledger = TouchLedger()
    private var time = 0.0

    init(seed: UInt64) { dice = Dice(seed: seed) }

    func play() {
        let capabilities: UInt32 = dice.one(in: 4) ? bits() : 7
        compositor.onSeat = { [unowned compositor] in compositor.announce(capabilities, of: $0) }
        offerAnything()
        do {
            try run(
                TestClient(
                    bare: compositor,
                    unrecordedBecause: "wheels, touchpads and pens drive recognizers, which recordings leave out"))
        } catch {
            sum.errors += 1
            let words = "\(error)"
            if words.contains("\n") || words.utf8.count > 1000 { faults.append("\(words.count) characters: \(words)") }
        }
        faults += ledger.faults
        if !ledger.open.isEmpty { faults.append("\(ledger.open.count) touches have not ended") }
    }

    private func run(_ client: TestClient) throws {
        client.application.onNotice = { [unowned self] line in
            if line.contains("\n") || line.utf8.count > 400 { faults.append("\(line.count) characters: \(line)") }
        }
        // However it goes, in the end the program learns that the compositor is gone.
        defer {
            compositor.hangUp()
            _ = try? client.application.run()
        }
        let pad = try client.openWindow()
        // What a program says has to be right as long as it is told what is right.
        if compositor.complaints != [] { faults.append("\(compositor.complaints)") }
        compositor.habits.isStrict = false
        client.addTapsPressAndPan()
        pad.addGestureRecognizer(PinchGestureRecognizer())
        pad.addGestureRecognizer(HoverGestureRecognizer())
        pad.onTouch = { [unowned self, unowned client] touch in
            sum.touches += 1
            ledger.note(touch)
            let place = touch.location(in: nil)
            if !place.x.isFinite || !place.y.isFinite { faults.append("\(touch) is at \(place)") }
            react(to: touch, in: client)
        }
        pad.becomeFirstResponder()
        pad.onPress = { [unowned self] in sum.presses += 1 }
        for _ in 0..<dice.number(20...400) {
            sum.events += 1
            switch dice.below(20) {
            case 0, 1, 2, 3:
                time += dice.pick([0, 0, 1, 8, 40, 200, 700, 700, 1e6, 1e9])
                try client.turn(at: time)
            case 4, 5, 6, 7, 8: saySensibly(client)
            case 9:
                if let seat = any("wl_seat") { compositor.announce(dice.one(in: 4) ? bits() : 7, of: seat) }
            case 10 where dice.one(in: 4): offerSomething()
            case 11 where dice.one(in: 4): compositor.withdraw(UInt32(dice.below(20)))
            default: sayAnything()
            }
        }
        try client.turn(at: time)
    }

    /// What a program may do when it is touched.
    private func react(to touch: Touch, in client: TestClient) {
        guard let window = client.application.windows.first, window.isOpen else { return }
        switch dice.below(40) {
        case 0: window.beginMove(with: touch)
        case 1: window.setFullscreen(!window.isFullscreen)
        case 2, 3:
            let anchor = Rect(x: touch.location(in: nil).x, y: 0, width: 10, height: 10)
            window.openPopup(
                size: Size(width: 90, height: 60), beside: anchor, content: View(frame: .zero), with: touch)
        case 4: window.drawsTitleBar.toggle()
        case 5 where client.application.windows.count < 4:
            client.application.openWindow(title: "more", size: Size(width: 50, height: 50))
        case 6 where client.application.windows.count > 1: client.application.windows.last?.close()
        case 7: window.shell.popups.last?.close()
        default: break
        }
    }

    // MARK: What there is

    private func offerAnything() {
        for (interface, best) in [("wl_compositor", 5), ("wl_shm", 1), ("xdg_wm_base", 5)] {
            compositor.offer(interface, dice.one(in: 40) ? bits() : UInt32(dice.number(1...best)))
        }
        for _ in 0..<dice.number(2...14) { offerSomething() }
    }

    private func offerSomething() {
        let names = [
            "wl_seat", "wl_seat", "wl_seat", "wl_output", "zxdg_decoration_manager_v1", "wp_viewporter",
            "wp_fractional_scale_manager_v1", "zwp_input_timestamps_manager_v1", "zwp_pointer_gestures_v1",
            "zwp_tablet_manager_v2", "zwp_tablet_manager_v2", "wl_shell", "", "%s%n\u{1b}[2J\n",
        ]
        compositor.offer(dice.pick(names), dice.one(in: 12) ? bits() : UInt32(dice.number(1...9)))
    }

    private func any(_ interface: String) -> Resource? {
        let all = compositor.resources.values.filter { $0.interface.name == interface }.sorted { $0.id < $1.id }
        return all.isEmpty ? nil : dice.pick(all)
    }

    // MARK: What is said

    /// A finger, a size, a key, as from a compositor in its senses: without it nothing would ever be in progress.
    private func saySensibly(_ client: TestClient) {
        guard let surface = any("wl_surface") else { return }
        switch dice.below(6) {
        case 0, 1, 2:
            guard let touch = any("wl_touch") else { return }
            let fingers = Fingers(client: client, touch: touch, surface: surface)
            let id = Int64(dice.below(4))
            fingers.down(id, Double(dice.below(800)), Double(dice.below(600)), at: time)
            if dice.one(in: 2) { fingers.frame() }
            if dice.one(in: 2) { fingers.up(id, at: time + 20) }
        case 3:
            guard let pointer = any("wl_pointer") else { return }
            let mouse = Mouse(client: client, pointer: pointer, surface: surface)
            mouse.enter(Double(dice.below(800)), Double(dice.below(600)))
            mouse.button(dice.one(in: 2), at: time)
            mouse.frame()
        case 4:
            guard let keyboard = any("wl_keyboard") else { return }
            let file = unsafe shim_memfd_create("keymap")
            let text = Array(everythingKeymap.utf8)
            precondition(unsafe write(file, text, text.count) == text.count)
            compositor.emit(keyboard, "keymap", 1, .descriptor(file), .number(Int64(text.count)))
            Glibc.close(file)
            compositor.emit(keyboard, "enter", 1, .object(surface), [])
            compositor.emit(keyboard, "key", 1, .number(Int64(time)), .number(Int64(dice.pick([1, 2, 16, 42]))), 1)
        default:
            guard let toplevel = any("xdg_toplevel"), case .role = toplevel.state else { return }
            let states = (0..<dice.below(4)).map { _ in UInt32(dice.below(12)) }
            compositor.configure(toplevel, dice.below(900), dice.below(700), states: states)
        }
    }

    private func sayAnything() {
        if dice.one(in: 2000) { return compositor.write((0..<dice.number(1...40)).map { _ in UInt8(dice.below(256)) }) }
        // Of each kind of object as many as of every other.
        let isDead = dice.one(in: 20)
        let objects = isDead ? compositor.everyResource : Array(compositor.resources.values)
        let kinds = Set(objects.filter { !$0.interface.events.isEmpty }.map(\.interface.name)).sorted()
        guard !kinds.isEmpty else { return }
        let kind = dice.pick(kinds)
        // It ends with an error, or with everything forgotten.
        guard kind != "wl_display" || dice.one(in: 40) else { return }
        let target = dice.pick(objects.filter { $0.interface.name == kind }.sorted { $0.id < $1.id })
        let opcode = dice.one(in: 2000) ? dice.below(40) : dice.below(target.interface.events.count)
        guard opcode < target.interface.events.count else { return compositor.say(target.id, UInt32(opcode), []) }
        let event = target.interface.events[opcode]
        var body: [UInt8] = []
        var descriptors: [Int32] = []
        for (place, kind) in event.kinds.enumerated() {
            switch kind {
            case "s": body += text()
            case "a": body += block((0..<dice.pick([0, 1, 3, 4, 8, 9, 40, 1000])).map { _ in UInt8(dice.below(12)) })
            case "h": descriptors.append(descriptor())
            case "o":
                guard let id = object(event.types[place]?.interface.name) else { return close(descriptors) }
                body += word(id)
            case "n":
                let made = event.types[place].map { compositor.make($0.interface, by: target).id }
                body += word(dice.one(in: 100) ? bits() : made ?? 0)
            case "f": body += word(dice.one(in: 3) ? bits() : UInt32(dice.below(800 * 256)))
            default: body += word(dice.one(in: 2) ? bits() : UInt32(dice.below(5)))
            }
        }
        if dice.one(in: 1000) { body.removeLast(min(body.count, 4)) }
        compositor.say(target.id, UInt32(opcode), body, descriptors)
    }

    /// Numbers at the edges of what they may be.
    private func bits() -> UInt32 {
        switch dice.below(4) {
        case 0: UInt32(truncatingIfNeeded: dice.next())
        case 1: UInt32(dice.below(1000))
        default: dice.pick([0, 1, 119, 0x110, 0x7fff, 32_768, 0xffff, 1 << 24, 0x7fff_ffff, 1 << 31, .max - 1, .max])
        }
    }

    private func close(_ descriptors: [Int32]) { for number in descriptors { Glibc.close(number) } }

    /// Mostly one of the kind that is expected, as libwayland gives up over any other; nil where there is none.
    private func object(_ interface: String?) -> UInt32? {
        guard dice.one(in: 150) else { return interface.flatMap { any($0) }?.id }
        return switch dice.below(4) {
        case 0: bits()
        case 1: dice.pick(compositor.everyResource).id
        case 2: dice.pick(compositor.resources.keys.sorted())
        default: 0
        }
    }

    private func text() -> [UInt8] {
        let words = ["", "name", "%s%n%n%n", "\u{1b}]0;owned\u{7}\n", String(repeating: "x", count: 3000)]
        let content = dice.one(in: 8) ? [0xff, 0xfe, 0xc0] : Array(dice.pick(words).utf8)
        // Now and then it has no end, or is not there.
        if dice.one(in: 100) { return dice.one(in: 2) ? word(0) : block(content + [1]) }
        return block(content + [0])
    }

    private func descriptor() -> Int32 {
        switch dice.below(6) {
        case 0: return unsafe open("/dev/zero", O_RDONLY)
        case 1: return unsafe open("/", O_RDONLY)
        case 2: return socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        case 3: return dup(0)
        default:
            let file = unsafe shim_memfd_create("any")
            ftruncate(file, off_t(dice.below(3000)))
            return file
        }
    }

    private func word(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

    private func block(_ content: [UInt8]) -> [UInt8] {
        word(UInt32(content.count)) + content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
    }
}
