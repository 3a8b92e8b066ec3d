import CXkbcommon
import TouchKit
import Wayland

/// The meaning of a keyboard's keys, with the modifiers that are held.
@safe
@MainActor final class Keymap {
    /// The largest size of a keymap in bytes: ten times that of a keymap with four layouts. libxkbcommon's time grows
    /// with the square of the size; at this limit it takes half a second at worst.
    nonisolated static let largestSize: UInt32 = 1 << 20

    private let state: OpaquePointer
    private let keymap: OpaquePointer
    private let context: OpaquePointer

    /// Reads the keymap that a compositor sent. The descriptor is closed even if this throws.
    init(_ descriptor: consuming FileDescriptor, size: UInt32) throws(KeymapError) {
        let text = try KeymapText(descriptor, size: size)
        try KeymapBounds.check(text.bytes)
        guard let context = unsafe xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES) else { throw .malformed }
        // libxkbcommon's log is off, since the error describes the failure.
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

    /// Sets the modifiers and the layout that the compositor reports.
    func update(depressed: UInt32, latched: UInt32, locked: UInt32, group: UInt32) {
        unsafe _ = xkb_state_update_mask(state, depressed, latched, locked, 0, 0, group)
    }

    /// Returns the meaning of a key that goes down now.
    ///
    /// - Parameters:
    ///   - code: the number of the key in `linux/input-event-codes.h`.
    ///   - composer: the composer that gets the key; nil if the key types its own text.
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

    /// Returns whether a key repeats while it is held. Modifiers do not.
    func repeats(_ code: UInt32) -> Bool { unsafe xkb_keymap_key_repeats(keymap, Self.keycode(code)) != 0 }

    /// Converts to xkb's numbers, which are greater by 8 because X reserved the first eight.
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
