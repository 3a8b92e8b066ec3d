import Glibc

/// Returns the system's description of an error number.
nonisolated func systemText(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
