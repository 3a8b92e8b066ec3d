import FoundationEssentials
import Glibc
import TouchKit
import TouchScenario

/// A session that is written to a file while it goes on: whatever ends the program, there is a whole scenario file, as
/// of half a second ago at the latest.
final class Recording {
    /// Where it is written.
    let file: String

    private let recorder: Recorder
    /// The file that `file` leads to.
    private let target: URL
    private weak var window: Window?
    private var write: DelayedPerform?
    /// How long after a change the file is written. Long beside the writing itself, however long the session is.
    private var pause = Duration.milliseconds(500)
    private var hasComplained = false

    /// Why a session can't be recorded, in one line.
    struct Failure: Error {
        let line: String
    }

    /// Starts to record what goes on in a window.
    ///
    /// - Parameters:
    ///   - start: the instant of the event clock at which scenario time is 0; nil for that of the first input.
    ///   - frame: the frame that is about to be handled, where that is the first one to record.
    /// - Throws: `Failure`, where the file can't be written, so that it is known before there is a session to lose.
    init(of window: Window, file: String, from start: EventTime? = nil, with frame: InputFrame? = nil) throws(Failure) {
        self.file = file
        self.window = window
        target = try Self.writable(file)
        let name = target.deletingPathExtension().lastPathComponent
        recorder = Recorder(window, name: name.isEmpty ? "session" : name, start: start, with: frame)
        recorder.onChange = { [weak self] in self?.writeSoon() }
    }

    /// Stops, and writes the whole session.
    ///
    /// - Returns: whether it could be written.
    @discardableResult
    func finish() -> Bool {
        recorder.stop()
        write?.cancel()
        return writeNow()
    }

    /// The regular file that a path leads to, or could.
    static func writable(_ file: String) throws(Failure) -> URL {
        let target = URL(filePath: file).resolvingSymlinksInPath()
        let type = try? FileManager.default.attributesOfItem(atPath: target.path)[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular else {
            throw Failure(line: "\(file): a session can't be recorded there: it is no regular file")
        }
        // What is there is replaced only when there is something to replace it by.
        let probe = target.deletingLastPathComponent().appending(path: ".\(target.lastPathComponent).probe")
        do {
            try Data().write(to: probe)
            try FileManager.default.removeItem(at: probe)
        } catch {
            throw Failure(line: "\(file): a session can't be recorded there: \(words(for: error))")
        }
        return target
    }

    private func writeSoon() {
        guard write?.isPending != true else { return }
        // A task that sleeps would end the program where it finds no descriptors for its timer.
        write = window?.perform(after: pause) { [weak self] in self?.writeNow() }
    }

    @discardableResult
    private func writeNow() -> Bool {
        let clock = ContinuousClock()
        let start = clock.now
        defer { pause = max(.milliseconds(500), (clock.now - start) * 50) }
        if recorder.isFull { complain("the file is full; what came after that is not in it") }
        do {
            try Data(recorder.json.utf8).write(to: target, options: .atomic)
            return true
        } catch {
            complain("the session can't be written: \(Self.words(for: error))")
            return false
        }
    }

    private func complain(_ words: String) {
        if !hasComplained { Output.complain("\(file): \(words)") }
        hasComplained = true
    }

    private static func words(for error: any Error) -> String {
        guard let error = error as? CocoaError else { return "\(error)" }
        switch (error.code, (error.underlying as? POSIXError)?.code) {
        case (.fileNoSuchFile, _), (.fileReadNoSuchFile, _): return "there is no such folder"
        case (.fileWriteNoPermission, _), (.fileReadNoPermission, _): return "it may not be written"
        case (.fileWriteVolumeReadOnly, _): return "the disk is read-only"
        case (.fileWriteOutOfSpace, _): return "the disk is full"
        case (_, .EFBIG): return "files may not be as large"
        case (_, .EMFILE), (_, .ENFILE): return "too many files are open"
        case (_, let system): return system.map { "error \($0.rawValue)" } ?? "error \(error.code.rawValue)"
        }
    }
}

extension Recording {
    /// Starts to record, or says in a line why it can't.
    static func start(
        of window: Window, file: String, from start: EventTime? = nil, with frame: InputFrame? = nil
    ) -> Recording? {
        do throws(Failure) {
            return try Recording(of: window, file: file, from: start, with: frame)
        } catch {
            Output.complain(error.line)
            return nil
        }
    }
}

/// Says in a line that a session can't be recorded to a file, if that is so, before anything else is done.
func refuseRecording(to file: String?) -> ProgramStatus? {
    guard let file else { return nil }
    do throws(Recording.Failure) {
        _ = try Recording.writable(file)
        return nil
    } catch {
        Output.complain(error.line)
        return .usage
    }
}
