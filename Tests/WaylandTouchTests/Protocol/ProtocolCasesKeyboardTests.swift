import Glibc
import Testing
import TimeLimits
import TouchKit

@testable import WaylandTouch

/// Orders of keyboard events that compositors send, by the numbers of the cases.
@Suite(.timeLimited) struct ProtocolCasesKeyboardTests {
    /// A keymap that can't be read.
    enum BadKeymap: CaseIterable {
        case format0, size0, shorterThanItsSize, isPipe, garbage

        func send(by keys: TestKeyboard) throws {
            switch self {
            case .format0: try keys.sendKeymap(format: 0)
            case .size0: try keys.sendKeymap(size: 0)
            case .shorterThanItsSize: try keys.sendKeymap(size: 1 << 20)
            case .isPipe:
                var ends: [Int32] = [-1, -1]
                try #require(unsafe pipe(&ends) == 0)
                close(ends[1])
                keys.sendKeymap(ends[0], size: 100)
            case .garbage: try keys.sendKeymap("no keymap")
            }
        }
    }

    @Test(arguments: BadKeymap.allCases)
    func `after an unusable keymap a held key still ends and new keys are ignored`(bad: BadKeymap) throws {
        let keys = try TestKeyboard(rate: 10, delay: 100)
        keys.press(.q, at: 0)
        try bad.send(by: keys)
        try keys.client.turn(at: 100)
        keys.press(.e, at: 110)
        keys.release(.e, at: 120)
        keys.release(.q, at: 130)
        try keys.client.turn(at: 300)
        #expect(keys.take() == ["0 q began", "100 q changed", "130 q ended"])
        #expect(keys.client.takeNotices().contains("wl_keyboard.key without a keymap: ignored"))
        try keys.sendKeymap()
        keys.type(.e, at: 400)
        try keys.client.turn(at: 500)
        #expect(keys.take() == ["400 e began", "401 e ended"])
    }

    @Test func `a new keymap ends no character that is being composed of several keys twice`() throws {
        let keys = try TestKeyboard()
        keys.type(.acute, at: 0)
        try keys.sendKeymap()
        keys.type(.e, at: 10)
        try keys.client.turn(at: 20)
        #expect(keys.takeTexts() == ["", "e"])
    }

    @Test func `the descriptors of four hundred keymaps are closed`() async {
        // In a process of its own, where no other test opens files meanwhile.
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            let keys = try TestKeyboard()
            func next() -> Int32 {
                let number = dup(0)
                close(number)
                return number
            }
            let before = next()
            for number in 0..<400 {
                try keys.sendKeymap(number.isMultiple(of: 2) ? TestKeyboard.keymap : "no keymap")
                try keys.client.turn()
            }
            // Threads of libraries may have a file open at either moment.
            exit(next() < before + 100 ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    @Test func `modifiers that arrive before the window gets the focus count`() throws {
        let keys = try TestKeyboard()
        keys.leave()
        keys.modifiers(1)
        keys.enter()
        keys.type(.q, at: 10)
        try keys.client.turn(at: 20)
        #expect(keys.takeTexts() == ["Q"])
    }

    @Test func `removing a seat cancels its held keys, and another seat's keys work`() throws {
        let keys = try TestKeyboard(rate: 10, delay: 100)
        keys.press(.q, at: 0)
        try keys.client.turn(at: 50)
        keys.client.compositor.withdraw(3)
        try keys.client.turn(at: 500)
        #expect(keys.take() == ["0 q began", "0 q cancelled"])
        #expect(keys.client.application.timeToDeadline == nil)
        keys.client.compositor.offer("wl_seat", 7)
        for _ in 0..<2 { try keys.client.turn() }
        let next = TestKeyboard(next: keys)
        try next.sendKeymap()
        next.enter()
        next.type(.q, at: 600)
        try keys.client.turn(at: 700)
        #expect(keys.take() == ["600 q began", "601 q ended"])
    }

    @Test func `a key comes after the deadlines before it, and before those at its time`() throws {
        let keys = try TestKeyboard()
        let view = keys.client.pad()
        view.perform(after: .milliseconds(100)) { keys.client.note("first") }
        view.perform(after: .milliseconds(200)) { keys.client.note("second") }
        let zero = keys.client.application.dispatcher.now
        let offset = zero.milliseconds - Double(keys.client.stamp(0))
        keys.press(.q, at: offset + 150)
        keys.release(.q, at: offset + 200)
        try keys.client.turn(at: offset + 1000)
        #expect(
            keys.take().map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
                "first", "q began", "q ended", "second",
            ])
    }
}
