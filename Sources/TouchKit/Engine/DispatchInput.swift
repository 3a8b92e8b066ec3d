/// Input that a host delivers.
enum DispatchInput {
    /// A frame of a touchscreen, a stylus or a pointer.
    case frame(InputFrame)
    /// A change of the keys of a keyboard whose focus is in a window.
    case presses(PressesEvent, Window)

    /// The time of the input.
    var time: EventTime {
        switch self {
        case .frame(let frame): frame.time
        case .presses(let presses, _): presses.timestamp
        }
    }
}
