import Glibc
import Testing
import TouchKit
import TouchScenario

@testable import Wayland
@testable import WaylandTouch

/// Sends the events of a `wl_keyboard` from the compositor, and logs the presses of the first responder.
final class TestKeyboard {
    /// The keys of the keymap.
    enum Code: UInt32 {
        case q = 16
        case e = 18
        case acute = 40
        case shift = 42
    }

    let client: TestClient
    let keyboard: Resource
    private let pad: KeyPad

    init(
        seatVersion: UInt32 = 7, rate: Int64 = 0, delay: Int64 = 0, beside others: UInt32 = 0,
        offering interface: String? = nil
    ) throws {
        let capabilities = ScriptedCompositor.keyboard | others
        client = try TestClient(seatVersion: seatVersion, capabilities: capabilities) { compositor in
            if let interface { compositor.offer(interface, 1) }
        }
        keyboard = client.compositor.resource("wl_keyboard")
        pad = KeyPad(frame: .zero)
        pad.identifier = "keys"
        pad.note = { [unowned client] in client.note($0) }
        client.pad().addSubview(pad)
        pad.becomeFirstResponder()
        try sendKeymap()
        if seatVersion >= 4 {
            client.compositor.emit(keyboard, "repeat_info", .number(rate), .number(delay))
        }
        enter()
        try client.turn()
    }

    /// Creates the keyboard of another seat, whose presses go to the same view.
    init(beside other: TestKeyboard) throws {
        (client, pad) = (other.client, other.pad)
        keyboard = client.compositor.resource("wl_keyboard", 2)
        try sendKeymap()
        enter()
        try client.turn()
    }

    /// The test's handler for a key that goes down.
    var onPress: () -> Void {
        get { pad.onPress }
        set { pad.onPress = newValue }
    }

    /// Returns the keyboard object that the client created after this one.
    init(next former: TestKeyboard) {
        client = former.client
        pad = former.pad
        keyboard = client.compositor.latest("wl_keyboard")!
    }

    /// Sends a keymap as a file with a text.
    ///
    /// - Parameter size: the size in the message; nil for the size of the text.
    func sendKeymap(_ text: String = keymap, format: Int64 = 1, size: Int64? = nil) throws {
        var template = Array("/tmp/keymap-XXXXXX".utf8CString)
        let file = unsafe mkstemp(&template)
        unsafe unlink(template)
        let text = Array(text.utf8)
        try #require(unsafe write(file, text, text.count) == text.count)
        sendKeymap(file, format: format, size: size ?? Int64(text.count))
    }

    /// Sends a keymap, and closes its descriptor.
    func sendKeymap(_ descriptor: Int32, format: Int64 = 1, size: Int64) {
        client.compositor.emit(keyboard, "keymap", .number(format), .descriptor(descriptor), .number(size))
        client.compositor.flush()
        close(descriptor)
    }

    static let keymap = """
        xkb_keymap {
        xkb_keycodes "k" {
            minimum = 8; maximum = 255; <Q> = 24; <E> = 26; <ACUTE> = 48; <SHIFT> = 50;
        };
        xkb_types "t" {
            type "ONE_LEVEL" { modifiers = none; level_name[Level1] = "Any"; };
            type "TWO_LEVEL" { modifiers = Shift; map[Shift] = Level2; level_name[Level1] = "Base"; };
        };
        xkb_compatibility "c" { };
        xkb_symbols "s" {
            key <Q> { type = "TWO_LEVEL", symbols[Group1] = [ q, Q ], symbols[Group2] = [ x, X ] };
            key <E> { type = "TWO_LEVEL", [ e, E ] };
            key <ACUTE> { [ dead_acute ] };
            key <SHIFT> { repeat = no, [ Shift_L ] };
            modifier_map Shift { <SHIFT> };
        };
        };
        """

    func enter(held: [UInt32] = []) {
        client.compositor.emit(
            keyboard, "enter", .number(Int64(client.compositor.nextSerial())),
            .object(client.compositor.resource("wl_surface")), .array(held))
    }

    func leave() {
        client.compositor.emit(
            keyboard, "leave", .number(Int64(client.compositor.nextSerial())),
            .object(client.compositor.resource("wl_surface")))
    }

    func press(_ code: Code, at time: Double) { key(code, 1, at: time) }
    func release(_ code: Code, at time: Double) { key(code, 0, at: time) }

    func type(_ code: Code, at time: Double) {
        press(code, at: time)
        release(code, at: time + 1)
    }

    private func key(_ code: Code, _ state: Int64, at time: Double) {
        client.compositor.emit(
            keyboard, "key", .number(Int64(client.compositor.nextSerial())), .number(client.stamp(time)),
            .number(Int64(code.rawValue)), .number(state))
    }

    func modifiers(_ depressed: Int64, group: Int64 = 0) {
        client.compositor.emit(
            keyboard, "modifiers", .number(Int64(client.compositor.nextSerial())), .number(depressed), 0, 0,
            .number(group))
    }

    func take() -> [String] { client.take() }

    /// Removes and returns the characters that the keys have typed.
    func takeTexts() -> [String] {
        defer { pad.texts = [] }
        return pad.texts
    }
}

final class KeyPad: View {
    var note: (String) -> Void = { _ in }
    var texts: [String] = []
    var onPress: () -> Void = {}

    override var canBecomeFirstResponder: Bool { true }

    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        texts += presses.map(\.key.characters)
        hear("began", .pressesBegan, presses)
        onPress()
    }

    override func pressesChanged(_ presses: Set<Press>, with event: PressesEvent) {
        hear("changed", .pressesChanged, presses)
    }

    override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
        hear("ended", .pressesEnded, presses)
    }

    override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
        hear("cancelled", .pressesCancelled, presses)
    }

    private func hear(_ what: String, _ event: ViewCall.Event, _ presses: Set<Press>) {
        recordedSession?.note(event, presses, in: self)
        for press in presses { note("\(press.key.name) \(what)") }
    }
}
