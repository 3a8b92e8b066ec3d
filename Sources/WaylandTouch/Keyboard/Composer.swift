import CXkbcommon

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
