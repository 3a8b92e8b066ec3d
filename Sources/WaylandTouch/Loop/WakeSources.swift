import CShims
import Dispatch
import Glibc
import Wayland

/// Lets the program sleep until the compositor writes, a signal arrives, or a task waits for the main actor.
struct WakeSources: ~Copyable {
    private let signals: FileDescriptor
    private let mainQueue: Int32

    /// The sources that were ready when the program woke; empty if the time was over.
    struct Wakes: OptionSet {
        let rawValue: Int32
        static let connection = Wakes(rawValue: 1)
        static let signal = Wakes(rawValue: 2)
        static let mainQueue = Wakes(rawValue: 4)
    }

    /// Starts to receive signals and tasks of the main actor.
    ///
    /// - Throws: `system`, if the process has no descriptors left.
    init() throws(ApplicationError) {
        signals = FileDescriptor(owning: shim_interrupt_fd())
        guard signals.rawValue >= 0 else { throw .system(operation: "signalfd", errno: errno) }
        // libdispatch ends the process if it finds no descriptor for the main queue.
        if let number = shortage(ofDescriptors: 1) { throw .system(operation: "eventfd", errno: number) }
        mainQueue = mainQueueDescriptor()
    }

    deinit { _ = shim_release_interrupts() }

    /// Returns whether a descriptor has input, or has reached its end.
    ///
    /// - Throws: `system`.
    static func hasInput(_ descriptor: Int32) throws(ConnectionError) -> Bool {
        try !Poll.wait(for: .input(descriptor), timeout: .zero).isEmpty
    }

    /// Sleeps until a source is ready or the time is over.
    ///
    /// - Parameters:
    ///   - connection: the descriptor of the connection.
    ///   - writes: whether room to write on the connection wakes the program too.
    ///   - time: the longest time to sleep; nil for no limit.
    /// - Throws: `system`.
    borrowing func sleep(until connection: Int32, writes: Bool, for time: Duration?) throws(ConnectionError) -> Wakes {
        try sleep(until: writes ? .inputOrRoom(connection) : .input(connection), for: time)
    }

    /// Sleeps like ``sleep(until:writes:for:)``, except that the connection does not wake the program.
    ///
    /// - Throws: `system`.
    borrowing func sleepWithoutReading(for time: Duration) throws(ConnectionError) -> Wakes {
        try sleep(until: nil, for: time)
    }

    private borrowing func sleep(until connection: Poll.Source?, for time: Duration?) throws(ConnectionError) -> Wakes {
        let ready = try Poll.wait(for: connection, .input(signals.rawValue), .input(mainQueue), timeout: time)
        var wakes: Wakes = []
        if ready.contains(.first) { wakes.insert(.connection) }
        if ready.contains(.second) { wakes.insert(.signal) }
        if ready.contains(.third) { wakes.insert(.mainQueue) }
        return wakes
    }

    /// The descriptor that becomes readable when a signal arrives.
    var signalDescriptor: Int32 { signals.rawValue }

    /// Runs the tasks that wait for the main actor.
    borrowing func runMainQueue() {
        _ = shim_clear_event(mainQueue)
        drainMainQueue(0)
    }

    /// Returns the number of a signal that has arrived; nil if none has.
    borrowing func takeSignal() -> Int32? {
        let number = shim_read_interrupt(signals.rawValue)
        return number > 0 ? number : nil
    }
}

// Foundation's run loop on Linux serves the main queue by these two functions, which no header declares.
@_silgen_name("_dispatch_get_main_queue_port_4CF")
private func mainQueueDescriptor() -> Int32
@_silgen_name("_dispatch_main_queue_callback_4CF")
private func drainMainQueue(_ message: Int)
