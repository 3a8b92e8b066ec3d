import Glibc

@testable import Wayland

/// The compositor's state of an object of the client.
nonisolated final class Resource: CustomStringConvertible {
    let id: UInt32
    let interface: Interface
    let version: UInt32
    let ordinal: Int
    var state = State.plain
    /// The object whose request created this one.
    weak var maker: Resource?
    /// The parent xdg_surface of a popup.
    var parent: Resource?

    /// The state that depends on the interface.
    enum State {
        case plain
        case surface(ServedSurface)
        case xdgSurface(ServedXdgSurface)
        /// A toplevel or a popup.
        case role(of: Resource)
        case pool(ServedPool)
        case buffer(ServedBuffer)
        case seat(ServedSeat)
        case viewport(Resource)
        /// Whether the positioner's size and anchor are set.
        case positioner(hasSize: Bool, hasAnchor: Bool)
    }

    init(_ id: UInt32, _ interface: Interface, version: UInt32, ordinal: Int) {
        self.id = id
        self.interface = interface
        self.version = version
        self.ordinal = ordinal
    }

    var description: String { ordinal == 1 ? interface.name : "\(interface.name)#\(ordinal)" }

    var surface: ServedSurface? { if case .surface(let state) = state { state } else { nil } }
    var xdgSurface: ServedXdgSurface? { if case .xdgSurface(let state) = state { state } else { nil } }
    var pool: ServedPool? { if case .pool(let state) = state { state } else { nil } }
    var buffer: ServedBuffer? { if case .buffer(let state) = state { state } else { nil } }
    var seat: ServedSeat? { if case .seat(let state) = state { state } else { nil } }
}

nonisolated final class ServedSurface {
    /// The pending attachment: no change, a buffer, or no buffer.
    var attached: Resource??
    var shown: Resource?
    var scale = 1
    var destination: (width: Int, height: Int)?
    /// The callbacks that wait for a commit, and those that wait for a frame.
    var newCallbacks: [Resource] = []
    var callbacks: [Resource] = []
    var xdgSurface: Resource?
    var role: String?
}

nonisolated final class ServedXdgSurface {
    let surface: Resource
    var role: Resource?
    var isConfigured = false
    /// The serials of the configures that can still be acknowledged.
    var serials: [UInt32] = []

    init(_ surface: Resource) { self.surface = surface }
}

nonisolated final class ServedPool {
    let descriptor: FileDescriptor
    var size: Int

    init(_ descriptor: Int32, size: Int) {
        self.descriptor = FileDescriptor(owning: descriptor)
        self.size = size
    }

    /// The size of the file.
    var fileSize: Int {
        var status = stat()
        return unsafe fstat(descriptor.rawValue, &status) == 0 ? Int(status.st_size) : 0
    }
}

nonisolated final class ServedBuffer {
    let pool: ServedPool
    let offset: Int
    let width: Int
    let height: Int
    let stride: Int
    /// The content at the commit, while the compositor holds the buffer.
    var held: [UInt8]?

    init(_ pool: ServedPool, offset: Int, width: Int, height: Int, stride: Int) {
        self.pool = pool
        self.offset = offset
        self.width = width
        self.height = height
        self.stride = stride
    }

    var content: [UInt8] {
        let size = stride * height
        return unsafe [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            count = max(0, unsafe pread(pool.descriptor.rawValue, bytes.baseAddress, size, offset))
        }
    }
}

nonisolated extension [UInt8] {
    /// Compares two arrays, fast enough for millions of bytes in a debug build.
    fileprivate func isSame(as other: [UInt8]) -> Bool {
        unsafe count == other.count
            && withUnsafeBytes { one in
                unsafe other.withUnsafeBytes { unsafe memcmp(one.baseAddress!, $0.baseAddress!, count) == 0 }
            }
    }
}

nonisolated final class ServedSeat {
    /// The current capabilities and all earlier ones: the client must not request a device that the seat never had.
    var capabilities: UInt32 = 0
    var everCapabilities: UInt32 = 0
}

nonisolated extension ScriptedCompositor {
    // MARK: Events

    static let pointer: UInt32 = 1
    static let keyboard: UInt32 = 2
    static let touch: UInt32 = 4

    /// Sends the capabilities of a seat.
    func announce(_ capabilities: UInt32, of seat: Resource) {
        seat.seat?.capabilities = capabilities
        seat.seat?.everCapabilities |= capabilities
        emit(seat, "capabilities", .number(Int64(capabilities)))
    }

    /// Configures a toplevel with a size and returns the serial to acknowledge.
    @discardableResult
    func configure(
        _ toplevel: Resource, _ width: Int, _ height: Int, states: [UInt32] = [4], serial: UInt32? = nil
    ) -> UInt32 {
        let serial = serial ?? nextSerial()
        guard case .role(let xdgSurface) = toplevel.state else { fatalError("\(toplevel) is no toplevel") }
        emit(toplevel, "configure", .number(Int64(width)), .number(Int64(height)), .array(states))
        sendConfigure(xdgSurface, serial)
        return serial
    }

    /// Configures a popup with a position and a size.
    func configure(popup: Resource, _ width: Int, _ height: Int) {
        guard case .role(let xdgSurface) = popup.state else { fatalError("\(popup) is no popup") }
        emit(popup, "configure", 0, 0, .number(Int64(width)), .number(Int64(height)))
        sendConfigure(xdgSurface, nextSerial())
    }

    func sendConfigure(_ xdgSurface: Resource, _ serial: UInt32) {
        xdgSurface.xdgSurface?.serials.append(serial)
        emit(xdgSurface, "configure", .number(Int64(serial)))
    }

    /// Releases a buffer.
    func release(_ buffer: Resource) {
        check(buffer)
        buffer.buffer?.held = nil
        emit(buffer, "release")
    }

    /// Answers the frame callbacks of all surfaces.
    func askForFrames() {
        for surface in everyResource.compactMap(\.surface) {
            let callbacks = surface.callbacks
            surface.callbacks = []
            for callback in callbacks { finish(callback) }
        }
    }

    func finish(_ callback: Resource, data: Int64 = 0) {
        emit(callback, "done", .number(data))
        forget(callback)
    }

    func forget(_ resource: Resource) {
        resources[resource.id] = nil
        if resource.id < Self.firstOwnID, let display = resources[1] {
            emit(display, "delete_id", .number(Int64(resource.id)))
        }
    }

    func checkHeldBuffers() { for resource in everyResource { check(resource) } }

    private func check(_ resource: Resource) {
        guard let buffer = resource.buffer, let held = buffer.held, !held.isSame(as: buffer.content) else { return }
        buffer.held = buffer.content
        complain("\(resource) was written into while it was held")
    }

    // MARK: Requests

    func perform(_ request: Request) {
        let target = request.target
        switch request.kind {
        case "wl_display.get_registry":
            onRegistry?()
            for global in globals {
                emit(
                    request.made!, "global", .number(Int64(global.name)), .text(global.interface),
                    .number(Int64(global.version)))
            }
        case "wl_display.sync":
            if habits.answersSync, let callback = request.made { finish(callback) }
        case "wl_registry.bind":
            bind(request)
        case "wl_compositor.create_surface":
            request.made?.state = .surface(ServedSurface())
        case "wl_surface.attach":
            target.surface?.attached = .some(request.object(0))
        case "wl_surface.frame":
            if let callback = request.made { target.surface?.newCallbacks.append(callback) }
        case "wl_surface.set_buffer_scale":
            guard request.int(0) > 0 else { return raise(target, 0, "invalid scale \(request.int(0))") }
            target.surface?.scale = request.int(0)
        case "wl_surface.commit":
            commit(target)
        case "wl_surface.destroy":
            if target.surface?.xdgSurface != nil { raise(target, 0, "destroyed before its xdg_surface") }
            target.surface?.callbacks.removeAll()
        case "wl_shm.create_pool":
            createPool(request)
        case "wl_shm_pool.create_buffer":
            createBuffer(request)
        case "wl_shm_pool.resize":
            guard let pool = target.pool else { return }
            guard request.int(0) >= pool.size else { return raise(target, 0, "a pool can't shrink") }
            guard pool.fileSize >= request.int(0) else { return raise(target, 2, "the file is too short") }
            pool.size = request.int(0)
        case "wl_buffer.destroy":
            check(target)
            target.buffer?.held = nil
        case "wl_seat.get_pointer": expect(Self.pointer, request)
        case "wl_seat.get_keyboard": expect(Self.keyboard, request)
        case "wl_seat.get_touch": expect(Self.touch, request)
        case "wl_pointer.set_cursor":
            take(request.object(1), for: "cursor", else: target, 0)
        case "zwp_tablet_tool_v2.set_cursor":
            take(request.object(1), for: "stylus cursor", else: target, 0)
        case "wp_viewporter.get_viewport":
            if let surface = request.object(1) { request.made?.state = .viewport(surface) }
        case "wp_viewport.set_destination":
            guard case .viewport(let surface) = target.state else { return }
            guard request.int(0) > 0, request.int(1) > 0 else { return raise(target, 0, "bad size") }
            surface.surface?.destination = (request.int(0), request.int(1))
        case let kind where kind.hasPrefix("xdg_"):
            performShell(request)
        default: break
        }
        if isConnected, request.name == "destroy" || request.name == "release" { forget(target) }
    }

    private func bind(_ request: Request) {
        guard let made = request.made, let global = offered(request.uint(0)) else {
            return raise(request.target, 0, "invalid global \(request.uint(0))")
        }
        guard made.interface.name == global.interface, made.version <= global.version, made.version > 0 else {
            return raise(request.target, 0, "\(global.interface) \(global.version) bound as \(made) \(made.version)")
        }
        switch global.interface {
        case "wl_shm":
            for format in [0, 1] as [Int64] { emit(made, "format", .number(format)) }
        case "wl_seat":
            made.state = .seat(ServedSeat())
            onSeat?(made)
        case "wl_output":
            emit(made, "geometry", 0, 0, 300, 200, 0, "maker", "model", 0)
            emit(made, "mode", 3, 1600, 1200, 60000)
            onOutput?(made)
            if made.version >= 2 { emit(made, "done") }
        default: break
        }
    }

    private func expect(_ capability: UInt32, _ request: Request) {
        if (request.target.seat?.everCapabilities ?? 0) & capability == 0 {
            raise(request.target, 0, "\(request.name) without the capability")
        }
    }

    private func take(_ surface: Resource?, for role: String, else target: Resource, _ code: UInt32) {
        guard let surface = surface?.surface else { return }
        guard surface.role == nil || surface.role == role else {
            return raise(target, code, "the surface has another role")
        }
        surface.role = role
    }

    // MARK: Buffers

    private func createPool(_ request: Request) {
        let pool = ServedPool(request.descriptor(1), size: request.int(2))
        guard pool.size > 0 else { return raise(request.target, 1, "invalid size \(pool.size)") }
        guard pool.fileSize >= pool.size else { return raise(request.target, 2, "the file is too short") }
        request.made?.state = .pool(pool)
    }

    private func createBuffer(_ request: Request) {
        guard let pool = request.target.pool else { return }
        let (offset, width, height, stride) = (request.int(1), request.int(2), request.int(3), request.int(4))
        guard [0, 1].contains(request.uint(5)) else { return raise(request.target, 0, "invalid format") }
        guard width > 0, height > 0, offset >= 0, stride >= width * 4, offset + stride * height <= pool.size else {
            return raise(request.target, 1, "invalid size \(width)x\(height), stride \(stride)")
        }
        request.made?.state = .buffer(
            ServedBuffer(pool, offset: offset, width: width, height: height, stride: stride))
    }

    private func commit(_ resource: Resource) {
        guard let surface = resource.surface else { return }
        surface.callbacks += surface.newCallbacks
        surface.newCallbacks = []
        let attached = surface.attached
        surface.attached = nil
        if let xdg = surface.xdgSurface?.xdgSurface, let shell = surface.xdgSurface {
            guard let role = xdg.role else { return raise(shell, 1, "a commit without a role") }
            if let parent = role.parent, parent.xdgSurface?.surface.surface?.shown == nil {
                return raise(self.resource("xdg_wm_base"), 3, "the parent of a popup is not shown")
            }
            if attached != nil, !xdg.isConfigured { return raise(shell, 3, "unconfigured buffer") }
            if attached == nil, !xdg.isConfigured, xdg.serials.isEmpty, habits.configures {
                if role.interface.name == "xdg_toplevel" { configure(role, 0, 0, states: []) } else { onPopup?(role) }
            }
        }
        guard let attached else { return checkSize(resource) }
        if let new = attached {
            guard resources[new.id] === new, let buffer = new.buffer else {
                return raise(resource, 0, "a destroyed buffer is attached")
            }
            if habits.isStrict { buffer.held = buffer.content }
        }
        let old = surface.shown
        surface.shown = attached
        checkSize(resource)
        if isConnected, habits.releases, let old, old !== attached, resources[old.id] === old { release(old) }
    }

    private func checkSize(_ resource: Resource) {
        guard let surface = resource.surface, let buffer = surface.shown?.buffer, surface.destination == nil else {
            return
        }
        if buffer.width % surface.scale != 0 || buffer.height % surface.scale != 0 {
            raise(resource, 2, "a buffer of \(buffer.width)x\(buffer.height) at scale \(surface.scale)")
        }
    }

    // MARK: xdg-shell

    private func performShell(_ request: Request) {
        let target = request.target
        switch request.kind {
        case "xdg_wm_base.pong":
            onPong?()
        case "xdg_wm_base.destroy":
            if everyResource.contains(where: { $0.xdgSurface != nil && resources[$0.id] === $0 }) {
                raise(target, 1, "destroyed before its surfaces")
            }
        case "xdg_wm_base.get_xdg_surface":
            guard let surface = request.object(1), let state = surface.surface else { return }
            guard state.xdgSurface == nil else { return raise(target, 0, "the surface has an xdg_surface") }
            guard state.shown == nil, state.attached == nil else { return raise(target, 4, "a buffer is attached") }
            request.made?.state = .xdgSurface(ServedXdgSurface(surface))
            state.xdgSurface = request.made
        case "xdg_wm_base.create_positioner":
            request.made?.state = .positioner(hasSize: false, hasAnchor: false)
        case "xdg_positioner.set_size":
            guard case .positioner(_, let hasAnchor) = target.state, request.int(0) > 0, request.int(1) > 0 else {
                return raise(target, 0, "invalid size")
            }
            target.state = .positioner(hasSize: true, hasAnchor: hasAnchor)
        case "xdg_positioner.set_anchor_rect":
            guard case .positioner(let hasSize, _) = target.state, request.int(2) > 0, request.int(3) > 0 else {
                return raise(target, 0, "invalid anchor")
            }
            target.state = .positioner(hasSize: hasSize, hasAnchor: true)
        case "xdg_popup.grab":
            guard case .role(let shell) = target.state, shell.xdgSurface?.surface.surface?.shown == nil else {
                return raise(target, 0, "a grab of a popup that is shown")
            }
        case "xdg_surface.get_toplevel", "xdg_surface.get_popup":
            guard let state = target.xdgSurface, let role = request.made else { return }
            guard state.role == nil else { return raise(target, 2, "constructed already") }
            if let positioner = request.object(2) {
                guard case .positioner(hasSize: true, hasAnchor: true) = positioner.state else {
                    return raise(resource("xdg_wm_base"), 5, "an incomplete positioner")
                }
            }
            state.role = role
            role.state = .role(of: target)
            take(state.surface, for: role.interface.name, else: target, 0)
            if role.interface.name == "xdg_popup" {
                role.parent = request.object(1)
                popups.append(role)
            }
        case "xdg_surface.ack_configure":
            guard let state = target.xdgSurface else { return }
            guard let place = state.serials.firstIndex(of: request.uint(0)) else {
                return raise(target, 4, "serial \(request.uint(0)) can't be acknowledged")
            }
            state.serials.removeFirst(place + 1)
            state.isConfigured = true
        case "xdg_surface.set_window_geometry":
            guard request.int(2) > 0, request.int(3) > 0 else { return raise(target, 5, "invalid geometry") }
        case "xdg_surface.destroy":
            guard let state = target.xdgSurface else { return }
            if state.role != nil { return raise(target, 6, "destroyed before its role") }
            state.surface.surface?.xdgSurface = nil
        case "xdg_toplevel.destroy", "xdg_popup.destroy":
            guard case .role(let shell) = target.state else { return }
            if let place = popups.firstIndex(where: { $0 === target }) {
                guard place == popups.count - 1 else {
                    return raise(resource("xdg_wm_base"), 2, "\(target) is not the topmost popup")
                }
                popups.removeLast()
            }
            shell.xdgSurface?.role = nil
        default: break
        }
    }
}
