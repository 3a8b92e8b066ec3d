import CXkbcommon

/// Composes text from several keys, such as é from a dead acute and e, by the compose table of the user's locale.
///
/// The table is read when the first key goes down. Without a table, each key types its own text.
@safe
@MainActor final class Composer {
    /// The effect of a key.
    enum Outcome: Hashable {
        /// The key is not part of a sequence and types its own text.
        case nothing
        /// The key continues a sequence or cancels it, and types nothing.
        case pending
        /// The key completes a sequence, which types a text.
        case composed(String)
    }

    private let locale: String
    private lazy var state: OpaquePointer? = unsafe Self.state(of: locale)

    /// Creates a composer for a locale; nil for the locale that the environment names.
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

    /// Handles a key press with a keysym.
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

    /// Cancels an unfinished sequence, as when the focus is lost.
    func reset() { if let state = unsafe state { unsafe xkb_compose_state_reset(state) } }
}
