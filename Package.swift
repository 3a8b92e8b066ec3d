// swift-tools-version: 6.2

import Foundation
import PackageDescription

// Every Swift target: no pointer without a word, no import that leaks, no existential in disguise.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Rooms whose every type lives on the main actor, as UIKit's do.
let onMainActor = strict + [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "wayland-touch",
    products: [
        .library(name: "TouchKit", targets: ["TouchKit"]),
        .library(name: "Wayland", targets: ["Wayland"]),
        .library(name: "WaylandTouch", targets: ["WaylandTouch"]),
        .library(name: "WestonTestSeat", type: .dynamic, targets: ["WestonTestSeat"]),
        .executable(name: "touch-sample", targets: ["touch-sample"]),
    ],
    targets: [
        // The program.
        .executableTarget(
            name: "touch-sample",
            dependencies: ["WaylandTouch", "TouchKit", "TouchScenario", "HeadlessWeston", "Wayland", "CShims"],
            exclude: ["Pictures"],
            swiftSettings: onMainActor),

        // What the libraries are for, small enough to read in one go.
        .example("tap-counter"),
        .example("photo-pinch"),
        .example("paint"),
        .example("kiosk-buttons"),

        // How fast it is, side by side with a client in C.
        .executableTarget(
            name: "touch-bench",
            dependencies: ["BenchFigures", "TouchKit", "HeadlessWeston", "CBench", "CShims"],
            path: "Sources/touch-bench/Bench",
            swiftSettings: onMainActor),
        .target(name: "BenchFigures", path: "Sources/touch-bench/Figures", swiftSettings: strict),
        .executableTarget(
            name: "touch-bench-client",
            dependencies: ["WaylandTouch", "TouchKit"],
            path: "Sources/touch-bench/Client",
            swiftSettings: onMainActor),
        .target(name: "CBench", path: "Sources/touch-bench/CBench"),

        // The libraries, top down.
        .target(
            name: "WaylandTouch",
            dependencies: ["Wayland", "TouchKit", "CShims", "CXkbcommon", "CPangoCairo"],
            swiftSettings: onMainActor),
        .target(
            name: "TouchScenario",
            dependencies: ["TouchKit"],
            swiftSettings: onMainActor),
        .target(
            name: "TouchKit",
            swiftSettings: onMainActor,
            // Rounding in release builds is libm's.
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .target(
            name: "Wayland",
            dependencies: ["CWaylandClient", "CShims"],
            swiftSettings: strict,
            plugins: ["WaylandBindings"]),

        // Protocol XML to Swift.
        .executableTarget(
            name: "wayland-swift-scanner",
            swiftSettings: strict),
        .plugin(
            name: "WaylandBindings",
            capability: .buildTool(),
            dependencies: ["wayland-swift-scanner"],
            path: "Sources/WaylandBindings"),

        // A private weston to run in when there is no compositor, and the seat that moves its fingers.
        .target(
            name: "HeadlessWeston",
            dependencies: ["Wayland", "CShims"],
            swiftSettings: strict),
        .target(
            name: "WestonTestSeat",
            dependencies: ["CLibweston"]),

        // C.
        .target(name: "CShims"),
        .systemLibrary(
            name: "CWaylandClient",
            pkgConfig: "wayland-client",
            providers: [.apt(["libwayland-dev", "wayland-protocols"])]),
        .systemLibrary(
            name: "CXkbcommon",
            pkgConfig: "xkbcommon",
            providers: [.apt(["libxkbcommon-dev"])]),
        .systemLibrary(
            name: "CPangoCairo",
            pkgConfig: "pangocairo",
            providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(
            name: "CLibweston",
            pkgConfig: libweston,
            providers: [.apt(["\(libweston)-dev"])]),

        // A hand that taps for hours, and checks what comes of it.
        .executableTarget(
            name: "soak",
            dependencies: ["HeadlessWeston", "CShims", "Fuzzing"],
            path: "Tests/Soak",
            swiftSettings: strict),

        // Plants faults in a copy of the package, and reports which test catches each.
        .executableTarget(
            name: "planted-faults",
            dependencies: ["HeadlessWeston"],
            path: "Tests/PlantedFaults",
            exclude: ["Faults"],
            swiftSettings: strict),

        // Tests.
        .target(name: "Fuzzing", path: "Tests/Fuzzing", swiftSettings: strict),
        .target(name: "TimeLimits", dependencies: ["Fuzzing"], path: "Tests/TimeLimits", swiftSettings: strict),
        .testTarget(
            name: "TouchKitTests", dependencies: ["TouchKit", "Fuzzing", "TimeLimits"], swiftSettings: onMainActor),
        .testTarget(
            name: "TouchScenarioTests", dependencies: ["TouchScenario", "TouchKit", "Fuzzing", "TimeLimits"],
            exclude: ["Scenarios", "KnownDifferences.json"],
            swiftSettings: onMainActor),
        .testTarget(
            name: "ScannerTests", dependencies: ["wayland-swift-scanner", "Fuzzing", "TimeLimits"],
            exclude: ["Fixtures"],
            swiftSettings: strict),
        .testTarget(name: "WaylandTests", dependencies: ["Wayland", "CShims", "TimeLimits"], swiftSettings: strict),
        .testTarget(
            name: "WaylandTouchTests",
            dependencies: [
                "WaylandTouch", "TouchKit", "TouchScenario", "Wayland", "CShims", "Fuzzing", "TimeLimits",
            ],
            swiftSettings: onMainActor),
        .testTarget(
            name: "TouchSampleTests",
            dependencies: [
                "touch-sample", "WaylandTouch", "TouchKit", "TouchScenario", "HeadlessWeston", "Fuzzing", "TimeLimits",
            ],
            swiftSettings: onMainActor),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "tap-counter", "photo-pinch", "paint", "kiosk-buttons", "HeadlessWeston", "CPangoCairo", "TimeLimits",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DocumentationTests", dependencies: ["WaylandTouch", "TouchScenario", "TimeLimits"],
            swiftSettings: strict),
        .testTarget(name: "BenchTests", dependencies: ["BenchFigures", "TimeLimits"], swiftSettings: strict),
        .testTarget(name: "RepositoryTests", dependencies: ["TimeLimits"], swiftSettings: strict),
    ]
)

extension Target {
    /// A program that shows one thing.
    static func example(_ name: String) -> Target {
        .executableTarget(
            name: name, dependencies: ["WaylandTouch", "TouchKit"], path: "Sources/Examples/\(name)",
            swiftSettings: onMainActor)
    }
}

/// The newest libweston that this machine has headers for; its package name carries its major version.
var libweston: String {
    let folders = ["/usr/lib", "/usr/local/lib", "/usr/share", "/usr/local/share"].flatMap { root in
        [root] + ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).map { "\(root)/\($0)" }
    }
    let known = (10...14).reversed().map { "libweston-\($0)" }
    return known.first { name in
        folders.contains { FileManager.default.fileExists(atPath: "\($0)/pkgconfig/\(name).pc") }
    } ?? "libweston-10"
}
