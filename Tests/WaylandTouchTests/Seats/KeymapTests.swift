import Foundation
import Testing
import TimeLimits
import TouchKit

@testable import Wayland
@testable import WaylandTouch

/// A keymap of three keys, Escape (1), Q (16) and Shift (42), with parts of its text replaced.
private nonisolated func keymap(
    codes: String = "minimum = 8; maximum = 255; <ESC> = 9; <AD01> = 24; <LFSH> = 50;", types: String = "",
    symbols: String = ""
) -> String {
    """
    xkb_keymap {
    xkb_keycodes "k" { \(codes) };
    xkb_types "t" {
        type "ONE_LEVEL" { modifiers = none; level_name[Level1] = "Any"; };
        type "TWO_LEVEL" { modifiers = Shift; map[Shift] = Level2; level_name[Level1] = "Base"; };
        \(types)
    };
    xkb_compatibility "c" { };
    xkb_symbols "s" {
        key <ESC> { [ Escape ] };
        key <AD01> { type = "TWO_LEVEL", [ q, Q ] };
        key <LFSH> { [ Shift_L ] };
        modifier_map Shift { <LFSH> };
        \(symbols)
    };
    };
    """
}

private nonisolated let text = keymap()

/// A file that nobody else knows, with some content.
private func file(_ content: String) throws -> FileDescriptor {
    let place = FileManager.default.temporaryDirectory.appending(path: "keymap-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: place) }
    try Data(content.utf8).write(to: place)
    let handle = try FileHandle(forReadingFrom: place)
    return withExtendedLifetime(handle) { FileDescriptor(owning: dup(handle.fileDescriptor)) }
}

private func error(_ content: String, size: UInt32) throws -> KeymapError? {
    let descriptor = try file(content)
    do throws(KeymapError) {
        _ = try Keymap(descriptor, size: size)
        return nil
    } catch {
        return error
    }
}

@Suite(.timeLimited) struct KeymapTests {
    @Test(arguments: [text, text + "\0", text + "\0garbage beyond the end"])
    func `a keymap is read with or without a terminating zero`(content: String) throws {
        let keymap = try Keymap(file(content), size: UInt32(content.utf8.count))
        #expect(keymap.key(1) == Key(name: "Escape", characters: ""))
        #expect(keymap.key(16) == Key(name: "q", characters: "q"))
    }

    @Test func `a key means what the modifiers make of it`() throws {
        let keymap = try Keymap(file(text), size: UInt32(text.utf8.count))
        keymap.update(depressed: 1, latched: 0, locked: 0, group: 0)
        #expect(keymap.key(16) == Key(name: "Q", characters: "Q", modifiers: .shift))
        keymap.update(depressed: 0, latched: 0, locked: 0, group: 0)
        #expect(keymap.key(16) == Key(name: "q", characters: "q"))
    }

    @Test func `a key that the keymap lacks has no meaning`() throws {
        let keymap = try Keymap(file(text), size: UInt32(text.utf8.count))
        #expect(keymap.key(.max) == Key(name: "NoSymbol", characters: ""))
    }

    @Test func `a text that is not a keymap is refused`() throws {
        #expect(try error("no keymap", size: 9) == .malformed)
        #expect(try error(String(repeating: "\0", count: 9), size: 9) == .malformed)
        #expect(try error(text, size: 0) == .badSize(0))
        #expect(try error(text, size: .max) == .badSize(.max))
        #expect(try error(text, size: 100_000) == .truncated(expected: 100_000, size: Int64(text.utf8.count)))
    }

    @Test(arguments: [
        (keymap(codes: "<ESC> = 900000000;"), "the key number 900000000, expected at most 4095"),
        (keymap(codes: "maximum = 0xffffffff;"), "the key number 0xffffffff, expected at most 4095"),
        (
            keymap(types: "type \"x\" { level_name[400000000] = \"y\"; };"),
            "the shift level 400000000, expected at most 32"
        ),
        (keymap(types: "# \"\n XKB_Types \"u\" { <\"> 33"), "the shift level 33, expected at most 32"),
        (keymap(types: "type \"x\" { level_name[32*32] = \"y\"; };"), "a product in xkb_types"),
        (
            keymap(types: "type \"x\" { modifiers = \(String(repeating: "Shift+", count: 17))Shift; };"),
            "an expression of more than 16 operators"
        ),
    ])
    func `keymaps that would crash libxkbcommon are refused`(content: String, what: String) throws {
        // By the check alone first: what it lets through ends this process.
        let refusal = try #require(throws: KeymapError.self) { try KeymapBounds.check(Array(content.utf8)) }
        #expect(refusal == .excessive(what))
        #expect(try error(content, size: UInt32(content.utf8.count)) == .excessive(what))
    }

    @Test func `keymaps that resemble dangerous ones are read`() throws {
        let harmless = keymap(
            codes: "// 5000\n# 5000\n<ESC> = 9; <AD01> = 24; <LFSH> = 50; <5000> = 4095;",
            types: "type \"5000*(((((((((((((((((\" { modifiers = Shift+Control; level_name[32] = \"*\"; };",
            symbols: "key <5000> { [ 0x1002665 ] };")
        let keymap = try Keymap(file(harmless), size: UInt32(harmless.utf8.count))
        #expect(keymap.key(4087) == Key(name: "U2665", characters: "\u{2665}"))
    }

    @Test func `a quote behind a backslash is refused, as versions of the format differ in it`() throws {
        let content = keymap(types: "type \"\\\" { level_name[400000000] = \" \"; };")
        #expect(try error(content, size: UInt32(content.utf8.count)) == .malformed)
    }

    @Test func `syntax that versions of libxkbcommon crash on is refused`() throws {
        for symbols in ["key <ESC> { , [ Escape ] };", "key <ESC> { // nothing\n # nothing\n , [ Escape ] };"] {
            let content = keymap(symbols: symbols)
            #expect(try error(content, size: UInt32(content.utf8.count)) == .malformed)
        }
    }

    @Test func `a keymap can't include other files`() throws {
        let content = keymap(symbols: "include \"/etc/passwd\"")
        #expect(try error(content, size: UInt32(content.utf8.count)) == .malformed)
    }

    @Test func `a descriptor that is not a regular file is refused`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0 && write(ends[1], "xkb_keymap", 10) == 10)
        defer { close(ends[1]) }
        let folders = unsafe [open("/dev/zero", O_RDONLY), open("/", O_RDONLY)]
        for descriptor in folders + [ends[0], socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)] {
            let error = #expect(throws: KeymapError.self) {
                _ = try Keymap(FileDescriptor(owning: descriptor), size: 10)
            }
            #expect(error == .notAFile)
        }
        let error = #expect(throws: KeymapError.self) { _ = try Keymap(FileDescriptor(owning: -1), size: 10) }
        #expect(error == .system(operation: "fstat", errno: EBADF))
        #expect(error?.description.contains("\n") == false)
    }
}

/// Files that others open at the same time can't be told from a leak.
@Suite(.serialized, .timeLimited) struct KeymapDescriptorTests {
    @Test func `the descriptor is closed whether the keymap is read or refused`() throws {
        for content in [text, "no keymap"] {
            let descriptor = try file(content)
            let number = descriptor.rawValue
            var status = stat()
            unsafe #expect(fstat(number, &status) == 0)
            let inode = status.st_ino
            _ = try? Keymap(descriptor, size: UInt32(content.utf8.count))
            unsafe #expect(fstat(number, &status) != 0 || status.st_ino != inode)
        }
    }
}
