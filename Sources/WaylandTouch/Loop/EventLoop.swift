import TouchKit
import Wayland

/// The loop. Each turn keeps one order, so that a program that was busy comes to the same verdicts as one that was not:
/// read the socket dry, hand out what was read in the order of time, let the deadlines pass that lie before the moment
/// at which the socket was dry, draw, write, sleep.
extension Application {
    final func loop(_ sources: borrowing WakeSources) throws(ConnectionError) -> End {
        let backgroundReader = try BackgroundReader(for: connection, answering: globals.shell)
        var wakes: WakeSources.Wakes = []
        while true {
            backgroundReader.workBegins()
            do {
                _ = try turn(isReadable: wakes.contains(.connection)) {
                    if wakes.contains(.mainQueue) { sources.runMainQueue() }
                    if wakes.contains(.signal), let signal = sources.takeSignal() { interrupt(by: signal) }
                }
            } catch {
                // A signal that comes while a request waits for a compositor that does not read ends the connection.
                if let signal = sources.takeSignal() { return .signal(signal) }
                throw error
            }
            if let end { return end }
            // What was read meanwhile has yet to be handed out.
            let time = backgroundReader.workEnds() ? .zero : timeToDeadline
            wakes = try sources.sleep(until: connection.fileDescriptor, writes: !isWritten, for: time)
        }
    }

    /// One turn, without sleeping: whether all that was to be written could be.
    ///
    /// - Parameters:
    ///   - isReadable: whether there may be something to read, so that nobody need ask.
    ///   - others: what else is to be done, between input and drawing.
    final func turn(isReadable: Bool = false, _ others: () -> Void = {}) throws(ConnectionError) -> Bool {
        let dry = try readDry(isReadable: isReadable)
        queue.turn.handleInputs()
        handleCloseRequests()
        queue.turn.advance(to: queue.clock.now(at: dry))
        others()
        // A compositor that does not read is sent nothing to look at, so that the program does not wait for it.
        let isHeard = isWritten ? true : try connection.flush()
        if isHeard { for window in windows { window.shell.update() } }
        isWritten = try connection.flush()
        return isWritten
    }

    /// More reads, of up to 4 KiB each, than a socket holds messages for. A compositor that writes without end is not to
    /// keep the program from doing anything but reading.
    static let mostReads = 256

    /// Reads until there is nothing more, and says when that was: what happened later is not known yet.
    private func readDry(isReadable: Bool) throws(ConnectionError) -> EventTime {
        var isReadable = isReadable
        for _ in 0..<Self.mostReads {
            let read = try connection.prepareRead()
            let now = clock()
            let hasInput = isReadable ? true : try WakeSources.hasInput(connection.fileDescriptor)
            guard hasInput else {
                read.cancel()
                queue.quiet = now
                for seat in seats { seat.socketIsDry() }
                return now
            }
            isReadable = false
            try read.read()
            try connection.dispatchPending()
        }
        for seat in seats { seat.socketIsDry() }
        // What is still unread may be older than now.
        return queue.quiet
    }

    private func handleCloseRequests() {
        let requests = closeRequests
        closeRequests = []
        for request in requests { request() }
    }

    final var timeToDeadline: Duration? {
        queue.turn.nextDeadline.map { queue.clock.wait(until: $0, at: clock()) }
    }
}
