import Glibc
import Testing
import TimeLimits
import TouchKit
import Wayland

@testable import WaylandTouch

/// What can be done with a buffer.
private enum Step {
    case lease, commit, giveBack, release, retire
}

/// Does some steps in turn: what each leads to, with `!` where a step is refused and `†` where the buffer is to be
/// destroyed.
private func walk(from start: BufferState, _ steps: Step...) -> [String] {
    var state = start
    return steps.map { step in
        var mark = ""
        switch step {
        case .lease: if !state.lease() { mark = "!" }
        case .commit: state.commit()
        case .giveBack: if state.giveBack() == .destroy { mark = "†" }
        case .release: if state.release() == .destroy { mark = "†" }
        case .retire: if state.retire() == .destroy { mark = "†" }
        }
        return "\(state)\(mark)"
    }
}

@Suite(.timeLimited) struct BufferStateTests {
    @Test func `a buffer goes from free to leased to held and back, and is leased only when it is free`() {
        #expect(
            walk(from: .free, .lease, .lease, .commit, .lease, .release, .lease)
                == ["leased", "leased!", "held", "held!", "free", "leased"])
    }

    @Test func `a buffer that was drawn and not shown is free again`() {
        #expect(walk(from: .free, .lease, .giveBack) == ["leased", "free"])
    }

    @Test func `a retired buffer is destroyed when its last use ends`() {
        #expect(walk(from: .free, .retire) == ["retired†"])
        #expect(walk(from: .held, .retire, .lease, .release) == ["retired", "retired!", "retired†"])
        #expect(walk(from: .leased, .retire, .commit, .giveBack) == ["retired", "retired", "retired†"])
    }

    @Test func `a release of a buffer that is not held changes nothing`() {
        #expect(walk(from: .free, .release) == ["free"])
        #expect(walk(from: .leased, .release, .commit) == ["leased", "held"])
    }
}

@Suite(.timeLimited) struct SharedMemoryTests {
    @Test func `the memory is all there, zero, and can't shrink`() throws {
        let memory = try SharedMemory(size: 8192)
        #expect(memory.pixels() == [UInt32](repeating: 0, count: 2048))
        let status = ftruncate(memory.descriptor.rawValue, 4096)
        #expect(status == -1 && errno == EPERM)
    }

    @Test func `a failed allocation is a one-line error`() {
        let error = #expect(throws: BufferError.self) { _ = try SharedMemory(size: 0) }
        #expect(
            error?.description
                == "no memory for a buffer of 0 bytes (posix_fallocate: Invalid argument); the window keeps its old "
                + "content")
    }
}

@Suite(.timeLimited) struct PixelRectTests {
    private let size = PixelSize(width: 150, height: 75)

    @Test func `a rectangle covers all pixels that it touches`() {
        let pixels = Rect(x: 0.5, y: 1.2, width: 10, height: 10).pixels(at: 1.5, in: size)
        #expect(pixels == PixelRect(x: 0, y: 1, width: 16, height: 16))
        #expect(pixels.points(at: 1.5) == Rect(x: 0, y: 1 / 1.5, width: 16 / 1.5, height: 16 / 1.5))
    }

    @Test func `the pixels of a rectangle end at the buffer's edge`() {
        let beyond = Rect(x: -10, y: 40, width: 1000, height: 1000).pixels(at: 1, in: size)
        #expect(beyond == PixelRect(x: 0, y: 40, width: 150, height: 35))
        #expect(Rect(x: 200, y: 0, width: 10, height: 10).pixels(at: 1, in: size).width == 0)
        #expect(Rect(x: .nan, y: 0, width: 10, height: .infinity).pixels(at: 1, in: size).width == 0)
    }
}

@Suite(.timeLimited) struct BufferPoolTests {
    @Test func `a buffer is drawn whole at first, and later wherever the content has changed since`() throws {
        let client = try TestClient()
        let compositor = client.compositor
        let pool = BufferPool(client.application.globals.shm)
        let surface = client.application.globals.compositor.createSurface()
        let bounds = Rect(x: 0, y: 0, width: 100, height: 100)
        var painted: [Rect] = []
        func show(_ changed: Rect) throws {
            guard let lease = try pool.lease(PixelSize(width: 100, height: 100), isOpaque: true) else { return }
            pool.noteChange(in: changed)
            lease.draw(changed, bounds: bounds, scale: 1) { rect, _ in painted.append(rect) }
            _ = lease.attach(to: surface)
            try client.turn()
        }
        let (one, two) = (Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 90, y: 0, width: 10, height: 10))
        let (three, four) = (Rect(x: 0, y: 90, width: 10, height: 10), Rect(x: 50, y: 50, width: 10, height: 10))
        try show(one)
        try show(two)
        let count = compositor.everyResource.count { $0.interface.name == "wl_buffer" }
        compositor.emit(compositor.resource("wl_buffer", count - 1), "release")
        try client.turn()
        try show(three)
        compositor.emit(compositor.resource("wl_buffer", count), "release")
        try client.turn()
        try show(four)
        #expect(painted == [bounds, bounds, two.union(three), three.union(four)])
    }
}
