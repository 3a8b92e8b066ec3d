import Testing

@testable import TouchKit

/// What one touch's view is told, as a state machine by itself.
@Suite struct ViewStreamTests {
    private typealias Holds = ViewStream.Holds

    /// Makes every call that may be made.
    private func drain(_ stream: inout ViewStream, _ holds: ViewStream.Holds = Holds()) -> [ViewStream.Call] {
        var calls: [ViewStream.Call] = []
        while let call = stream.next({ holds }) {
            stream.delivered(call)
            calls.append(call)
        }
        return calls
    }

    @Test func `a touch that no recognizer delays is delivered at once`() {
        var stream = ViewStream()
        #expect(drain(&stream) == [.began] && drain(&stream).isEmpty)
        stream.move()
        stream.move()
        #expect(drain(&stream) == [.moved])
        stream.end()
        #expect(drain(&stream) == [.ended] && stream.isClosed && drain(&stream).isEmpty)
    }

    @Test func `delayed touches are delivered in order, several moves as one`() {
        var stream = ViewStream()
        let holds = Holds(began: true, ended: true)
        stream.move()
        stream.move()
        stream.end()
        #expect(drain(&stream, holds).isEmpty && !stream.isClosed)
        #expect(drain(&stream, Holds(began: false, ended: true)) == [.began, .moved])
        #expect(drain(&stream) == [.ended])
    }

    @Test func `a touch that a recognizer takes is cancelled where it began, and not delivered elsewhere`() {
        var told = ViewStream()
        _ = drain(&told)
        told.move()
        told.end()
        told.suppress()
        #expect(!told.isClosed && drain(&told) == [.cancelled] && told.isClosed)
        var untold = ViewStream()
        untold.move()
        untold.suppress()
        #expect(untold.isClosed && drain(&untold).isEmpty)
        untold.end()
        #expect(drain(&untold).isEmpty)
    }

    @Test func `a touch that a view saw end is not reported again`() {
        var stream = ViewStream()
        stream.end()
        #expect(drain(&stream) == [.began, .ended])
        stream.suppress()
        stream.move()
        #expect(drain(&stream).isEmpty && stream.isClosed)
    }

    @Test func `for every order of events and holds a view receives began … ended or cancelled of a touch, or nothing`()
    {
        // Each step is one of four things that happen, under one of four ways of holding.
        for sequence in 0..<Int(1 << 16) {
            var stream = ViewStream()
            var calls: [ViewStream.Call] = []
            for step in 0..<4 {
                let bits = sequence >> (step * 4)
                switch bits & 3 {
                case 0: stream.move()
                case 1: stream.end()
                case 2: stream.suppress()
                default: break
                }
                calls += drain(&stream, Holds(began: bits & 4 != 0, ended: bits & 8 != 0))
            }
            stream.end()
            calls += drain(&stream)
            guard !calls.isEmpty else { continue }
            let isWhole =
                calls.first == .began && (calls.last == .ended || calls.last == .cancelled)
                && calls.dropFirst().dropLast().allSatisfy { $0 == .moved }
            if !isWhole || !stream.isClosed {
                Issue.record("steps \(sequence): \(calls)")
                return
            }
        }
    }
}
