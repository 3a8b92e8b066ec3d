/// Joins what a touchscreen tells as two contacts because it lost the finger for a moment: a value between the input of
/// all devices and what the dispatcher handles.
///
/// An up is held back until it is known whether the finger comes down again in time and near its place. If it does, up
/// and down are taken out: the touch moves to where the finger came down, and goes on. If not, the up goes out as it
/// came, with its own time. Nothing that came after a held up is let out before it, whatever it comes from, so that the
/// order of time stays.
///
/// A down joins the nearest held up of its device and window that lies no farther back than the interval and no farther
/// away than the radius. An up is held no longer when touches of its device are taken away, or when its id comes down
/// elsewhere. Only fingers bounce: pointers' buttons and pens pass by.
struct BounceFilter {
    /// A finger that is down.
    private struct Finger {
        /// The touch that goes on with it.
        let key: TouchKey
        let window: ObjectIdentifier
        var place: Point
    }

    /// An up that is held back.
    private struct Hold {
        let finger: Finger
        /// When it is too late for a down to join.
        var end: EventTime
        /// The number of the item that it stands in.
        let item: Int
    }

    /// What waits to be let out.
    private struct Waiting {
        let input: DispatchInput
        /// The samples of a frame, as they are let out.
        var samples: [TouchSample] = []

        /// Takes out the last up of a touch.
        mutating func removeEnd(of key: TouchKey) {
            if let place = samples.lastIndex(where: { $0.isEnd(of: key) }) { samples.remove(at: place) }
        }

        /// What is to be handled; nil where nothing is left of it.
        var outcome: DispatchInput? {
            guard case .frame(let frame) = input else { return input }
            let rest = frame.with(samples)
            return rest.isEmpty ? nil : .frame(rest)
        }
    }

    private var fingers: [TouchKey: Finger] = [:]
    private var holds: [Hold] = []
    private var waiting: [Waiting] = []
    /// How many items have been let out.
    private var count = 0

    /// Whether it knows of no finger and holds nothing back.
    var isIdle: Bool { fingers.isEmpty && waiting.isEmpty }

    /// The time of what is held back, and when it is to be let out at the latest; nil where nothing is.
    var hold: (time: EventTime, end: EventTime)? {
        guard let first = waiting.first else { return nil }
        let ends = holds.filter { $0.item == count }.map(\.end)
        return (first.input.time, ends.max() ?? first.input.time)
    }

    /// Adds a frame.
    ///
    /// - Parameters:
    ///   - interval: How long an up is held back; zero for not at all.
    ///   - radius: How far from its place a finger may come down; nil for anywhere.
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

    /// Lets out what comes first, unless an up in it has to wait.
    ///
    /// - Parameter isOver: Whether all that happened up to a time has been added.
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

    /// Drops the touches that begin in a window: it is closed.
    mutating func forget(_ window: Window) {
        for index in waiting.indices { waiting[index].samples.removeAll { $0.begins(in: window) } }
    }

    /// What a sample is to the touches that are let out; nil where it is nothing.
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
            // A touch that was joined by another finger may go by this finger's id.
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
