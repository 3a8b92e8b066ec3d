import Fuzzing

/// An action of a finger or of the pointer.
enum Step {
    case down(finger: Int32, Place)
    case move(finger: Int32, Place)
    case up(finger: Int32)
}

/// A gesture in one pane.
struct Gesture {
    let name: String
    /// The actions, each with its time in milliseconds since the beginning of the gesture.
    let steps: [(at: Int64, step: Step)]

    /// Returns a random gesture in a square pane of `side` at `origin`.
    ///
    /// - Parameter isPointer: whether the pointer makes the gesture instead of fingers.
    static func random(in origin: Place, side: Double, isPointer: Bool, _ dice: inout Dice) -> Gesture {
        // Whole numbers lose nothing in the formats that they pass through.
        func place(from low: Double, to high: Double) -> Place {
            Place(
                x: origin.x + Double(dice.roll(Int(side * low)...Int(side * high))),
                y: origin.y + Double(dice.roll(Int(side * low)...Int(side * high))))
        }
        let center = place(from: 0.3, to: 0.7)
        let near = place(from: 0.3, to: 0.7)
        let hold = Int64(dice.roll(16...150))
        let second = hold + Int64(dice.roll(40...200))
        let late = hold + Int64(dice.roll(320...450))
        func tap(_ at: Int64, _ place: Place, hold: Int64 = hold) -> [(at: Int64, step: Step)] {
            [(at, .down(finger: 0, place)), (at + hold, .up(finger: 0))]
        }
        func drag(_ at: Int64, from place: Place) -> [(at: Int64, step: Step)] {
            let way = Double(dice.roll(5...9))
            return [(at, .down(finger: 0, place))]
                + (1...6).map { count in
                    let to = Place(x: place.x - way * Double(count) / 2, y: place.y + way * Double(count))
                    return (at + Int64(count) * 12, .move(finger: 0, to))
                } + [(at + 90, .up(finger: 0))]
        }

        switch dice.roll(0...(isPointer ? 79 : 99)) {
        case 0..<22: return Gesture(name: "single", steps: tap(0, center))
        case 22..<28:
            let shaky = (1...3).map { count in
                (at: hold * Int64(count) / 4, step: Step.move(finger: 0, Place(x: center.x + 4, y: center.y - 3)))
            }
            return Gesture(name: "shaky single", steps: [tap(0, center)[0]] + shaky + [tap(0, center)[1]])
        case 28..<50: return Gesture(name: "double", steps: tap(0, center) + tap(second, near))
        case 50..<58: return Gesture(name: "two slow ones", steps: tap(0, center) + tap(late, near))
        case 58..<66:
            let corner = place(from: 0.05, to: 0.1)
            return Gesture(name: "two far ones", steps: tap(0, corner) + tap(second, place(from: 0.9, to: 0.95)))
        case 66..<72: return Gesture(name: "drag", steps: drag(0, from: center))
        case 72..<76: return Gesture(name: "tap and drag", steps: tap(0, center) + drag(second, from: near))
        case 76..<80: return Gesture(name: "long hold", steps: tap(0, center, hold: 760 + hold))
        case 80..<87: return Gesture(name: "triple", steps: tap(0, center) + tap(second, near) + tap(2 * second, near))
        case 87..<94:
            return Gesture(
                name: "two fingers",
                steps: [
                    (0, .down(finger: 0, center)), (hold % 20, .down(finger: 1, near)), (hold + 20, .up(finger: 1)),
                    (hold + 30, .up(finger: 0)),
                ])
        default:
            return Gesture(
                name: "tap and two fingers",
                steps: tap(0, center) + [
                    (second, .down(finger: 0, near)), (second + 12, .down(finger: 1, center)),
                    (second + hold, .up(finger: 0)), (second + hold + 9, .up(finger: 1)),
                ])
        }
    }

    /// Two taps with the longest pause that a double tap may have, or one that is a millisecond longer.
    static func onTheEdge(in origin: Place, side: Double, _ dice: inout Dice) -> Gesture {
        let place = Place(x: origin.x + (side / 2).rounded(), y: origin.y + (side / 2).rounded())
        let pause = Reference.interval + Int64(dice.roll(0...1))
        return Gesture(
            name: "two taps \(pause) ms apart",
            steps: [
                (0, .down(finger: 0, place)), (50, .up(finger: 0)), (50 + pause, .down(finger: 0, place)),
                (90 + pause, .up(finger: 0)),
            ])
    }
}

extension Dice {
    mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}
