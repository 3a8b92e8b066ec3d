import TouchKit

/// Predicts when the compositor asks for the next frame, from when it asked for the last ones. The windows of a program
/// are taken together, since nearly always they are shown by one output.
struct FramePace {
    private var last: EventTime?
    private var interval: Duration?

    /// Requests that follow each other more closely are for one frame of several windows.
    private static let shortest = Duration.milliseconds(2)
    /// No output shows frames at longer intervals: the program has drawn nothing in between.
    private static let longest = Duration.milliseconds(50)

    /// Handles a request for a frame.
    mutating func frameBegins(at time: EventTime) {
        guard let last else { return self.last = time }
        let interval = last.duration(to: time)
        guard interval >= Self.shortest else { return }
        self.last = time
        self.interval = interval <= Self.longest ? interval : nil
    }

    /// The time at which the next request is expected; nil if that is not known.
    var next: EventTime? {
        guard let last, let interval else { return nil }
        return last.advanced(by: interval)
    }
}
