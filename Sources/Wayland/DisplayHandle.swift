import CWaylandClient
import Glibc
import Synchronization

/// A request that is queued until libwayland has room for it. Any thread that finds room may make it.
struct PostponedRequest: @unchecked Sendable {
    /// The size of the request in bytes.
    let size: Int
    /// Makes the request.
    let make: () -> Void
}

/// Owns libwayland's connection. Every proxy holds a reference, so the connection outlives all proxies.
@safe
final class DisplayHandle {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe wl_display_disconnect(pointer)
    }

    /// The flush threshold in bytes. libwayland drops a connection with more than 4096 queued bytes; this leaves room
    /// for the requests that libwayland makes itself.
    private static let capacity = 4000
    /// An upper bound of the bytes that are queued in libwayland. The lock is held while a request is made, so that the
    /// room that was found is not used by another thread.
    private let waiting = Mutex(0)
    /// Requests that found no room and must not block, the oldest first.
    private let postponed = Mutex<[PostponedRequest]>([])
    /// The largest number of postponed requests. Beyond it the oldest are dropped: they answer pings, and a compositor
    /// waits for the latest answer only.
    private static let mostPostponed = 4096

    /// The longest time that a request blocks while the compositor does not read from a full socket.
    var patience = Connection.patience
    /// A file descriptor that ends such a wait when it is readable; -1 for none.
    var interrupt: Int32 = -1

    /// Makes a request. Flushes first if libwayland has no room for it, and blocks while the socket is full.
    ///
    /// - Parameter size: the size of the request in bytes; nil if the caller has already reserved room.
    func makingRoom(for size: Int?, _ request: () -> Void) {
        guard let size else { return request() }
        waiting.withLock { waiting in
            if waiting + size > Self.capacity {
                waitForRoom()
                waiting = 0
            }
            waiting += size
            request()
        }
    }

    private func waitForRoom() {
        // After the connection has ended, a flush reports the error that ended it, which may be EAGAIN.
        while unsafe wl_display_get_error(pointer) == 0, unsafe wl_display_flush(pointer) < 0, errno == EAGAIN {
            let socket = unsafe wl_display_get_fd(pointer)
            var sources = [
                pollfd(fd: socket, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: interrupt, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&sources, 2, Int32((patience / .milliseconds(1)).rounded(.up)))
            if count < 0 ? errno == EINTR : sources[0].revents != 0 { continue }
            // libwayland can't queue anything more, so the connection ends here.
            shutdown(socket, Int32(SHUT_RDWR))
            break
        }
    }

    /// Makes a request if there is room for it without blocking and no other thread is making one.
    ///
    /// - Returns: whether the request was made.
    private func ifThereIsRoom(for size: Int, _ request: () -> Void) -> Bool {
        waiting.withLockIfAvailable { waiting in
            if waiting + size > Self.capacity {
                guard unsafe wl_display_flush(pointer) >= 0 else { return false }
                waiting = 0
            }
            waiting += size
            request()
            return true
        } ?? false
    }

    /// Queues a request to be made when there is room, after the requests that are queued already. Never blocks.
    func postpone(_ request: PostponedRequest) {
        let isFirst = postponed.withLock { postponed in
            if postponed.count >= Self.mostPostponed { postponed.removeFirst() }
            postponed.append(request)
            return postponed.count == 1
        }
        // Earlier requests still wait for room, so there is none for this one.
        if isFirst { _ = makePostponed() }
    }

    /// Makes the postponed requests for which there is room. Returns whether none is left.
    private func makePostponed() -> Bool {
        postponed.withLock { postponed in
            var count = 0
            while count < postponed.count,
                ifThereIsRoom(for: postponed[count].size, { postponed[count].make() })
            { count += 1 }
            postponed.removeFirst(count)
            return postponed.isEmpty
        }
    }

    /// The result of a flush.
    enum Flush {
        /// All requests were written.
        case written
        /// Some requests have to wait until the compositor reads.
        case socketIsFull
        /// The connection has ended with this errno.
        case failed(Int32)
    }

    /// Writes queued requests until all are written or the socket is full.
    func flush() -> Flush {
        let isAllMade = makePostponed()
        if unsafe wl_display_flush(pointer) >= 0 { return isAllMade ? .written : .socketIsFull }
        return errno == EAGAIN ? .socketIsFull : .failed(errno)
    }

    /// Returns the cause of the failure that libwayland has just reported.
    func failure(_ operation: String) -> ConnectionError {
        let number = unsafe wl_display_get_error(pointer)
        var interface: UnsafePointer<wl_interface>?
        var id: UInt32 = 0
        let code = unsafe wl_display_get_protocol_error(pointer, &interface, &id)
        let name = unsafe interface.map { unsafe String(cString: $0.pointee.name) }
        // Without an object the error number is an errno of the connection.
        switch name == nil ? number : EPROTO {
        case EPROTO:
            return .protocolError(
                ProtocolError(
                    interface: name, objectID: id, code: code,
                    message: ClientLog.message(interface: name, id: id, code: code)))
        case EPIPE, ECONNRESET:
            return .closed
        // EOVERFLOW means that a message is larger than libwayland's buffer.
        case EINVAL, EOVERFLOW:
            return .unreadableMessage
        default:
            return .system(operation: operation, errno: number == 0 ? errno : number)
        }
    }
}
