import Glibc

/// Returns a variable of the environment; nil if it is not set or empty.
nonisolated func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}
