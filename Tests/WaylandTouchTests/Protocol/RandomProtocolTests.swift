import CShims
import Fuzzing
import Glibc
import Testing
import TimeLimits
import TouchKit

@testable import Wayland
@testable import WaylandTouch

/// What must hold for any order of events, sensible or not.
@Suite(.timeLimited) struct RandomProtocolTests {
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `every touch begins and ends once for any sequence of events`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let client = try TestClient { compositor in compositor.offer("wl_seat", 7) }
        client.addTapsPressAndPan()
        let ledger = TouchLedger()
        client.pad().onTouch = { ledger.note($0) }
        let seats = [1, 2].map { client.compositor.resource("wl_seat", $0) }
        var time = 0.0
        for _ in 0..<150 {
            time += [0, 0, 1, 8, 40, 200, 700].randomElement(using: &dice)!
            let number = Int.random(in: 0...1, using: &dice)
            let seat = seats[number]
            let (finger, mouse) = (client.latestFingers(of: seat), client.latestMouse(of: seat))
            let id = Int64.random(in: 0...2, using: &dice)
            let place = (Double.random(in: -50...850, using: &dice), Double.random(in: -50...650, using: &dice))
            switch Int.random(in: 0..<24, using: &dice) {
            case 0..<5: finger.down(id, place.0, place.1, at: time)
            case 5..<9: finger.up(id, at: time)
            case 9..<12: finger.move(id, place.0, place.1, at: time)
            case 12..<14: finger.frame()
            case 14: finger.cancel()
            case 15: finger.shape(id, 8, 6)
            case 16: mouse.enter(place.0, place.1)
            case 17: mouse.leave()
            case 18:
                mouse.button(Bool.random(using: &dice), at: time, code: [0x110, 0x111].randomElement(using: &dice)!)
            case 19: mouse.frame()
            case 20: client.compositor.announce(UInt32.random(in: 0...7, using: &dice), of: seat)
            case 21: finger.down(id, place.0, place.1, at: time - 500)
            default: try client.turn(at: time)
            }
        }
        try client.turn(at: time)
        for seat in seats { client.compositor.announce(0, of: seat) }
        try client.turn(at: time)
        try client.turn(at: time + 5000)
        #expect(ledger.faults == [])
        #expect(ledger.open.isEmpty)
        #expect(client.application.dispatcher.isIdle)
        #expect(client.application.timeToDeadline == nil)
        #expect(client.compositor.complaints == [])
    }
}

/// Which touches have begun and not ended.
final class TouchLedger {
    private(set) var open: Set<Touch> = []
    private(set) var faults: [String] = []
    private var closed: Set<Touch> = []

    func note(_ touch: Touch) {
        switch touch.phase {
        case .began:
            if !open.insert(touch).inserted || closed.contains(touch) { faults.append("\(touch) begins again") }
        case .moved, .stationary:
            if !open.contains(touch) { faults.append("\(touch) moves and is not down") }
        case .ended, .cancelled:
            if open.remove(touch) == nil { faults.append("\(touch) ends and is not down") }
            closed.insert(touch)
        }
    }
}

extension TestClient {
    /// The fingers on the last touch object of a seat; the client may have released it.
    fileprivate func latestFingers(of seat: Resource) -> Fingers {
        Fingers(client: self, touch: latest("wl_touch", of: seat), surface: compositor.resource("wl_surface"))
    }

    fileprivate func latestMouse(of seat: Resource) -> Mouse {
        Mouse(client: self, pointer: latest("wl_pointer", of: seat), surface: compositor.resource("wl_surface"))
    }

    private func latest(_ interface: String, of seat: Resource) -> Resource {
        guard
            let resource = compositor.everyResource.last(where: { $0.interface.name == interface && $0.maker === seat })
        else { fatalError("\(seat) has had no \(interface)") }
        return resource
    }
}
