import Glibc
import Testing
import TimeLimits

@testable import Wayland

@Suite(.timeLimited) struct EndpointTests {
    @Test func `the environment names the compositor`() throws {
        func resolve(_ variables: [String: String]) throws(ConnectionError) -> Endpoint {
            try Endpoint.resolve { variables[$0] }
        }
        let both = ["XDG_RUNTIME_DIR": "/run/u", "WAYLAND_DISPLAY": "wayland-7"]
        #expect(try resolve(both) == .socket(path: "/run/u/wayland-7", from: "WAYLAND_DISPLAY"))
        #expect(
            try resolve(["XDG_RUNTIME_DIR": "/run/u"])
                == .socket(path: "/run/u/wayland-0", from: "the default, as WAYLAND_DISPLAY is not set"))
        #expect(
            try resolve(["WAYLAND_DISPLAY": "/tmp/w"]) == .socket(path: "/tmp/w", from: "WAYLAND_DISPLAY"))
        #expect(try resolve(both.merging(["WAYLAND_SOCKET": "5"]) { $1 }) == .inherited(5))
        #expect(
            try resolve(["XDG_RUNTIME_DIR": "/run/u", "WAYLAND_DISPLAY": "", "WAYLAND_SOCKET": ""])
                == .socket(path: "/run/u/wayland-0", from: "the default, as WAYLAND_DISPLAY is not set"))
    }

    @Test(arguments: [
        (
            [:],
            "no Wayland compositor: XDG_RUNTIME_DIR is not set, expected the absolute path of the folder with its "
                + "socket; start this in a Wayland session, or set XDG_RUNTIME_DIR and WAYLAND_DISPLAY"
        ),
        (
            ["XDG_RUNTIME_DIR": "here", "WAYLAND_DISPLAY": "wayland-0"],
            "no Wayland compositor: XDG_RUNTIME_DIR is \"here\", expected the absolute path of the folder with its "
                + "socket; start this in a Wayland session, or set XDG_RUNTIME_DIR and WAYLAND_DISPLAY"
        ),
        (
            ["WAYLAND_SOCKET": "-1"],
            "no Wayland compositor: WAYLAND_SOCKET is \"-1\", expected the number of an open file descriptor; "
                + "unset it to connect by WAYLAND_DISPLAY"
        ),
        (
            ["WAYLAND_SOCKET": "five"],
            "no Wayland compositor: WAYLAND_SOCKET is \"five\", expected the number of an open file descriptor; "
                + "unset it to connect by WAYLAND_DISPLAY"
        ),
    ])
    func `an environment without a compositor gives one clear line`(variables: [String: String], line: String) {
        let error = #expect(throws: ConnectionError.self) { try Endpoint.resolve { variables[$0] } }
        #expect(error?.description == line)
    }

    @Test func `a socket without a listener gives a one-line error`() {
        let error = #expect(throws: ConnectionError.self) { try Connection(to: "/nowhere/wayland-0") }
        #expect(
            error?.description == "no Wayland compositor at /nowhere/wayland-0 (from the program's choice): "
                + "No such file or directory, expected a socket that answers; start a compositor, or set "
                + "WAYLAND_DISPLAY to the name of a running one")
    }

    @Test(arguments: [(107, ENOENT), (108, ENAMETOOLONG), (200, ENAMETOOLONG)])
    func `a path that is too long for a socket is refused`(length: Int, reason: Int32) {
        let path = "/" + String(repeating: "x", count: length - 1)
        #expect(throws: ConnectionError.unreachable(path: path, from: "the program's choice", errno: reason)) {
            try Connection(to: path)
        }
    }

    @Test func `an inherited socket is not inherited further`() throws {
        let (read, write) = pipe()
        let descriptor = try Endpoint.inherited(read).open()
        #expect(fcntl(descriptor.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        close(write)
    }

    @Test func `the children of a program with an inherited socket do not find its number`() async {
        await #expect(processExitsWith: .success) {
            limitTimeOfThisProcess()
            let (read, _) = pipe()
            unsafe setenv("WAYLAND_SOCKET", "\(read)", 1)
            _ = try Endpoint.inherited(read).open()
            precondition(unsafe getenv("WAYLAND_SOCKET") == nil)
        }
    }

    @Test func `an inherited socket that is not open is refused`() {
        #expect(throws: ConnectionError.badSocketVariable(value: "100000")) {
            _ = try Endpoint.inherited(100_000).open()
        }
    }
}
