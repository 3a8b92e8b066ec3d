/// What a host delivers.
enum DispatchInput {
    /// What a touch device or a pointer reports.
    case frame(InputFrame)
    /// A change of the keys of a keyboard that has its focus in a window.
    case presses(PressesEvent, Window)

    /// When it happened.
    var time: EventTime {
        switch self {
        case .frame(let frame): frame.time
        case .presses(let presses, _): presses.timestamp
        }
    }
}
