import Glibc

/// What this process holds: its memory and its open files.
public struct Footprint: Sendable {
    /// Bytes of memory that are there.
    public let memory: Int
    /// How many descriptors are open.
    public let descriptors: Int

    /// Whether a sanitizer watches this process: then memory is not what the program needs, and all takes far longer.
    private static let isWatched = unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

    /// How many times as long as usual something may take.
    public static var patience: Int { isWatched ? 20 : 1 }

    /// How long the processor has worked for the calling thread: a busy machine does not change what a task takes of it.
    public static var processorTime: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The most memory that has been there at any time, in bytes.
    public static var peak: Int {
        if isWatched { return 0 }
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1024
    }

    /// What it holds now.
    public init() {
        // What is free goes back first, so that a peak does not look like growth.
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

// The headers that Swift sees keep quiet about it.
@_silgen_name("malloc_trim")
private func trimHeap(_ rest: Int) -> Int32

extension FuzzRun {
    /// Whether the environment wants a run of its own size: then nothing else runs in this process, and its end tells of
    /// itself.
    public static var isAlone: Bool { unsafe getenv("FUZZ_EVENTS") != nil }
}

/// Whether something that is done again and again grows.
public struct GrowthCheck {
    private let run: FuzzRun
    private var played = 0
    private var start: Footprint?

    /// A check over a run.
    public init(_ run: FuzzRun) { self.run = run }

    /// Notes that so many events were played: what a third of the run has needed is taken for what is needed once.
    public mutating func note(_ events: Int) {
        played += events
        if start == nil, played * 3 >= run.events { start = Footprint() }
    }

    /// By how many bytes and how many descriptors it has grown since then.
    public func growth() -> (memory: Int, descriptors: Int) {
        let (first, last) = (start ?? Footprint(), Footprint())
        return (last.memory - first.memory, last.descriptors - first.descriptors)
    }
}
