import Wayland

/// The globals, seats and outputs of a compositor, and which of them an ``Application`` uses. Use it in bug reports.
///
/// The information comes from a separate connection, so it is available even if no application can start.
public nonisolated struct CompositorInfo: Hashable, Sendable {
    /// The identifier of the process that listens at the compositor's socket; nil if the process is not visible, as
    /// when the program runs in a container.
    public var processIdentifier: Int32?
    /// The globals that the compositor offers, in the order in which it announced them.
    public var globals: [Global] = []
    /// The seats.
    public var seats: [Seat] = []
    /// The outputs.
    public var outputs: [Output] = []

    /// A global: an object of the compositor that a client can bind.
    public struct Global: Hashable, Sendable {
        /// The name of the interface, such as `wl_seat`.
        public var interface: String
        /// The version that the compositor offers.
        public var offered: UInt32
        /// The version that an application binds; nil if an application does not bind the interface.
        public var used: UInt32?
    }

    /// A `wl_seat`.
    public struct Seat: Hashable, Sendable {
        /// The name of the seat; empty before version 2.
        public var name = ""
        /// The version that an application binds.
        public var version: UInt32
        /// Whether the seat has a touch screen.
        public var hasTouch = false
        /// Whether the seat has a pointer.
        public var hasPointer = false
        /// Whether the seat has a keyboard.
        public var hasKeyboard = false
    }

    /// A `wl_output`: a screen, or a part of one.
    public struct Output: Hashable, Sendable {
        /// The name of the output, such as `DP-1`; empty before version 4.
        public var name = ""
        /// The manufacturer, as the compositor describes it.
        public var make = ""
        /// The model, as the compositor describes it.
        public var model = ""
        /// The width of the current mode in pixels, before ``rotation``.
        public var width = 0
        /// The height of the current mode in pixels, before ``rotation``.
        public var height = 0
        /// The width in millimetres; 0 if the compositor does not know it.
        public var physicalWidth = 0
        /// The height in millimetres; 0 if the compositor does not know it.
        public var physicalHeight = 0
        /// The refresh rate in hertz; 0 if the compositor does not know it.
        public var refreshRate = 0.0
        /// The pixels per point, rounded up to a whole number.
        public var scale = 1
        /// The counterclockwise rotation of the content in degrees: 0, 90, 180 or 270.
        public var rotation = 0
        /// Whether the content is mirrored before it is rotated.
        public var isFlipped = false
    }

    /// A global or device that is missing or too old, and what does not work because of that.
    public struct Lack: Hashable, Sendable {
        /// What is missing, such as `no wl_seat touch`.
        public var what: String
        /// What does not work because of that.
        public var consequence: String
    }

    init() {}

    /// Connects to a compositor and collects its information. Blocks until the compositor has answered.
    ///
    /// - Parameter display: the name of the compositor's socket in `$XDG_RUNTIME_DIR`, or its absolute path; nil for
    ///   the compositor that the environment names.
    /// - Throws: `connection`, if there is no compositor.
    public init(display: String? = nil) throws(ApplicationError) {
        do throws(ConnectionError) {
            let connection = if let display { try Connection(to: display) } else { try Connection() }
            self = try Inquiry(connection).answer
        } catch {
            throw .connection(error)
        }
    }

    // MARK: What is missing

    /// The globals and devices that an application could use and the compositor lacks; empty if nothing is missing.
    public var lacks: [Lack] {
        let offers = Dictionary(globals.map { ($0.interface, $0.offered) }) { max($0, $1) }
        var lacks = Self.uses.filter { offers[$0.interface.name] == nil }.map { use in
            Lack(what: "no \(use.interface.name)", consequence: use.without)
        }
        lacks += Self.versions.compactMap { step in
            guard let offered = offers[step.interface.name], offered < step.version else { return nil }
            return Lack(what: "\(step.interface.name) only in version \(offered)", consequence: step.before)
        }
        if !seats.isEmpty {
            if !seats.contains(where: \.hasTouch) {
                lacks.append(Lack(what: "no wl_seat touch", consequence: Self.withoutTouch))
            }
            if !seats.contains(where: \.hasPointer) {
                lacks.append(
                    Lack(what: "no wl_seat pointer", consequence: "clicks, hovering and scrolling do not work"))
            }
            if !seats.contains(where: \.hasKeyboard) {
                lacks.append(Lack(what: "no wl_seat keyboard", consequence: "keys do not work"))
            }
        }
        return lacks
    }

    private static let withoutTouch =
        "touches do not work; the compositor has no touch screen: look for it in `libinput list-devices`, and in the "
        + "compositor's input settings"

    /// The interfaces that an application binds, and the consequence if one is missing.
    private static let uses: [(interface: Interface, without: String)] = [
        (WlCompositor.interface, "no window can be opened"),
        (WlShm.interface, "no window can be opened"),
        (XdgWmBase.interface, "no window can be opened"),
        (WlSeat.interface, "no input works"),
        (WlOutput.interface, "windows are drawn at scale 1"),
        (ZxdgDecorationManagerV1.interface, "windows have a plain title bar of their own"),
        (WpViewporter.interface, "windows are not drawn at fractional scales, but larger, and shrunk"),
        (WpFractionalScaleManagerV1.interface, "windows are not drawn at fractional scales, but larger, and shrunk"),
        (ZwpInputTimestampsManagerV1.interface, "the times of events are in whole milliseconds"),
        (ZwpPointerGesturesV1.interface, "pinches and swipes on a touchpad do not work"),
        (ZwpTabletManagerV2.interface, "a stylus acts as a finger or a pointer, without force and tilt"),
    ]

    /// The versions below which a feature is missing, and the consequence.
    private static let versions: [(interface: Interface, version: UInt32, before: String)] = [
        (WlSeat.interface, 5, "a wheel can't be told from a touchpad"),
        (WlSeat.interface, 6, "the shape and the orientation of a touch are not known"),
        (WlOutput.interface, 2, "windows are drawn at scale 1"),
        (ZwpPointerGesturesV1.interface, 3, "fingers that rest on a touchpad are not recognized"),
    ]

    fileprivate static func usedVersion(of global: Wayland.Global) -> UInt32? {
        uses.first { $0.interface.name == global.interface }.map { min(global.version, $0.interface.version) }
    }
}

/// Collects a compositor's information on a connection.
private nonisolated final class Inquiry {
    private(set) var answer = CompositorInfo()
    /// The bound objects. An object must be alive to receive events.
    private var proxies: [Proxy] = []

    init(_ connection: Connection) throws(ConnectionError) {
        try connection.roundtrip()
        answer.processIdentifier = connection.peerProcess
        for global in connection.globals {
            answer.globals.append(
                CompositorInfo.Global(
                    interface: global.interface, offered: global.version,
                    used: CompositorInfo.usedVersion(of: global)))
            switch global.interface {
            case WlSeat.interface.name: ask(connection.bind(WlSeat.self, to: global))
            case WlOutput.interface.name: ask(connection.bind(WlOutput.self, to: global))
            default: break
            }
        }
        try connection.roundtrip()
    }

    private func ask(_ seat: WlSeat) {
        let index = answer.seats.count
        answer.seats.append(CompositorInfo.Seat(version: seat.version))
        seat.onEvent = { [unowned self] event in
            switch event {
            case .capabilities(let capabilities):
                answer.seats[index].hasTouch = capabilities.contains(.touch)
                answer.seats[index].hasPointer = capabilities.contains(.pointer)
                answer.seats[index].hasKeyboard = capabilities.contains(.keyboard)
            case .name(let name): answer.seats[index].name = name
            }
        }
        proxies.append(seat)
    }

    private func ask(_ output: WlOutput) {
        let index = answer.outputs.count
        answer.outputs.append(CompositorInfo.Output())
        output.onEvent = { [unowned self] event in answer.outputs[index].handle(event) }
        proxies.append(output)
    }
}

nonisolated extension CompositorInfo.Output {
    fileprivate mutating func handle(_ event: WlOutput.Event) {
        switch event {
        case .geometry(_, _, let width, let height, _, let make, let model, let transform):
            (physicalWidth, physicalHeight) = (Int(width), Int(height))
            (self.make, self.model) = (make, model)
            rotation = Int(transform.rawValue % 4) * 90
            isFlipped = transform.rawValue >= 4
        case .mode(let flags, let width, let height, let refresh):
            guard flags.contains(.current) else { return }
            (self.width, self.height) = (Int(width), Int(height))
            refreshRate = Double(refresh) / 1000
        case .scale(let factor): scale = Int(factor)
        case .name(let name): self.name = name
        case .description, .done: break
        }
    }
}
