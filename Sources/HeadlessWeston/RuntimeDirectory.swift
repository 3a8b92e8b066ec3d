import FoundationEssentials
import Glibc
import Wayland

/// A private folder for sockets, with a short path. It is removed with this value. If this process is killed, the next
/// process that creates such a folder removes it.
struct RuntimeDirectory: ~Copyable {
    let path: String
    /// A lock that shows other processes that the folder is in use. It is held while this process lives.
    private let lock: FileDescriptor

    private static let prefix = "headless-weston-"
    private static let lockName = "in-use"

    init(in parent: String = Self.defaultParent) throws(HeadlessWestonError) {
        Self.removeStale(in: parent)

        var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw .system(operation: "mkdtemp", on: parent, errno: errno)
        }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)

        // The file is locked before it gets its name, so that no process finds it unlocked while the folder is in use.
        let unlocked = "\(path)/\(Self.lockName).new"
        let lock = FileDescriptor(owning: unsafe open(unlocked, O_CREAT | O_RDWR | O_CLOEXEC, 0o600))
        guard lock.rawValue >= 0, flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0,
            unsafe rename(unlocked, "\(path)/\(Self.lockName)") == 0
        else {
            let number = errno
            try? FileManager.default.removeItem(atPath: path)
            throw .system(operation: "locking", on: unlocked, errno: number)
        }
        self.path = path
        self.lock = lock
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// `TMPDIR`, or `/tmp` if `TMPDIR` would make the path of a socket longer than the limit of 107 bytes.
    static var defaultParent: String {
        guard let chosen = ProcessInfo.processInfo.environment["TMPDIR"], chosen.hasPrefix("/"), chosen.utf8.count < 64
        else { return "/tmp" }
        return chosen
    }

    /// Removes the folders that killed processes have left behind.
    private static func removeStale(in parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = "\(parent)/\(name)"
            let lock = FileDescriptor(owning: unsafe open("\(path)/\(lockName)", O_RDWR | O_CLOEXEC | O_NOFOLLOW))
            if lock.rawValue >= 0, flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0 {
                try? FileManager.default.removeItem(atPath: path)
            }
        }
    }
}
