import Testing

@testable import TouchKit

/// A view that moves within its window keeps its touches, its recognizers and its delayed performs; a view that leaves
/// the window loses them.
@Suite struct MovedViewTests {
    /// How the view moves within its window.
    enum Move: String, CaseIterable {
        case toFront, toBack, exchanged, addedAgain, inserted, aboveSibling, belowSibling, toOtherSuperview, intoSibling

        func make(_ view: View, beside sibling: View, in other: View) {
            guard let parent = view.superview else { return }
            switch self {
            case .toFront: parent.bringSubviewToFront(view)
            case .toBack: parent.sendSubviewToBack(view)
            case .exchanged: parent.exchangeSubview(at: 0, withSubviewAt: 1)
            case .addedAgain: parent.addSubview(view)
            case .inserted: parent.insertSubview(view, at: 0)
            case .aboveSibling: parent.insertSubview(view, aboveSubview: sibling)
            case .belowSibling: parent.insertSubview(view, belowSubview: sibling)
            case .toOtherSuperview: other.addSubview(view)
            case .intoSibling: sibling.addSubview(view)
            }
        }
    }

    /// Plays a drag, a tap and a perform in view `card`, which moves after the touch is down; returns the log.
    private func play(_ move: Move?) -> [String] {
        let screen = TestScreen()
        let parent = screen.view("parent", 0, 0, 200, 200)
        let card = screen.view("card", 0, 0, 100, 100, in: parent)
        let sibling = screen.view("sibling", 50, 50, 20, 20, in: parent)
        let other = screen.view("other", 0, 0, 300, 300)
        screen.window.sendSubviewToBack(other)
        screen.pan("pan", on: card)
        screen.tap("single", on: card).require(toFail: screen.tap("double", on: card, taps: 2))
        func moves() { if let move { move.make(card, beside: sibling, in: other) } }
        // A drag.
        screen.down(at: (10, 10), 0)
        moves()
        screen.move(to: (40, 10), 10)
        screen.move(to: (50, 10), 20)
        screen.up(30)
        if move == .toOtherSuperview || move == .intoSibling { parent.addSubview(card) }
        // A tap that waits, and a perform.
        screen.tap(at: (10, 10), from: 1000, to: 1050)
        card.perform(after: .milliseconds(200)) { screen.note("performed") }
        moves()
        screen.wait(until: 2000)
        #expect(screen.isAtRest && screen.faults.isEmpty)
        return screen.log
    }

    @Test(arguments: Move.allCases)
    func `a view that moves within its window goes on as if it had not moved`(_ move: Move) {
        #expect(play(move) == play(nil))
    }

    @Test func `a view that moves to another window loses its touches`() {
        let screen = TestScreen()
        let card = screen.view("card")
        screen.pan("pan", on: card)
        let other = screen.addWindow("other")
        screen.down(at: (10, 10), 0)
        screen.move(to: (40, 10), 10)
        other.addSubview(card)
        screen.move(to: (50, 10), 20)
        screen.up(30)
        #expect(
            screen.log(of: "pan", "card") == [
                "0 card touchesBegan 0", "10 pan began", "10 card touchesCancelled 0", "10 pan cancelled",
            ])
        #expect(screen.isAtRest)
    }

    @Test func `the order of the subviews follows each operation`() {
        let parent = View()
        let names = ["a", "b", "c", "d"]
        for name in names {
            let view = View()
            view.identifier = name
            parent.addSubview(view)
        }
        func view(_ name: String) -> View { parent.subviews.first { $0.identifier == name }! }
        var orders: [String] = []
        func note() { orders.append(parent.subviews.map { $0.identifier ?? "?" }.joined()) }
        parent.bringSubviewToFront(view("b"))
        note()
        parent.sendSubviewToBack(view("b"))
        note()
        parent.insertSubview(view("b"), aboveSubview: view("c"))
        note()
        parent.insertSubview(view("d"), belowSubview: view("a"))
        note()
        parent.exchangeSubview(at: 0, withSubviewAt: 3)
        note()
        parent.insertSubview(view("a"), at: -5)
        note()
        parent.insertSubview(view("a"), at: 99)
        note()
        #expect(orders == ["acdb", "bacd", "acbd", "dacb", "bacd", "abcd", "bcda"])
    }

    @Test func `a sibling or an index that is not there is no error`() {
        let parent = View()
        let (a, b, stranger) = (View(), View(), View())
        parent.addSubview(a)
        parent.addSubview(b)
        parent.bringSubviewToFront(stranger)
        parent.sendSubviewToBack(stranger)
        parent.exchangeSubview(at: 0, withSubviewAt: 2)
        parent.exchangeSubview(at: -1, withSubviewAt: 0)
        parent.insertSubview(a, aboveSubview: a)
        #expect(isSame(parent.subviews, [a, b]) && stranger.superview == nil)
        let c = View()
        parent.insertSubview(c, belowSubview: stranger)
        let d = View()
        parent.insertSubview(d, aboveSubview: stranger)
        #expect(isSame(parent.subviews, [c, a, b, d]))
        func isSame(_ views: [View], _ others: [View]) -> Bool { views.elementsEqual(others, by: ===) }
    }
}
