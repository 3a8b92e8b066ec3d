/// Joins two contacts that are one finger which the touchscreen has lost for a moment. A value that sits between the
/// input of all devices and the dispatcher.
///
/// The filter holds back an up until it is known whether the finger comes down again in time and near the same point.
/// If it does, the up and the down are removed: the touch moves to the point at which the finger came down, and
/// continues. If not, the up leaves the filter with its own time. No later input of any device leaves before a held up,
/// so that the order of time is kept.
///
/// A down joins the nearest held up of its device and window that is within the interval and the radius. An up is no
/// longer held if touches of its device are cancelled, or if its id comes down elsewhere. The buttons of pointers and
/// pens pass unchanged, because only fingers bounce.
struct BounceFilter {
    /// A finger that is down.
    private struct Finger {
        /// The touch that the finger continues.
        let key: TouchKey
        let window: ObjectIdentifier
        var place: Point
    }

    /// An up that is held back.
    private struct Hold {
        let finger: Finger
        /// The time after which a down cannot join.
        var end: EventTime
        /// The number of the item that contains the up.
        let item: Int
    }

    /// An item that waits in the filter.
    private struct Waiting {
        let input: DispatchInput
        /// The samples of a frame, as they will leave the filter.
        var samples: [TouchSample] = []

        /// Removes the last up of a touch.
        mutating func removeEnd(of key: TouchKey) {
            if let place = samples.lastIndex(where: { $0.isEnd(of: key) }) { samples.remove(at: place) }
        }

        /// The input to be handled; nil if nothing is left of it.
        var outcome: DispatchInput? {
            guard case .frame(let frame) = input else { return input }
            let rest = frame.with(samples)
            return rest.isEmpty ? nil : .frame(rest)
        }
    }

    private var fingers: [TouchKey: Finger] = [:]
    private var holds: [Hold] = []
    private var waiting: [Waiting] = []
    /// The number of items that have left the filter.
    private var count = 0

    /// Whether no finger is down and nothing is held back.
    var isIdle: Bool { fingers.isEmpty && waiting.isEmpty }

    /// The time of the first input that is held back, and the latest time until which it is held; nil if there is none.
    var hold: (time: EventTime, end: EventTime)? {
        guard let first = waiting.first else { return nil }
        let ends = holds.filter { $0.item == count }.map(\.end)
        return (first.input.time, ends.max() ?? first.input.time)
    }

    /// Adds a frame.
    ///
    /// - Parameters:
    ///   - interval: The time for which an up is held back; zero for not at all.
    ///   - radius: The largest distance at which a finger continues the touch, in points; nil for no limit.
    mutating func add(_ frame: InputFrame, interval: Duration, radius: Double?) {
        waiting.append(Waiting(input: .frame(frame)))
        for sample in frame.samples {
            if let sample = follow(sample, interval: interval, radius: radius) {
                waiting[waiting.count - 1].samples.append(sample)
            }
        }
    }

    /// Adds a change of keys.
    mutating func add(_ presses: PressesEvent, in window: Window) {
        waiting.append(Waiting(input: .presses(presses, window)))
    }

    /// Takes out the first input, unless it contains an up that has to wait.
    ///
    /// - Parameter isOver: Returns whether everything that happened up to a time has been added.
    mutating func takeFirst(where isOver: (EventTime) -> Bool) -> DispatchInput? {
        while let first = waiting.first {
            for hold in holds where hold.item == count && !isOver(hold.end) { return nil }
            holds.removeAll { $0.item == count }
            waiting.removeFirst()
            count += 1
            if let outcome = first.outcome { return outcome }
        }
        return nil
    }

    /// Removes the touches that begin in a window, which is being closed.
    mutating func forget(_ window: Window) {
        for index in waiting.indices { waiting[index].samples.removeAll { $0.begins(in: window) } }
    }

    /// Returns the sample as it will leave the filter; nil if nothing is left of it.
    private mutating func follow(_ sample: TouchSample, interval: Duration, radius: Double?) -> TouchSample? {
        if case .began(let start, let place) = sample.change {
            guard start.type == .direct, let window = start.window else { return sample }
            let finger = Finger(key: sample.key, window: ObjectIdentifier(window), place: place)
            return begin(finger, sample, radius: radius)
        }
        guard var finger = fingers[sample.key] else { return sample }
        switch sample.change {
        case .began: break
        case .moved(let place):
            finger.place = place
            fingers[sample.key] = finger
        case .ended:
            fingers[sample.key] = nil
            guard interval > .zero else { break }
            let end = sample.time.advanced(by: interval)
            holds.append(Hold(finger: finger, end: end, item: count + waiting.count - 1))
        case .cancelled:
            fingers[sample.key] = nil
            endHolds { $0.device == sample.key.device }
        }
        return sample.with(finger.key)
    }

    private mutating func begin(_ finger: Finger, _ sample: TouchSample, radius: Double?) -> TouchSample? {
        func distance(_ hold: Hold) -> Double { hold.finger.place.distance(to: finger.place) }
        let near = holds.indices.filter { index in
            let hold = holds[index]
            return hold.finger.key.device == finger.key.device && hold.finger.window == finger.window
                && sample.time <= hold.end && distance(hold) <= radius ?? .infinity
        }
        guard let nearest = near.min(by: { distance(holds[$0]) < distance(holds[$1]) }) else {
            endHolds { $0 == finger.key }
            var key = finger.key
            // A touch that another finger continues may still have this finger's id.
            while fingers.values.contains(where: { $0.key == key }) {
                key = TouchKey(device: key.device, id: key.id &+ 1)
            }
            fingers[sample.key] = Finger(key: key, window: finger.window, place: finger.place)
            return sample.with(key)
        }
        let hold = holds.remove(at: nearest)
        waiting[hold.item - count].removeEnd(of: hold.finger.key)
        fingers[sample.key] = Finger(key: hold.finger.key, window: finger.window, place: finger.place)
        if hold.finger.place == finger.place, sample.contact == nil { return nil }
        return TouchSample(hold.finger.key, .moved(to: finger.place), at: sample.time, contact: sample.contact)
    }

    private mutating func endHolds(where isConcerned: (TouchKey) -> Bool) {
        for index in holds.indices where isConcerned(holds[index].finger.key) { holds[index].end = .distantPast }
    }
}

extension TouchSample {
    fileprivate func with(_ key: TouchKey) -> TouchSample { TouchSample(key, change, at: time, contact: contact) }

    fileprivate func isEnd(of key: TouchKey) -> Bool {
        if case .ended = change { self.key == key } else { false }
    }
}
