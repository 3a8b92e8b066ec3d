import CShims
import Fuzzing
import Glibc
import Testing
import TimeLimits
import TouchKit

@testable import Wayland
@testable import WaylandTouch

/// Keymaps that are wrong in any way, in files that are none, are read or refused in one line.
@Suite(.timeLimited) struct KeymapFuzzTests {
    /// In a process of its own, so that a trap is this test's, and so are all memory and all descriptors.
    @Test func `a damaged keymap is read, or refused in one line`() async {
        if FuzzRun.isAlone { return Self.fuzz() }
        await #expect(processExitsWith: .success) { @MainActor in
            limitTimeOfThisProcess()
            KeymapFuzzTests.fuzz()
        }
    }

    private static func fuzz() {
        let good = Array(everythingKeymap.utf8)
        let damage = Damage(to: [good])
        let run = FuzzRun(events: 3000)
        var growth = GrowthCheck(run)
        var readCount = 0
        let peak = Footprint.peak
        run.forEachSeed { seed in
            var dice = Dice(seed: seed)
            let bytes = dice.one(in: 10) ? good : damage.make(&dice)
            let start = Footprint.processorTime
            do throws(KeymapError) {
                try play(sent(bytes, &dice), size: size(for: bytes.count, &dice), &dice)
                readCount += 1
            } catch {
                let words = error.description
                #expect(words.hasPrefix("the compositor's keymap is unreadable: "), "seed \(seed)")
                #expect(!words.contains("\n") && words.utf8.count < 300, "seed \(seed): \(words)")
            }
            #expect(Footprint.processorTime - start < .seconds(10 * Footprint.patience), "seed \(seed) takes too long")
            growth.note(10)
            return 10
        }
        #expect(readCount * 100 >= run.events / 10, "hardly one is read")
        #expect(Footprint.peak - peak < 200 << 20, "one took \((Footprint.peak - peak) >> 20) MiB")
        let (memory, descriptors) = growth.growth()
        #expect(memory < 8 << 20, "it has grown by \(memory) bytes")
        #expect(descriptors <= 0, "\(descriptors) more are open")
    }
}

/// Every kind of statement that there is.
nonisolated let everythingKeymap = """
    xkb_keymap {
    xkb_keycodes "evdev+aliases(qwerty)" {
        minimum = 8; maximum = 255;
        <ESC> = 9; <AE01> = 10; <AD01> = 24; <LFSH> = 50; <CAPS> = 66; <RALT> = 108; <I156> = 156;
        indicator 1 = "Caps Lock"; virtual indicator 12 = "Shift Lock"; alias <ALGR> = <RALT>;
    };
    xkb_types "complete" {
        virtual_modifiers NumLock,Alt,LevelThree,AltGr;
        type "ONE_LEVEL" { modifiers = none; level_name[Level1] = "Any"; };
        type "TWO_LEVEL" { modifiers = Shift; map[Shift] = Level2; level_name[Level1] = "Base"; level_name[2] = "Shift"; };
        type "FOUR_LEVEL" {
            modifiers = Shift+LevelThree; map[Shift] = 2; map[LevelThree] = 3; map[Shift+LevelThree] = 4;
            preserve[Shift+LevelThree] = Shift; level_name[1] = "Base";
        };
    };
    xkb_compatibility "complete" {
        virtual_modifiers NumLock,Alt,LevelThree,AltGr;
        interpret.useModMapMods = AnyLevel; interpret.repeat = False;
        interpret ISO_Level3_Shift+AnyOf(all) { virtualModifier = LevelThree; action = SetMods(modifiers=LevelThree,clearLocks); };
        interpret Any+AnyOfOrNone(all) { action = NoAction(); };
        group 2 = AltGr;
        indicator "Caps Lock" { whichModState = locked; modifiers = Lock; groups = 0xfe; controls = RepeatKeys; };
    };
    xkb_symbols "pc+us+inet(evdev)" {
        name[group1] = "English (US)"; name[group2] = "German";
        key <ESC> { [ Escape ] };
        key <AE01> { [ 1, exclam ], [ 1, exclam, onesuperior, 0x10000a1 ] };
        key <AD01> { type[group1] = "FOUR_LEVEL", symbols[Group1] = [ q, Q, at, { Greek_OMEGA, U2665 } ] };
        key <LFSH> { repeat = no, [ Shift_L ], virtualMods = Alt };
        key <CAPS> { [ Caps_Lock ], actions[Group1] = [ LockMods(modifiers=Lock) ], groupsClamp };
        key <RALT> { type = "TWO_LEVEL", symbols = [ ISO_Level3_Shift, NoSymbol ], overlay1 = <ESC> };
        key <I156> {
            actions = [ MovePtr(x=+10,y=-5), PtrBtn(button=1), SetGroup(group=+1), SwitchScreen(screen=1,!same),
                Private(type=0x5,data[0]=0x10), RedirectKey(keycode=<ESC>,clearmods=Shift), Terminate() ]
        };
        modifier_map Shift { <LFSH> }; modifier_map Lock { <CAPS>, Caps_Lock };
    };
    xkb_geometry "pc(pc105)" { width = 470; height = 180.5; shape "K" { cornerRadius = 1, { [ 18, 18 ] } }; };
    };
    """

/// A descriptor as it comes from a compositor: mostly of a file with these bytes, now and then of something else.
private func sent(_ bytes: [UInt8], _ dice: inout Dice) throws(KeymapError) -> FileDescriptor {
    var ends: [Int32] = [-1, -1]
    switch dice.below(24) {
    case 0:
        unsafe precondition(pipe(&ends) == 0)
        close(ends[1])
        return FileDescriptor(owning: ends[0])
    case 1:
        unsafe precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        close(ends[0])
        return FileDescriptor(owning: ends[1])
    case 2:
        return FileDescriptor(owning: unsafe open(dice.pick(["/dev/null", "/dev/zero", "/proc/self/mem"]), O_RDONLY))
    case 3: return FileDescriptor(owning: unsafe open("/", O_RDONLY))
    case 4: return FileDescriptor(owning: -1)
    case 5: return FileDescriptor(owning: unsafe open("/proc/self/maps", O_RDONLY))
    default: break
    }
    let file = FileDescriptor(owning: unsafe shim_memfd_create("keymap"))
    precondition(unsafe file.rawValue >= 0 && write(file.rawValue, bytes, bytes.count) == bytes.count)
    if dice.one(in: 2) { _ = shim_add_seals(file.rawValue, Int32(SHIM_SEAL_SHRINK | SHIM_SEAL_GROW)) }
    if dice.one(in: 20) { ftruncate(file.rawValue, off_t(dice.below(bytes.count + 1))) }
    if dice.one(in: 2) { lseek(file.rawValue, 0, SEEK_SET) }
    return file
}

/// A size as it comes from a compositor.
private func size(for count: Int, _ dice: inout Dice) -> UInt32 {
    switch dice.below(12) {
    case 0: UInt32(truncatingIfNeeded: count + 1)
    case 1: UInt32(truncatingIfNeeded: count - 1)
    case 2: dice.pick([0, 1, Keymap.largestSize, Keymap.largestSize + 1, 1 << 31, .max])
    case 3: UInt32(dice.below(count + 1))
    default: UInt32(count)
    }
}

/// Presses any keys under any modifiers.
private func play(_ descriptor: consuming FileDescriptor, size: UInt32, _ dice: inout Dice) throws(KeymapError) {
    let keymap = try Keymap(descriptor, size: size)
    for _ in 0..<10 {
        func mask() -> UInt32 { dice.pick([0, 1, 0xff, 1 << 31, .max]) }
        keymap.update(depressed: mask(), latched: mask(), locked: mask(), group: mask())
        let code = dice.one(in: 4) ? UInt32(truncatingIfNeeded: dice.next()) : UInt32(dice.below(300))
        let key = keymap.key(code)
        #expect(!key.characters.unicodeScalars.contains { $0.properties.generalCategory == .control })
        _ = keymap.repeats(code)
    }
}
