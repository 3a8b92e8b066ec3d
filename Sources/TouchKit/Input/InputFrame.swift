/// The changes that one device reports at one time: all those between two `frame` events.
package struct InputFrame {
    /// The device.
    package let device: InputDevice
    /// The latest time of the changes, on the event clock.
    package let time: EventTime
    /// The changes of touches, in the order in which the device reported them.
    package let samples: [TouchSample]
    /// The new position of the pointer; nil if it did not change.
    package let hover: Hover?
    /// The shape and angle of a hovering stylus; nil if the device does not report them.
    package var hoverContact: Contact? { extras?.hoverContact }
    /// The scroll; nil if there was none.
    package var scroll: Scroll? { extras?.scroll }
    /// The report of a touchpad's gesture; nil if there was none.
    package var touchpad: TouchpadGesture? { extras?.touchpad }

    /// The properties that few frames have, stored apart so that other frames are small.
    private final class Extras {
        let hoverContact: Contact?
        let scroll: Scroll?
        let touchpad: TouchpadGesture?

        init(_ hoverContact: Contact?, _ scroll: Scroll?, _ touchpad: TouchpadGesture?) {
            self.hoverContact = hoverContact
            self.scroll = scroll
            self.touchpad = touchpad
        }
    }

    private let extras: Extras?

    /// Creates a frame.
    package init(
        from device: InputDevice, at time: EventTime, _ samples: [TouchSample], hover: Hover? = nil,
        hoverContact: Contact? = nil, scroll: Scroll? = nil, touchpad: TouchpadGesture? = nil
    ) {
        self.device = device
        self.time = time
        self.samples = samples
        self.hover = hover
        let isPlain = hoverContact == nil && scroll == nil && touchpad == nil
        extras = isPlain ? nil : Extras(hoverContact, scroll, touchpad)
    }

    /// Creates the frame of one move.
    init(_ move: TouchMove) {
        self.init(from: move.key.device, at: move.time, [TouchSample(move)])
    }

    /// The move of a touch, if the frame is nothing else.
    var move: TouchMove? {
        guard samples.count == 1, hover == nil, extras == nil, case .moved(let position) = samples[0].change,
            samples[0].contact == nil
        else { return nil }
        return TouchMove(key: samples[0].key, position: position, time: samples[0].time)
    }

    /// Whether the frame changes nothing except that touches move.
    var onlyMoves: Bool { hover == nil && extras == nil && samples.allSatisfy(\.isMove) }

    /// Whether the frame contains no change.
    var isEmpty: Bool { samples.isEmpty && hover == nil && extras == nil }

    /// Returns the frame with other samples.
    package func with(_ samples: [TouchSample]) -> InputFrame {
        InputFrame(
            from: device, at: time, samples, hover: hover, hoverContact: hoverContact, scroll: scroll,
            touchpad: touchpad)
    }

    /// The frames as which this one is to be handled; nil if it is handled as it is. A frame whose samples are all of
    /// one touch is split into its changes, successive moves being one change. So it makes no difference whether a
    /// device reports the changes in one frame or in several.
    var parts: [InputFrame]? {
        guard samples.count > 1, samples.allSatisfy({ $0.key == samples[0].key }) else { return nil }
        var groups: [[TouchSample]] = []
        for sample in samples {
            if sample.isMove, groups.last?.last?.isMove ?? false {
                groups[groups.count - 1].append(sample)
            } else {
                groups.append([sample])
            }
        }
        return groups.enumerated().map { index, group in
            InputFrame(
                from: device, at: group.map(\.time).max() ?? time, group, hover: index == 0 ? hover : nil,
                hoverContact: index == 0 ? hoverContact : nil, scroll: index == 0 ? scroll : nil,
                touchpad: index == 0 ? touchpad : nil)
        }
    }
}
