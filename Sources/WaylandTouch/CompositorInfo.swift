import Wayland

/// What a compositor offers, and what of it an ``Application`` uses: for bug reports.
///
/// It is asked on a connection of its own, so a compositor in which no application can start is described too.
public nonisolated struct CompositorInfo: Hashable, Sendable {
    /// The process that listens at the compositor's socket; nil where it can't be seen from here.
    public var processIdentifier: Int32?
    /// Everything that it offers, in the order in which it was announced.
    public var globals: [Global] = []
    /// The seats.
    public var seats: [Seat] = []
    /// The outputs.
    public var outputs: [Output] = []

    /// Something that can be bound.
    public struct Global: Hashable, Sendable {
        /// The name of its interface, such as `wl_seat`.
        public var interface: String
        /// The latest version that the compositor has.
        public var offered: UInt32
        /// The version that an application binds; nil where it has no use for it.
        public var used: UInt32?
    }

    /// A `wl_seat`.
    public struct Seat: Hashable, Sendable {
        /// Its name; empty before version 2.
        public var name = ""
        /// The version that is used.
        public var version: UInt32
        /// Whether it has a touch screen.
        public var hasTouch = false
        /// Whether it has a pointer.
        public var hasPointer = false
        /// Whether it has a keyboard.
        public var hasKeyboard = false
    }

    /// A `wl_output`: a screen, or a part of one.
    public struct Output: Hashable, Sendable {
        /// Its name, such as `DP-1`; empty before version 4.
        public var name = ""
        /// The words for its maker.
        public var make = ""
        /// The words for its model.
        public var model = ""
        /// How wide it is, in pixels as it stands by itself.
        public var width = 0
        /// How high it is, in pixels as it stands by itself.
        public var height = 0
        /// How wide it is, in millimetres; 0 where that is not known.
        public var physicalWidth = 0
        /// How high it is, in millimetres; 0 where that is not known.
        public var physicalHeight = 0
        /// How often a second it is repainted; 0 where that is not known.
        public var refreshRate = 0.0
        /// Pixels a point, rounded up to a whole number.
        public var scale = 1
        /// How far its content is turned counterclockwise, in degrees.
        public var rotation = 0
        /// Whether its content is mirrored, before it is turned.
        public var isFlipped = false
    }

    /// Something that is not there, or too old, and what does not work for it.
    public struct Lack: Hashable, Sendable {
        /// What is not there.
        public var what: String
        /// What can't be had for it.
        public var consequence: String
    }

    init() {}

    /// Asks a compositor.
    ///
    /// - Parameter display: the compositor's name in `$XDG_RUNTIME_DIR`, or the absolute path of its socket; nil for
    ///   the one that the environment names.
    /// - Throws: `connection`, where there is no compositor.
    public init(display: String? = nil) throws(ApplicationError) {
        do throws(ConnectionError) {
            let connection = if let display { try Connection(to: display) } else { try Connection() }
            self = try Inquiry(connection).answer
        } catch {
            throw .connection(error)
        }
    }

    // MARK: What is missing

    /// What of it is missing, and for what.
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
                lacks.append(Lack(what: "no wl_seat pointer", consequence: "clicks, hovering and scrolling can't come"))
            }
            if !seats.contains(where: \.hasKeyboard) {
                lacks.append(Lack(what: "no wl_seat keyboard", consequence: "keys can't come"))
            }
        }
        return lacks
    }

    private static let withoutTouch =
        "touches can't come; the compositor sees no touch screen: look for it in `libinput list-devices`, and at what "
        + "the compositor is told to do with it"

    /// What an application binds, and what there is not without it.
    private static let uses: [(interface: Interface, without: String)] = [
        (WlCompositor.interface, "no window can be opened"),
        (WlShm.interface, "no window can be opened"),
        (XdgWmBase.interface, "no window can be opened"),
        (WlSeat.interface, "no input of any kind can come"),
        (WlOutput.interface, "windows are drawn at scale 1"),
        (ZxdgDecorationManagerV1.interface, "windows have a plain title bar of their own"),
        (WpViewporter.interface, "windows are not drawn at fractional scales, but larger, and shrunk"),
        (WpFractionalScaleManagerV1.interface, "windows are not drawn at fractional scales, but larger, and shrunk"),
        (ZwpInputTimestampsManagerV1.interface, "the times of events are in whole milliseconds"),
        (ZwpPointerGesturesV1.interface, "pinches and swipes on a touchpad can't come"),
        (ZwpTabletManagerV2.interface, "a stylus comes as a finger or a pointer, without force and tilt"),
    ]

    /// What there is not before some version.
    private static let versions: [(interface: Interface, version: UInt32, before: String)] = [
        (WlSeat.interface, 5, "a wheel can't be told from a touchpad"),
        (WlSeat.interface, 6, "the shape and the orientation of a touch are not told"),
        (WlOutput.interface, 2, "windows are drawn at scale 1"),
        (ZwpPointerGesturesV1.interface, 3, "fingers that rest on a touchpad are not told"),
    ]

    fileprivate static func usedVersion(of global: Wayland.Global) -> UInt32? {
        uses.first { $0.interface.name == global.interface }.map { min(global.version, $0.interface.version) }
    }
}

/// A connection on which a compositor is asked about itself.
private nonisolated final class Inquiry {
    private(set) var answer = CompositorInfo()
    /// Kept so that they are heard.
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
        output.onEvent = { [unowned self] event in answer.outputs[index].hear(event) }
        proxies.append(output)
    }
}

nonisolated extension CompositorInfo.Output {
    fileprivate mutating func hear(_ event: WlOutput.Event) {
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
