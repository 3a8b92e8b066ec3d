import Glibc

@testable import Wayland

/// A compositor in this process that a test controls to the byte. It sends any events in any order, several in one
/// write or a part of one, logs each request as a line, and checks the requests as strictly as the protocol allows
/// (`ScriptedCompositorRules.swift`). It never sleeps: a test tells it when to read the client's requests.
///
/// Objects are named after their interface; the second of a kind is `wl_touch#2`, and so on. Only one thread may use
/// the compositor at a time.
nonisolated final class ScriptedCompositor: @unchecked Sendable {
    /// The path of the socket.
    let path: String
    /// The requests so far and the protocol errors.
    private(set) var log: [String] = []
    /// The protocol error that ended the connection, or another violation by the client; nil if there is none.
    private(set) var complaints: [String] = []
    /// The behaviour without a test's orders.
    var habits = Habits()
    /// Called with each pong, and when the client first requests the registry.
    var onPong: (() -> Void)?
    var onRegistry: (() -> Void)?
    /// The events that a seat, an output or a popup gets as soon as the client has created it.
    var onSeat: ((Resource) -> Void)?
    var onOutput: ((Resource) -> Void)?
    var onPopup: ((Resource) -> Void)?
    /// Whether the connection is open on the compositor's side.
    var isConnected: Bool { socket >= 0 }

    var globals: [(name: UInt32, interface: String, version: UInt32)] = []
    var resources: [UInt32: Resource] = [:]
    var everyResource: [Resource] = []
    var serial: UInt32 = 100
    var popups: [Resource] = []

    private let listener: Int32
    private var socket: Int32 = -1
    private var incoming: [UInt8] = []
    private var incomingDescriptors: [Int32] = []
    private var outgoing: [UInt8] = []
    private var outgoingDescriptors: [Int32] = []

    /// The things that the compositor does without orders.
    struct Habits {
        /// Configures a window at its first commit and leaves the size to the client.
        var configures = true
        /// Releases a buffer when another one has replaced it.
        var releases = true
        /// Answers frame callbacks as soon as a frame is shown.
        var asksForFrames = true
        /// Answers `wl_display.sync`.
        var answersSync = true
        /// Ends the connection at an error of the client and checks its use of buffers. A test that sends invalid
        /// events turns this off.
        var isStrict = true
        /// Closes the connection after a number of messages.
        var lastMessage = Int.max
    }

    /// The size of libwayland's buffer for a client. A real compositor drops a client with more unsent data.
    static let bufferSize = 4096

    init() {
        var template = Array("/tmp/scripted-XXXXXX".utf8CString)
        let folder = unsafe template.withUnsafeMutableBufferPointer { unsafe String(cString: mkdtemp($0.baseAddress!)) }
        path = folder + "/socket"
        listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(status == 0 && listen(listener, 1) == 0)
        resources[1] = Resource(1, WlDisplay.interface, version: 1, ordinal: 1)
    }

    deinit {
        // The objects refer to each other in cycles.
        for resource in everyResource { (resource.state, resource.parent) = (.plain, nil) }
        hangUp()
        close(listener)
        unsafe unlink(path)
        unsafe rmdir(String(path.dropLast("/socket".count)))
    }

    // MARK: Sending

    /// Announces a global and returns its name.
    @discardableResult
    func offer(_ interface: String, _ version: UInt32) -> UInt32 {
        let name = UInt32(offeredCount + 1)
        offeredCount += 1
        globals.append((name, interface, version))
        if let registry = latest("wl_registry") {
            emit(registry, "global", .number(Int64(name)), .text(interface), .number(Int64(version)))
        }
        return name
    }

    /// Removes a global. The client may still bind it, as it may not have received the removal yet.
    func withdraw(_ name: UInt32) {
        withdrawn += globals.filter { $0.name == name }
        globals.removeAll { $0.name == name }
        if let registry = latest("wl_registry") { emit(registry, "global_remove", .number(Int64(name))) }
    }

    private var offeredCount = 0
    private var withdrawn: [(name: UInt32, interface: String, version: UInt32)] = []

    /// Returns the global with a name.
    func offered(_ name: UInt32) -> (name: UInt32, interface: String, version: UInt32)? {
        (globals + withdrawn).first { $0.name == name }
    }

    /// Returns the newest object of an interface.
    func latest(_ interface: String) -> Resource? { everyResource.last { $0.interface.name == interface } }

    /// Returns the n-th object of an interface.
    func resource(_ interface: String, _ ordinal: Int = 1) -> Resource {
        guard let found = everyResource.first(where: { $0.interface.name == interface && $0.ordinal == ordinal }) else {
            fatalError("the client has made no \(interface)#\(ordinal); it has asked:\n\(log.joined(separator: "\n"))")
        }
        return found
    }

    /// Returns the next serial.
    func nextSerial() -> UInt32 {
        serial += 1
        return serial
    }

    /// Queues an event, unless the object is known to be destroyed. The event is sent by `flush()`, or when
    /// libwayland's buffer would overflow.
    func emit(_ resource: Resource, _ event: String, _ words: Word...) {
        guard resources[resource.id] === resource else { return }
        guard let opcode = resource.interface.events.firstIndex(where: { $0.name == event }) else {
            fatalError("\(resource.interface.name) has no event \(event)")
        }
        let message = resource.interface.events[opcode]
        precondition(message.since <= resource.version, "\(resource).\(event) is newer than the object")
        var body: [UInt8] = []
        var words = words[...]
        for kind in message.kinds {
            guard let word = words.popFirst() else { fatalError("\(resource).\(event) lacks an argument") }
            if case .descriptor(let number) = word {
                outgoingDescriptors.append(dup(number))
            } else {
                body += word.bytes(as: kind)
            }
        }
        precondition(words.isEmpty, "\(resource).\(event) has too many arguments")
        write(bytes(resource.id) + bytes(UInt32(body.count + 8) << 16 | UInt32(opcode)) + body)
    }

    /// Encodes an event with numbers.
    func message(_ resource: Resource, _ event: String, _ words: [UInt32]) -> [UInt8] {
        let opcode = UInt32(resource.interface.events.firstIndex { $0.name == event }!)
        return ([resource.id, UInt32(words.count * 4 + 8) << 16 | opcode] + words).flatMap(ScriptedBytes.bytes)
    }

    /// Queues any event for any object, even one that does not exist.
    ///
    /// - Parameter descriptors: the descriptors of the event, which are closed after sending.
    func say(_ id: UInt32, _ opcode: UInt32, _ body: [UInt8], _ descriptors: [Int32] = []) {
        write(bytes(id) + bytes(UInt32(body.count + 8) << 16 | opcode & 0xffff) + body)
        if isConnected { outgoingDescriptors += descriptors } else { for number in descriptors { close(number) } }
    }

    /// Queues bytes.
    func write(_ message: [UInt8]) {
        guard isConnected else { return }
        if outgoing.count + message.count > Self.bufferSize, !flush() {
            complaints.append("dropped: \(outgoing.count) bytes unread")
            return hangUp()
        }
        outgoing += message
        messageCount += 1
        guard messageCount >= habits.lastMessage else { return }
        flush()
        hangUp()
    }

    /// The number of messages that were sent.
    private(set) var messageCount = 0

    /// Sends the queued bytes in one write. Returns false if the client's socket is full.
    ///
    /// - Parameter limit: the greatest number of bytes to send, so that a message can be split.
    @discardableResult
    func flush(upTo limit: Int = .max) -> Bool {
        while isConnected, !outgoing.isEmpty {
            let count = min(limit, outgoing.count)
            let sent = send(Array(outgoing[..<count]))
            guard sent > 0 else { return false }
            outgoing.removeFirst(sent)
            if limit < .max { return outgoing.isEmpty }
        }
        return true
    }

    /// Closes the connection.
    func hangUp() {
        if socket >= 0 { close(socket) }
        socket = -1
        for descriptor in incomingDescriptors + outgoingDescriptors { close(descriptor) }
        (incomingDescriptors, outgoingDescriptors) = ([], [])
        outgoing = []
    }

    /// Sends a protocol error and ends the connection.
    func raise(_ resource: Resource, _ code: UInt32, _ text: String) {
        complaints.append("\(resource) error \(code): \(text)")
        log.append("ERROR \(resource) \(code) \(text)")
        guard habits.isStrict else { return }
        if let display = resources[1] {
            emit(display, "error", .object(resource), .number(Int64(code)), .text(text))
        }
        flush()
        hangUp()
    }

    /// Notes a violation by the client without sending an error.
    func complain(_ text: String) {
        complaints.append(text)
        log.append("ERROR \(text)")
    }

    // MARK: Receiving

    /// Reads and handles the requests that have arrived.
    func read() {
        accept()
        while isConnected, receive() {}
        while isConnected, takeRequest() {}
        if habits.isStrict { checkHeldBuffers() }
        if habits.asksForFrames { askForFrames() }
    }

    /// Reads and handles requests until at least one has arrived. Returns false at the end of the time.
    func read(until request: String, milliseconds: Int32 = 5000) -> Bool {
        let end = now + Int64(milliseconds)
        while true {
            read()
            flush()
            if log.contains(where: { $0.hasPrefix(request) }) { return true }
            guard isConnected, wait(end - now) else { return false }
        }
    }

    /// Removes and returns the requests so far; those of some interfaces only if any are named.
    func take(_ interfaces: String...) -> [String] {
        defer { log.removeAll() }
        guard !interfaces.isEmpty else { return log }
        return log.filter { line in line.hasPrefix("ERROR") || interfaces.contains { line.isRequest(of: $0) } }
    }

    /// Handles requests until a descriptor is readable.
    func serve(until stop: Int32) {
        while true {
            read()
            flush()
            var polls = [
                pollfd(fd: isConnected ? socket : listener, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            ]
            _ = unsafe poll(&polls, 2, -1)
            if polls[1].revents != 0 { return }
        }
    }

    /// Waits until the client has sent something or closed the connection.
    private func wait(_ milliseconds: Int64) -> Bool {
        guard milliseconds > 0 else { return false }
        var polls = [pollfd(fd: isConnected ? socket : listener, events: Int16(POLLIN), revents: 0)]
        return unsafe poll(&polls, 1, Int32(milliseconds)) > 0
    }

    private var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    private func accept() {
        guard socket < 0 else { return }
        var polls = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
        guard unsafe poll(&polls, 1, 0) > 0 else { return }
        socket = Glibc.accept(listener, nil, nil)
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    }

    private func takeRequest() -> Bool {
        guard incoming.count >= 8 else { return false }
        let header = [UInt8](incoming[..<8]).uint32s
        let size = Int(header[1] >> 16)
        guard incoming.count >= size else { return false }
        let body = [UInt8](incoming[8..<size])
        incoming.removeFirst(size)
        guard let target = resources[header[0]] else {
            raise(resources[1]!, 0, "invalid object \(header[0])")
            return false
        }
        let opcode = Int(header[1] & 0xffff)
        guard opcode < target.interface.requests.count, target.interface.requests[opcode].since <= target.version else {
            raise(target, 1, "invalid method \(opcode)")
            return false
        }
        guard let request = decode(body, target, target.interface.requests[opcode]) else { return false }
        log.append(request.description)
        perform(request)
        return true
    }

    private func decode(_ body: [UInt8], _ target: Resource, _ message: Interface.Message) -> Request? {
        var reader = MessageReader(body)
        var arguments: [Request.Argument] = []
        for (place, kind) in message.kinds.enumerated() {
            switch kind {
            case "i": arguments.append(.int(Int32(bitPattern: reader.word())))
            case "u": arguments.append(.uint(reader.word()))
            case "f": arguments.append(.fixed(Double(Int32(bitPattern: reader.word())) / 256))
            case "s": arguments.append(.string(reader.text()))
            case "a": arguments.append(.array(reader.block()))
            case "h": arguments.append(.descriptor(incomingDescriptors.removeFirst()))
            case "o":
                let id = reader.word()
                guard id == 0 || resources[id] != nil else {
                    raise(resources[1]!, 0, "\(target).\(message.name): invalid object \(id)")
                    return nil
                }
                arguments.append(.object(resources[id]))
            default:
                let type = message.types[place]?.interface ?? arguments.interface
                let id = reader.word()
                guard let type, resources[id] == nil else {
                    raise(resources[1]!, 0, "\(target).\(message.name): invalid new id \(id)")
                    return nil
                }
                arguments.append(.new(add(id, type, version: arguments.version ?? target.version, by: target)))
            }
        }
        return Request(target: target, name: message.name, arguments: arguments)
    }

    /// Creates an object of the compositor, which some events announce.
    func make(_ interface: Interface, by maker: Resource) -> Resource {
        defer { nextOwnID += 1 }
        return add(nextOwnID, interface, version: maker.version, by: maker)
    }

    /// The first identifier of the objects that a compositor creates.
    static let firstOwnID: UInt32 = 0xff00_0000
    private var nextOwnID = firstOwnID

    private func add(_ id: UInt32, _ interface: Interface, version: UInt32, by maker: Resource) -> Resource {
        let ordinal = everyResource.count { $0.interface.name == interface.name } + 1
        let resource = Resource(id, interface, version: version, ordinal: ordinal)
        resource.maker = maker
        resources[id] = resource
        everyResource.append(resource)
        return resource
    }

    // MARK: The socket

    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65536)
        var control = [UInt64](repeating: 0, count: 32)
        let (count, size) = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe control.withUnsafeMutableBytes { control in
                var vector = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return unsafe withUnsafeMutablePointer(to: &vector) { vector in
                    var header = unsafe msghdr()
                    unsafe header.msg_iov = vector
                    unsafe header.msg_iovlen = 1
                    unsafe header.msg_control = control.baseAddress
                    unsafe header.msg_controllen = control.count
                    let count = unsafe recvmsg(
                        socket, &header, Int32(MSG_DONTWAIT) | Int32(MSG_CMSG_CLOEXEC))
                    return unsafe (count, Int(header.msg_controllen))
                }
            }
        }
        guard count > 0 else {
            if count == 0 || errno != EAGAIN { hangUp() }
            return false
        }
        incoming += buffer[..<count]
        if size > 16 {
            // A header with SOL_SOCKET and SCM_RIGHTS, then the descriptors, in the kernel's layout on 64-bit machines.
            let numbers = Array(
                control.flatMap { [Int32(truncatingIfNeeded: $0), Int32(truncatingIfNeeded: $0 >> 32)] })
            incomingDescriptors += numbers[4..<(Int(control[0]) / 4)]
        }
        return true
    }

    private func send(_ bytes: [UInt8]) -> Int {
        var message = bytes
        let descriptors = outgoingDescriptors
        outgoingDescriptors = []
        var control = [UInt64](repeating: 0, count: 2 + (descriptors.count + 1) / 2)
        control[0] = UInt64(16 + 4 * descriptors.count)
        control[1] = UInt64(UInt32(SOL_SOCKET)) | 1 << 32
        for (place, number) in descriptors.enumerated() {
            control[2 + place / 2] |= UInt64(UInt32(number)) << (place % 2 * 32)
        }
        defer { for number in descriptors { close(number) } }
        return unsafe message.withUnsafeMutableBytes { bytes in
            unsafe control.withUnsafeMutableBytes { control in
                var vector = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return unsafe withUnsafeMutablePointer(to: &vector) { vector in
                    var header = unsafe msghdr()
                    unsafe header.msg_iov = vector
                    unsafe header.msg_iovlen = 1
                    if !descriptors.isEmpty {
                        unsafe header.msg_control = control.baseAddress
                        unsafe header.msg_controllen = control.count
                    }
                    return unsafe sendmsg(
                        socket, &header, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
                }
            }
        }
    }
}

/// An argument of an event.
nonisolated enum Word: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral
{
    case number(Int64)
    case real(Double)
    case text(String)
    case object(Resource?)
    case array([UInt32])
    case descriptor(Int32)

    init(integerLiteral value: Int64) { self = .number(value) }
    init(floatLiteral value: Double) { self = .real(value) }
    init(stringLiteral value: String) { self = .text(value) }
    init(nilLiteral: ()) { self = .object(nil) }
    init(arrayLiteral elements: UInt32...) { self = .array(elements) }

    func bytes(as kind: Character) -> [UInt8] {
        switch (self, kind) {
        case (.number(let number), "f"): ScriptedBytes.bytes(UInt32(truncatingIfNeeded: number * 256))
        case (.number(let number), _): ScriptedBytes.bytes(UInt32(truncatingIfNeeded: number))
        case (.real(let number), _): ScriptedBytes.bytes(UInt32(bitPattern: Int32((number * 256).rounded())))
        case (.text(let text), _): ScriptedBytes.block(Array(text.utf8) + [0])
        case (.object(let resource), _): ScriptedBytes.bytes(resource?.id ?? 0)
        case (.array(let words), _): ScriptedBytes.block(words.flatMap(ScriptedBytes.bytes))
        case (.descriptor, _): []
        }
    }
}

/// Encodes numbers and blocks.
private nonisolated enum ScriptedBytes {
    static func bytes(_ word: UInt32) -> [UInt8] { unsafe withUnsafeBytes(of: word) { unsafe Array($0) } }

    static func block(_ content: [UInt8]) -> [UInt8] {
        bytes(UInt32(content.count)) + content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
    }
}

private nonisolated func bytes(_ word: UInt32) -> [UInt8] { ScriptedBytes.bytes(word) }

/// Decodes a message.
private nonisolated struct MessageReader {
    private var rest: ArraySlice<UInt8>

    init(_ body: [UInt8]) { rest = body[...] }

    mutating func word() -> UInt32 {
        defer { rest = rest.dropFirst(4) }
        return [UInt8](rest.prefix(4)).uint32s.first ?? 0
    }

    mutating func block() -> [UInt8] {
        let size = Int(word())
        defer { rest = rest.dropFirst((size + 3) / 4 * 4) }
        return Array(rest.prefix(size))
    }

    mutating func text() -> String? {
        let content = block()
        return content.isEmpty ? nil : String(decoding: content.dropLast(), as: UTF8.self)
    }
}

/// A request of the client.
nonisolated struct Request: CustomStringConvertible {
    enum Argument {
        case int(Int32)
        case uint(UInt32)
        case fixed(Double)
        case string(String?)
        case object(Resource?)
        case new(Resource)
        case array([UInt8])
        case descriptor(Int32)
    }

    let target: Resource
    let name: String
    let arguments: [Argument]

    /// The interface and the name, such as `wl_surface.commit`.
    var kind: String { "\(target.interface.name).\(name)" }

    func int(_ place: Int) -> Int { if case .int(let number) = arguments[place] { Int(number) } else { 0 } }
    func uint(_ place: Int) -> UInt32 { if case .uint(let number) = arguments[place] { number } else { 0 } }
    func object(_ place: Int) -> Resource? {
        if place < arguments.count, case .object(let object) = arguments[place] { object } else { nil }
    }
    func descriptor(_ place: Int) -> Int32 { if case .descriptor(let fd) = arguments[place] { fd } else { -1 } }
    /// The object that the request creates.
    var made: Resource? {
        for case .new(let resource) in arguments { return resource }
        return nil
    }

    var description: String { "\(target).\(name)(\(arguments.map(\.description).joined(separator: ", ")))" }
}

nonisolated extension Request.Argument: CustomStringConvertible {
    var description: String {
        switch self {
        case .int(let number): "\(number)"
        case .uint(let number): "\(number)"
        case .fixed(let number): "\(number)"
        case .string(let text): text.map { "\"\($0)\"" } ?? "nil"
        case .object(let object): object?.description ?? "nil"
        case .new(let resource): resource.description
        case .array(let content): "array[\(content.count)]"
        case .descriptor: "fd"
        }
    }
}

nonisolated extension [Request.Argument] {
    /// The interface and the version of the object that `wl_registry.bind` creates.
    fileprivate var interface: Interface? {
        for case .string(let name?) in self {
            return InterfaceIndex.allCases.map(\.interface).first { $0.name == name }
        }
        return nil
    }

    fileprivate var version: UInt32? {
        if case .string? = dropFirst().first, case .uint(let version)? = dropFirst(2).first { version } else { nil }
    }
}

nonisolated extension Interface.Message {
    /// The version that introduced the message.
    var since: UInt32 { UInt32(signature.prefix { $0.isNumber }) ?? 1 }
    /// The signature: a letter for each argument.
    var kinds: [Character] { signature.filter { $0.isLetter }.map { $0 } }
}

nonisolated extension String {
    fileprivate func isRequest(of interface: String) -> Bool {
        hasPrefix(interface + ".") || hasPrefix(interface + "#")
    }
}
