import CXkbcommon
import Glibc
import TouchKit
import Wayland

/// Why a keymap can't be read. The description is one line for a person.
nonisolated enum KeymapError: Error, Hashable {
    /// The size that came with it is nothing, or more than any keymap has.
    case badSize(UInt32)
    /// What came is a pipe, a socket, a folder or the like.
    case notAFile
    /// The file is shorter than the size that came with it.
    case truncated(expected: UInt32, size: Int64)
    /// It can't be read.
    case system(operation: String, errno: Int32)
    /// Its text asks for more than any keyboard has, such as a key of number four billion: libxkbcommon would run out
    /// of memory over it, or stop the program.
    case excessive(String)
    /// Its text is not a keymap of the format.
    case malformed
}

nonisolated extension KeymapError: CustomStringConvertible {
    /// One line: what failed, what was expected, what follows.
    var description: String {
        let trouble =
            switch self {
            case .badSize(let size): "its size is \(size) bytes, expected 1 to \(Keymap.largestSize)"
            case .notAFile: "it is no regular file"
            case .truncated(let expected, let size): "its file has \(size) bytes, expected \(expected)"
            case .system(let operation, let number): "\(operation): \(systemText(number))"
            case .excessive(let what): "it has \(what)"
            case .malformed: "its text is not in the format xkb_v1"
            }
        return "the compositor's keymap is unreadable: \(trouble); keys are ignored until it sends another"
    }
}

/// What the keys of a keyboard mean, and which modifiers are held.
@safe
@MainActor final class Keymap {
    /// Ten times what keymaps of four layouts have. What libxkbcommon does with a text takes a time that grows with the
    /// square of its length; for this one it is half a second at worst.
    nonisolated static let largestSize: UInt32 = 1 << 20

    private let state: OpaquePointer
    private let keymap: OpaquePointer
    private let context: OpaquePointer

    /// Reads the keymap that a compositor sent. The descriptor is closed in any case.
    init(_ descriptor: consuming FileDescriptor, size: UInt32) throws(KeymapError) {
        let text = try KeymapText(descriptor, size: size)
        try KeymapBounds.check(text.bytes)
        guard let context = unsafe xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES) else { throw .malformed }
        // What is wrong with it is said in one line, and by us.
        unsafe xkb_context_set_log_level(context, xkb_log_level(0))
        guard let keymap = unsafe text.compile(in: context) else {
            unsafe xkb_context_unref(context)
            throw .malformed
        }
        guard let state = unsafe xkb_state_new(keymap) else {
            unsafe xkb_keymap_unref(keymap)
            unsafe xkb_context_unref(context)
            throw .malformed
        }
        unsafe (self.state, self.keymap, self.context) = unsafe (state, keymap, context)
    }

    isolated deinit {
        unsafe xkb_state_unref(state)
        unsafe xkb_keymap_unref(keymap)
        unsafe xkb_context_unref(context)
    }

    /// Takes over the modifiers and the layout that the compositor reports.
    func update(depressed: UInt32, latched: UInt32, locked: UInt32, group: UInt32) {
        unsafe _ = xkb_state_update_mask(state, depressed, latched, locked, 0, 0, group)
    }

    /// What a key that goes down means now.
    ///
    /// - Parameters:
    ///   - code: its number in `linux/input-event-codes.h`.
    ///   - composer: makes one text of several keys, this being the next of them; nil where each is for itself.
    func key(_ code: UInt32, composing composer: Composer? = nil) -> Key {
        let keycode = Self.keycode(code)
        let symbol = unsafe xkb_state_key_get_one_sym(state, keycode)
        let characters: String
        switch composer?.feed(symbol) ?? .nothing {
        case .nothing: characters = unsafe xkbText { unsafe xkb_state_key_get_utf8(state, keycode, $0, $1) }
        case .pending: characters = ""
        case .composed(let text): characters = text
        }
        return Key(
            name: unsafe xkbText { unsafe xkb_keysym_get_name(symbol, $0, $1) },
            characters: characters.filter {
                $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            },
            modifiers: modifiers)
    }

    /// Whether a key is to repeat while it is held; modifiers are not.
    func repeats(_ code: UInt32) -> Bool { unsafe xkb_keymap_key_repeats(keymap, Self.keycode(code)) != 0 }

    /// xkb counts keys as X did, whose first eight numbers were taken.
    private static func keycode(_ code: UInt32) -> UInt32 { code &+ 8 }

    private var modifiers: Key.Modifiers {
        let names: [(String, Key.Modifiers)] = [
            (XKB_MOD_NAME_SHIFT, .shift), (XKB_MOD_NAME_CTRL, .control), (XKB_MOD_NAME_ALT, .alternate),
            (XKB_MOD_NAME_LOGO, .command),
        ]
        return names.reduce(into: []) { held, name in
            if unsafe xkb_state_mod_name_is_active(state, name.0, XKB_STATE_MODS_EFFECTIVE) > 0 { held.insert(name.1) }
        }
    }
}

/// Makes one text of several keys, as é of a dead acute and e, by the table that the user's locale has.
///
/// The table is read with the first key that goes down. Where there is none, each key is for itself.
@safe
@MainActor final class Composer {
    /// What follows from a key.
    enum Outcome: Hashable {
        /// The key has no part in a sequence, and types what it types.
        case nothing
        /// It is one of a sequence that goes on, or that it has broken off: it types nothing.
        case pending
        /// It is the last of a sequence, which types a text.
        case composed(String)
    }

    private let locale: String
    private lazy var state: OpaquePointer? = unsafe Self.state(of: locale)

    /// A composer for a locale; nil for the one that the environment names.
    init(locale: String? = nil) {
        self.locale = locale ?? ["LC_ALL", "LC_CTYPE", "LANG"].firstResult(environmentVariable) ?? "C"
    }

    isolated deinit { unsafe xkb_compose_state_unref(state) }

    private static func state(of locale: String) -> OpaquePointer? {
        guard let context = unsafe xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES) else { return nil }
        defer { unsafe xkb_context_unref(context) }
        unsafe xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        let table = unsafe xkb_compose_table_new_from_locale(context, locale, XKB_COMPOSE_COMPILE_NO_FLAGS)
        defer { unsafe xkb_compose_table_unref(table) }
        guard let table = unsafe table else { return nil }
        return unsafe xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS)
    }

    /// A key of a symbol went down.
    func feed(_ symbol: UInt32) -> Outcome {
        guard let state = unsafe state,
            unsafe xkb_compose_state_feed(state, symbol) == XKB_COMPOSE_FEED_ACCEPTED
        else { return .nothing }
        switch unsafe xkb_compose_state_get_status(state) {
        case XKB_COMPOSE_COMPOSING, XKB_COMPOSE_CANCELLED: return .pending
        case XKB_COMPOSE_COMPOSED:
            return .composed(unsafe xkbText { unsafe xkb_compose_state_get_utf8(state, $0, $1) })
        default: return .nothing
        }
    }

    /// Breaks off what has begun, as when the focus goes.
    func reset() { if let state = unsafe state { unsafe xkb_compose_state_reset(state) } }
}

/// A variable of the environment; nil where it is not set, or empty.
nonisolated func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}

/// A text that a C function writes into memory of a given size, saying how long it is.
private func xkbText(_ write: (UnsafeMutablePointer<CChar>, Int) -> Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { memory in
        guard let start = memory.baseAddress, unsafe write(start, memory.count) > 0 else { return "" }
        return unsafe String(cString: start)
    }
}

/// A keymap's text. It is read and not mapped: what is mapped is gone when the compositor shortens the file, and whoever
/// reads on is killed.
private struct KeymapText {
    /// The text up to its end, be that marked by a zero or not.
    let bytes: [UInt8]

    init(_ descriptor: consuming FileDescriptor, size: UInt32) throws(KeymapError) {
        guard (1...Keymap.largestSize).contains(size) else { throw .badSize(size) }
        var status = stat()
        guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw .system(operation: "fstat", errno: errno) }
        // What is no file may have nothing to read for ever.
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard status.st_size >= Int(size) else { throw .truncated(expected: size, size: Int64(status.st_size)) }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        var length = 0
        while length < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes { memory in
                unsafe pread(
                    descriptor.rawValue, memory.baseAddress! + length, memory.count - length, off_t(length))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(operation: "pread", errno: errno) }
            guard count > 0 else { throw .truncated(expected: size, size: Int64(length)) }
            length += count
        }
        self.bytes = Array(bytes.prefix { $0 != 0 })
    }

    /// A keymap of the text; nil where it is none.
    func compile(in context: OpaquePointer) -> OpaquePointer? {
        unsafe bytes.withUnsafeBytes { bytes in
            let text = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress
            return unsafe text.flatMap { text in
                unsafe xkb_keymap_new_from_buffer(
                    context, text, bytes.count, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
            }
        }
    }
}
