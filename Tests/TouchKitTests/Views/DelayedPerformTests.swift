import Testing

@testable import TouchKit

/// `perform(after:)` and `cancelPreviousPerforms(target:)`. A perform waits on the event clock: there are no run loops
/// and no modes as in UIKit.
@Suite struct DelayedPerformTests {
    private let screen = TestScreen()
    private let a: TestView

    init() { a = screen.view("a") }

    @Test func `it runs when the delay has passed since the event being handled, once`() {
        a.onTouch = { [unowned screen, a] call, _, _ in
            if call == .ended { a.perform(after: .milliseconds(300)) { screen.note("performed") } }
        }
        screen.tap(at: (10, 10), from: 0, to: 80)
        #expect(screen.dispatcher.nextDeadline == EventTime(milliseconds: 380))
        screen.wait(until: 379)
        #expect(screen.log(of: "performed").isEmpty)
        screen.wait(until: 2000)
        #expect(screen.log(of: "performed") == ["380 performed"] && screen.isAtRest)
    }

    @Test func `no delay runs it after the event, not inside it`() {
        a.onTouch = { [unowned screen, a] call, _, _ in
            a.perform(after: .zero) { screen.note("later") }
            a.perform(after: .milliseconds(-5)) { screen.note("too") }
            screen.note("now \(call)")
        }
        screen.down(at: (10, 10), 0)
        #expect(screen.log.suffix(1) == ["0 now began"])
        screen.wait(until: 0)
        #expect(screen.log.suffix(3) == ["0 now began", "0 later", "0 too"])
    }

    @Test func `those of one instant run in the order in which they were asked for`() {
        for name in ["one", "two", "three"] { a.perform(after: .milliseconds(10)) { [screen] in screen.note(name) } }
        a.perform(after: .milliseconds(5)) { [screen] in screen.note("first") }
        screen.wait(until: 100)
        #expect(screen.log == ["5 first", "10 one", "10 two", "10 three"])
    }

    @Test func `it keeps what it captures until it has run or was cancelled`() {
        final class Thing {}
        weak var ran: Thing?
        weak var cancelled: Thing?
        var token: DelayedPerform?
        do {
            let (one, other) = (Thing(), Thing())
            (ran, cancelled) = (one, other)
            a.perform(after: .milliseconds(10)) { _ = one }
            token = a.perform(after: .milliseconds(10)) { _ = other }
        }
        #expect(ran != nil && cancelled != nil)
        token?.cancel()
        #expect(ran != nil && cancelled == nil && token?.isPending == false)
        screen.wait(until: 10)
        #expect(ran == nil)
    }

    @Test func `cancelPreviousPerforms cancels all performs of one responder and none of another's`() {
        let b = screen.view("b", 100)
        for view in [a, b] {
            for t in [10, 20] {
                view.perform(after: .milliseconds(t)) { [screen] in screen.note(view.identifier ?? "") }
            }
        }
        Responder.cancelPreviousPerforms(target: a)
        screen.wait(until: 100)
        #expect(screen.log == ["10 b", "20 b"])
    }

    @Test func `a token cancels its own perform only`() {
        let token = a.perform(after: .milliseconds(10)) { [screen] in screen.note("one") }
        a.perform(after: .milliseconds(10)) { [screen] in screen.note("other") }
        #expect(token.isPending && token.due == EventTime(milliseconds: 10))
        token.cancel()
        screen.wait(until: 100)
        #expect(screen.log == ["10 other"] && !token.isPending)
    }

    @Test func `an event that is waiting to be read comes first where it happened first`() {
        var token: DelayedPerform?
        a.onTouch = { [unowned screen, a] call, touches, _ in
            if call == .began { token?.cancel() }
            if call == .ended, touches.first?.tapCount == 1 {
                token = a.perform(after: .milliseconds(300)) { screen.note("single") }
            }
            if call == .ended, touches.first?.tapCount == 2 { screen.note("double") }
        }
        screen.stalled {
            screen.tap(at: (10, 10), from: 0, to: 80)
            screen.tap(at: (10, 10), from: 250, to: 330)
            screen.tap(at: (10, 10), from: 1000, to: 1080)
            screen.tap(at: (10, 10), from: 1380, to: 1400)
        }
        screen.wait(until: 5000)
        #expect(screen.log(of: "single", "double") == ["330 double", "1400 double"], "also at the very instant")
    }

    @Test func `nothing runs for a view that has left its window`() {
        let b = screen.view("b", in: a)
        a.perform(after: .milliseconds(10)) { [screen] in screen.note("a") }
        b.perform(after: .milliseconds(10)) { [screen] in screen.note("b") }
        a.removeFromSuperview()
        screen.wait(until: 100)
        #expect(screen.log.isEmpty && screen.dispatcher.nextDeadline == nil)
    }

    @Test func `nothing runs for a responder that has gone`() {
        var view: View? = View()
        view.map { screen.window.addSubview($0) }
        view?.perform(after: .milliseconds(10)) { [screen] in screen.note("gone") }
        view?.removeFromSuperview()
        view = nil
        screen.wait(until: 100)
        #expect(screen.log.isEmpty)
    }

    @Test func `the responder is not kept alive`() {
        final class Helper: Responder {
            unowned let view: View
            init(_ view: View) { self.view = view }
            override var next: Responder? { view }
        }
        weak var gone: Helper?
        do {
            let helper = Helper(a)
            gone = helper
            helper.perform(after: .milliseconds(10)) { [screen] in screen.note("helper") }
        }
        #expect(gone == nil)
        screen.wait(until: 100)
        #expect(screen.log.isEmpty)
    }

    @Test func `a responder that is in no window has no clock: nothing is scheduled`() {
        let token = View().perform(after: .zero) { [screen] in screen.note("never") }
        screen.wait(until: 100)
        #expect(!token.isPending && screen.log.isEmpty)
    }

    @Test func `a perform may ask for another, and cancel those of its instant`() {
        var other: DelayedPerform?
        a.perform(after: .milliseconds(10)) { [screen, a] in
            screen.note("first")
            other?.cancel()
            a.perform(after: .milliseconds(10)) { screen.note("again") }
        }
        other = a.perform(after: .milliseconds(10)) { [screen] in screen.note("other") }
        screen.wait(until: 100)
        #expect(screen.log == ["10 first", "20 again"])
    }

    @Test func `at one instant recognizers decide before performs run`() {
        screen.press("press", on: a)
        a.perform(after: .milliseconds(500)) { [screen] in screen.note("performed") }
        screen.down(at: (10, 10), 0)
        screen.wait(until: 1000)
        #expect(screen.log(of: "press", "performed") == ["500 press began", "500 performed"])
    }
}
