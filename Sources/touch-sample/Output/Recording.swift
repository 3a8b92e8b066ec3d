import FoundationEssentials
import Glibc
import TouchKit
import TouchScenario

/// Records a session to a scenario file while the session runs. Whatever ends the program, the file holds a complete
/// scenario, usually up to half a second before the end.
final class Recording {
    /// The path that was given.
    let file: String

    private let recorder: Recorder
    /// The file that `file` refers to, with symbolic links resolved.
    private let target: URL
    private weak var window: Window?
    private var write: DelayedPerform?
    /// The time from a change to the next write. It grows with the time that a write takes, so that writing takes at
    /// most about 2 % of the time, however long the session is.
    private var pause = Duration.milliseconds(500)
    private var hasComplained = false

    /// The reason why a session can't be recorded, in one line.
    struct Failure: Error {
        let line: String
    }

    /// Starts to record the input of a window and what its recognizers do.
    ///
    /// - Parameters:
    ///   - start: The instant of the event clock at which scenario time is 0; nil for that of the first input.
    ///   - frame: The frame that is about to be handled, if it is the first one to record.
    /// - Throws: `Failure` when the file can't be written. It is tried at once, before there is a session to lose.
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
    /// - Returns: Whether it could be written.
    @discardableResult
    func finish() -> Bool {
        recorder.stop()
        write?.cancel()
        return writeNow()
    }

    /// Returns the regular file that a path refers to, existing or not.
    ///
    /// - Throws: `Failure` when the path refers to something else or can't be written.
    static func writable(_ file: String) throws(Failure) -> URL {
        let target = URL(filePath: file).resolvingSymlinksInPath()
        let type = try? FileManager.default.attributesOfItem(atPath: target.path)[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular else {
            throw Failure(line: "\(file): can't record a session there: it is not a regular file")
        }
        // A file beside it is written instead, so that an existing recording is kept until there is a new one.
        let probe = target.deletingLastPathComponent().appending(path: ".\(target.lastPathComponent).probe")
        do {
            try Data().write(to: probe)
            try FileManager.default.removeItem(at: probe)
        } catch {
            throw Failure(line: "\(file): can't record a session there: \(description(of: error))")
        }
        return target
    }

    private func writeSoon() {
        guard write?.isPending != true else { return }
        // A sleeping task would need a descriptor for its timer and would end the program when there is none.
        write = window?.perform(after: pause) { [weak self] in self?.writeNow() }
    }

    @discardableResult
    private func writeNow() -> Bool {
        let clock = ContinuousClock()
        let start = clock.now
        defer { pause = max(.milliseconds(500), (clock.now - start) * 50) }
        if recorder.isFull { complain("the recording has reached its largest size; later events are not in it") }
        do {
            try Data(recorder.json.utf8).write(to: target, options: .atomic)
            return true
        } catch {
            complain("can't write the session: \(Self.description(of: error))")
            return false
        }
    }

    private func complain(_ text: String) {
        if !hasComplained { Output.complain("\(file): \(text)") }
        hasComplained = true
    }

    private static func description(of error: any Error) -> String {
        guard let error = error as? CocoaError else { return "\(error)" }
        switch (error.code, (error.underlying as? POSIXError)?.code) {
        case (.fileNoSuchFile, _), (.fileReadNoSuchFile, _): return "no such folder"
        case (.fileWriteNoPermission, _), (.fileReadNoPermission, _): return "permission denied"
        case (.fileWriteVolumeReadOnly, _): return "the disk is read-only"
        case (.fileWriteOutOfSpace, _): return "the disk is full"
        case (_, .EFBIG): return "file size limit exceeded"
        case (_, .EMFILE), (_, .ENFILE): return "too many open files"
        case (_, let system): return system.map { "error \($0.rawValue)" } ?? "error \(error.code.rawValue)"
        }
    }
}

extension Recording {
    /// Starts to record, or reports in a line why it can't and returns nil.
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

    /// Checks, before anything else is done, that a session can be recorded to a file; reports in a line why it can't.
    ///
    /// - Returns: The exit status for a file that can't be written; nil if it can, or if there is no file.
    static func refusal(of file: String?) -> ProgramStatus? {
        guard let file else { return nil }
        do throws(Failure) {
            _ = try writable(file)
            return nil
        } catch {
            Output.complain(error.line)
            return .usage
        }
    }
}
