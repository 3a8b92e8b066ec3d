import CWaylandClient
import Glibc
import Synchronization

/// A request that is made when there is room for it, on whatever thread finds that.
struct PostponedRequest: @unchecked Sendable {
    /// How many bytes it takes up.
    let size: Int
    /// Makes it.
    let make: () -> Void
}

/// Owns libwayland's connection; every proxy holds it, so that none outlives it.
@safe
final class DisplayHandle {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe wl_display_disconnect(pointer)
    }

    /// At most so many bytes may wait in libwayland to be written; it gives the connection up over more than 4096, some
    /// of which it writes for itself.
    private static let capacity = 4000
    /// At most how many bytes wait at present. Held while a request is made, so that what there is room for is there.
    private let waiting = Mutex(0)
    /// Requests that found no room and must not wait for it, the oldest first.
    private let postponed = Mutex<[PostponedRequest]>([])
    /// More than any compositor waits for. Of more the oldest are dropped: those are answers to pings, of which compositors
    /// await the latest.
    private static let mostPostponed = 4096

    /// How long a compositor may read nothing of what fills its socket. Meanwhile the program stands still.
    var patience = Connection.patience
    /// What ends the waiting for the compositor when it can be read; -1 for nothing.
    var interrupt: Int32 = -1

    /// Makes a request when there is room for its bytes in libwayland. Where the compositor reads nothing and there is
    /// none, waits until it does.
    ///
    /// - Parameter size: how many bytes; nil where there is room for certain.
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
        // Once the connection has ended, flushing repeats the number with which it did, which may be this one.
        while unsafe wl_display_get_error(pointer) == 0, unsafe wl_display_flush(pointer) < 0, errno == EAGAIN {
            let socket = unsafe wl_display_get_fd(pointer)
            var sources = [
                pollfd(fd: socket, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: interrupt, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&sources, 2, Int32((patience / .milliseconds(1)).rounded(.up)))
            if count < 0 ? errno == EINTR : sources[0].revents != 0 { continue }
            // From now on it counts as gone, as libwayland can keep nothing more for it.
            shutdown(socket, Int32(SHUT_RDWR))
            break
        }
    }

    /// Makes a request if there is room for its bytes without waiting, and no other thread is making one.
    ///
    /// - Returns: whether it was made.
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

    /// Makes a request as soon as there is room for it, after those that wait for that already. Never waits itself.
    func postpone(_ request: PostponedRequest) {
        let isFirst = postponed.withLock { postponed in
            if postponed.count >= Self.mostPostponed { postponed.removeFirst() }
            postponed.append(request)
            return postponed.count == 1
        }
        // There is no room for this one as long as others wait for theirs.
        if isFirst { _ = makePostponed() }
    }

    /// Makes those of the postponed requests for which there is room; whether that was all.
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

    /// How a flush went.
    enum Flush {
        /// All was written.
        case written
        /// Something waits until the compositor reads.
        case socketIsFull
        /// The connection has ended; the number of the error.
        case failed(Int32)
    }

    /// Writes what has been requested, as far as the socket takes it.
    func flush() -> Flush {
        let isAllMade = makePostponed()
        if unsafe wl_display_flush(pointer) >= 0 { return isAllMade ? .written : .socketIsFull }
        return errno == EAGAIN ? .socketIsFull : .failed(errno)
    }

    /// The reason of the failure that libwayland has just reported.
    func failure(_ operation: String) -> ConnectionError {
        let number = unsafe wl_display_get_error(pointer)
        var interface: UnsafePointer<wl_interface>?
        var id: UInt32 = 0
        let code = unsafe wl_display_get_protocol_error(pointer, &interface, &id)
        let name = unsafe interface.map { unsafe String(cString: $0.pointee.name) }
        // The errors of the display itself have numbers of the system's.
        switch name == nil ? number : EPROTO {
        case EPROTO:
            return .protocolError(
                ProtocolError(
                    interface: name, objectID: id, code: code,
                    message: ClientLog.message(interface: name, id: id, code: code)))
        case EPIPE, ECONNRESET:
            return .closed
        // The second is a message that is larger than libwayland's memory for one.
        case EINVAL, EOVERFLOW:
            return .unreadableMessage
        default:
            return .system(operation: operation, errno: number == 0 ? errno : number)
        }
    }
}
