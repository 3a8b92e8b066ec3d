import TouchKit
import Wayland

/// The event loop. Each turn reads until the socket is empty, hands out what was read in the order of time, lets the
/// deadlines pass up to the moment at which the socket was empty, draws, writes, and sleeps. A program that was busy
/// therefore comes to the same decisions as one that was not.
extension Application {
    final func loop(_ sources: borrowing WakeSources) throws(ConnectionError) -> End {
        let backgroundReader = try BackgroundReader(for: connection, answering: globals.shell)
        seatContext.backgroundReader = backgroundReader
        defer { seatContext.backgroundReader = nil }
        var wakes: WakeSources.Wakes = []
        while true {
            backgroundReader.workBegins()
            do {
                _ = try turn(isReadable: wakes.contains(.connection)) {
                    if wakes.contains(.mainQueue) { sources.runMainQueue() }
                    if wakes.contains(.signal), let signal = sources.takeSignal() { interrupt(by: signal) }
                }
            } catch {
                // A signal ends the connection while a request waits for a compositor that does not read.
                if let signal = sources.takeSignal() { return .signal(signal) }
                throw error
            }
            if let end { return end }
            if backgroundReader.workEnds() {
                // Events that the background thread has read are handed out by another turn.
                wakes = try sources.sleep(until: connection.fileDescriptor, writes: !isWritten, for: .zero)
            } else if let pause = readingPause {
                wakes = try sources.sleepWithoutReading(for: pause)
            } else {
                wakes = try sources.sleep(until: connection.fileDescriptor, writes: !isWritten, for: timeToDeadline)
            }
        }
    }

    /// Runs one turn without sleeping.
    ///
    /// - Parameters:
    ///   - isReadable: whether the socket is known to have something to read.
    ///   - others: called between input and drawing.
    /// - Returns: whether all requests were written.
    final func turn(isReadable: Bool = false, _ others: () -> Void = {}) throws(ConnectionError) -> Bool {
        let dry = try readDry(isReadable: isReadable)
        seatContext.turn.handleInputs()
        handleCloseRequests()
        seatContext.turn.advance(to: seatContext.clock.now(at: dry))
        others()
        // Nothing is drawn for a compositor that does not read, so that the program does not wait for it.
        let isRead = isWritten ? true : try connection.flush()
        if isRead { for window in windows { window.shell.update() } }
        isWritten = try connection.flush()
        return isWritten
    }

    /// The most reads in one turn, of up to 4 KiB each: more than a socket's buffer holds. The limit keeps a compositor
    /// that writes without end from occupying the program with reading.
    static let mostReads = 256

    /// Reads until the socket is empty, and returns the time of CLOCK_MONOTONIC at which it was: later events are not
    /// known yet.
    private func readDry(isReadable: Bool) throws(ConnectionError) -> EventTime {
        var isReadable = isReadable
        for _ in 0..<Self.mostReads {
            let read = try connection.prepareRead()
            let now = clock()
            let hasInput = isReadable ? true : try WakeSources.hasInput(connection.fileDescriptor)
            guard hasInput else {
                read.cancel()
                seatContext.quiet = now
                for seat in seats { seat.socketIsDry() }
                return now
            }
            isReadable = false
            try read.read()
            // One look at the clock serves all events of a read.
            seatContext.arrival = clock()
            defer { seatContext.arrival = nil }
            try connection.dispatchPending()
        }
        for seat in seats { seat.socketIsDry() }
        // Events that are still unread may be older than now.
        return seatContext.quiet
    }

    private func handleCloseRequests() {
        let requests = closeRequests
        closeRequests = []
        for request in requests { request() }
    }

    /// The longest pause in reading: a quarter of the interval at which most screens show frames.
    static let longestPause = Duration.milliseconds(4)
    /// A pause that is shorter saves no wake.
    private static let shortestPause = Duration.milliseconds(1)

    /// The time for which the program may leave its input unread; nil if input must wake it. See
    /// ``alignsReadingToFrames``.
    final var readingPause: Duration? {
        guard alignsReadingToFrames && isWritten, dispatcher.onlyFollowsDrags,
            windows.allSatisfy({ $0.shell.awaitsFrame(where: dispatcher.isTouched) }), let frame = framePace.next
        else { return nil }
        let pause = min(clock().duration(to: frame), timeToDeadline ?? Self.longestPause, Self.longestPause)
        return pause >= Self.shortestPause ? pause : nil
    }

    final var timeToDeadline: Duration? {
        seatContext.turn.nextDeadline.map { seatContext.clock.wait(until: $0, at: clock()) }
    }
}
