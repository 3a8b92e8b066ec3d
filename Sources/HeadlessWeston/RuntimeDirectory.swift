import FoundationEssentials
import Glibc
import Wayland

/// A private folder for sockets, with a short path; removed with this value. When this process is killed it stays, and
/// the next one to make such a folder removes it.
struct RuntimeDirectory: ~Copyable {
    let path: String
    /// Locked for as long as this process lives, which tells others that the folder is in use.
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

        // It gets its name when it is locked, so that nobody finds it unlocked before its time.
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

    /// `TMPDIR`, unless a socket's path, which ends at 107 bytes, would get too long in it.
    static var defaultParent: String {
        guard let chosen = ProcessInfo.processInfo.environment["TMPDIR"], chosen.hasPrefix("/"), chosen.utf8.count < 64
        else { return "/tmp" }
        return chosen
    }

    /// Removes the folders of processes that were killed.
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
