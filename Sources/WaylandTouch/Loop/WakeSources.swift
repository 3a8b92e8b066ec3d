import CShims
import Dispatch
import Glibc
import Wayland

/// What a sleeping program wakes for besides the compositor.
struct WakeSources: ~Copyable {
    private let signals: FileDescriptor
    private let mainQueue: Int32

    /// What was ready when it woke; nothing when the time was over.
    struct Wakes: OptionSet {
        let rawValue: Int32
        static let connection = Wakes(rawValue: 1)
        static let signal = Wakes(rawValue: 2)
        static let mainQueue = Wakes(rawValue: 4)
    }

    /// Waits for signals from now on, and for tasks of the main actor.
    init() throws(ApplicationError) {
        signals = FileDescriptor(owning: shim_interrupt_fd())
        guard signals.rawValue >= 0 else { throw .system(operation: "signalfd", errno: errno) }
        // libdispatch ends the process where it finds none for the main queue.
        if let number = shortage(ofDescriptors: 1) { throw .system(operation: "eventfd", errno: number) }
        mainQueue = mainQueueDescriptor()
    }

    deinit { _ = shim_release_interrupts() }

    /// Whether there is something to read, or to learn that there never will be.
    ///
    /// - Throws: `system`.
    static func hasInput(_ descriptor: Int32) throws(ConnectionError) -> Bool {
        try !Poll.wait(for: .input(descriptor), timeout: .zero).isEmpty
    }

    /// Sleeps until something is ready, or for a time; nil is for ever.
    ///
    /// - Throws: `system`.
    borrowing func sleep(until connection: Int32, writes: Bool, for time: Duration?) throws(ConnectionError) -> Wakes {
        let ready = try Poll.wait(
            for: writes ? .inputOrRoom(connection) : .input(connection), .input(signals.rawValue), .input(mainQueue),
            timeout: time)
        var wakes: Wakes = []
        if ready.contains(.first) { wakes.insert(.connection) }
        if ready.contains(.second) { wakes.insert(.signal) }
        if ready.contains(.third) { wakes.insert(.mainQueue) }
        return wakes
    }

    /// What can be read when a signal has come.
    var signalDescriptor: Int32 { signals.rawValue }

    /// Runs the tasks that wait for the main actor.
    borrowing func runMainQueue() {
        _ = shim_clear_event(mainQueue)
        drainMainQueue(0)
    }

    /// The number of a signal that has come.
    borrowing func takeSignal() -> Int32? {
        let number = shim_read_interrupt(signals.rawValue)
        return number > 0 ? number : nil
    }
}

// What Foundation's run loop on Linux serves the main queue with; the headers keep quiet about both.
@_silgen_name("_dispatch_get_main_queue_port_4CF")
private func mainQueueDescriptor() -> Int32
@_silgen_name("_dispatch_main_queue_callback_4CF")
private func drainMainQueue(_ message: Int)
