import Glibc

/// The system's words for an error number.
nonisolated func systemText(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
