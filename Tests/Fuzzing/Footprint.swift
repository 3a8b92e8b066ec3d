import Glibc

/// The memory and the open files of this process.
public struct Footprint: Sendable {
    /// The resident memory in bytes; 0 under a sanitizer.
    public let memory: Int
    /// The number of open descriptors.
    public let descriptors: Int

    /// Whether a sanitizer watches this process. Memory then says nothing of the program, and everything takes far longer.
    private static let isWatched = unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

    /// The factor by which a limit of time is stretched: more than 1 under a sanitizer.
    public static var patience: Int { isWatched ? 20 : 1 }

    /// The processor time that the calling thread has used. Unlike time on the wall, it does not depend on the machine's load.
    public static var processorTime: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The largest resident memory so far, in bytes; 0 under a sanitizer.
    public static var peak: Int {
        if isWatched { return 0 }
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1024
    }

    /// Measures this process.
    public init() {
        // Free memory is returned to the system first, so that a peak does not look like growth.
        _ = trimHeap(0)
        var pages = 0
        if let file = unsafe fopen("/proc/self/statm", "r") {
            var line = [CChar](repeating: 0, count: 128)
            unsafe fgets(&line, 128, file)
            unsafe fclose(file)
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        }
        memory = Self.isWatched ? 0 : pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        var count = 0
        for number in 0..<Int32(1024) where fcntl(number, F_GETFD) >= 0 { count += 1 }
        descriptors = count
    }
}

// No header that Swift imports declares it.
@_silgen_name("malloc_trim")
private func trimHeap(_ rest: Int) -> Int32

extension FuzzRun {
    /// Whether the environment sets the size of the run. Nothing else runs in this process then.
    public static var isAlone: Bool { unsafe getenv("FUZZ_EVENTS") != nil }
}

/// Checks whether a repeated task makes the process grow.
public struct GrowthCheck {
    private let run: FuzzRun
    private var played = 0
    private var start: Footprint?

    /// Creates a check over a run.
    public init(_ run: FuzzRun) { self.run = run }

    /// Notes that events were played. The growth is measured from the end of the first third of the run.
    public mutating func note(_ events: Int) {
        played += events
        if start == nil, played * 3 >= run.events { start = Footprint() }
    }

    /// The bytes and descriptors by which the process has grown since the first third of the run.
    public func growth() -> (memory: Int, descriptors: Int) {
        let (first, last) = (start ?? Footprint(), Footprint())
        return (last.memory - first.memory, last.descriptors - first.descriptors)
    }
}
