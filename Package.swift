// swift-tools-version: 6.2
import PackageDescription

/// The settings of all targets. `--explicit-target-dependency-import-check error` in the Makefile enforces that targets
/// import only their dependencies.
let house: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Of targets that only draw: everything is on the main actor.
let onMainActor = house + [.defaultIsolation(MainActor.self)]

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let http = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioTLS = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "duke-directory",
    products: [
        .library(name: "GtkKit", targets: ["GtkKit"]),
        .library(name: "DirectoryModel", targets: ["DirectoryModel"]),
        .library(name: "PictureOutlines", targets: ["PictureOutlines"]),
        .library(name: "DirectoryStore", targets: ["DirectoryStore"]),
        .library(name: "DirectorySync", targets: ["DirectorySync"]),
        .executable(name: "duke-directory", targets: ["duke-directory"]),
        .executable(name: "dukedir", targets: ["dukedir"]),
        .executable(name: "duke-directory-server", targets: ["duke-directory-server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        // C libraries: a module map and a header of includes each.
        .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CSecret", pkgConfig: "libsecret-1", providers: [.apt(["libsecret-1-dev"])]),
        .systemLibrary(name: "CGStreamer", pkgConfig: "gstreamer-1.0", providers: [.apt(["libgstreamer1.0-dev"])]),
        .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        // The C library's own translations.
        .systemLibrary(name: "CIntl"),
        // Functions of the C library that Swift lacks: malloc_trim, memmem.
        .systemLibrary(name: "CMalloc"),
        // A search for bytes with vector instructions.
        .target(name: "CTextScan"),
        // Translated texts. No I/O except the catalog's.
        .target(name: "Language", dependencies: ["CIntl"], swiftSettings: house),
        // The macros, variadics and dispatch pair of GTK that Swift cannot import.
        .target(name: "CGtkShim", dependencies: ["CGtk"]),
        // The headers of pictures, read without decoding the pictures. No I/O.
        .target(name: "PictureOutlines", swiftSettings: house),
        // GTK in Swift: a library for other programs, too, which imports none of our modules.
        .target(name: "GtkKit", dependencies: ["CGtk", "CGtkShim"], swiftSettings: house),
        // Untrusted pictures: checked before they are decoded, cropped to a square, scaled down.
        .target(name: "PictureKit", dependencies: ["GtkKit", "PictureOutlines", "Language"], swiftSettings: house),
        // Widgets of a directory: faces, adaptive panes, messages, questions, search matches. No C except QR codes'.
        .target(
            name: "DirectoryWidgets", dependencies: ["GtkKit", "CQRencode", "Language"], swiftSettings: onMainActor),
        // The computer's camera. No GTK.
        .target(name: "CameraKit", dependencies: ["CGStreamer", "Language"], swiftSettings: house),
        // What is compiled in: style, hobby emojis, help.
        .target(
            name: "Resources", path: "Resources",
            resources: [
                .embedInCode("style.css"),
                .embedInCode("style-dark.css"),
                .embedInCode("style-light.css"),
                .embedInCode("style-other.css"),
                .embedInCode("theme.css"),
                .embedInCode("theme-dark.css"),
                .embedInCode("theme-light.css"),
                .embedInCode("hobby-emojis.txt"),
                .embedInCode("help.md"),
            ],
            swiftSettings: house),
        // The paths of the files beside the programs.
        .target(name: "ProgramFiles", swiftSettings: house),
        // Shared by clients and server: addresses, JSON, hashes of content.
        .target(name: "ClassAPI", dependencies: ["CSodium"], swiftSettings: house),
        // Model: records, fields, rules, sentences, file formats. No I/O.
        .target(
            name: "DirectoryModel", dependencies: ["ClassAPI", "Language", "PictureOutlines"], swiftSettings: house),
        // Storage: SQLite, search, the data model, import and export.
        .target(
            name: "DirectoryStore",
            dependencies: ["ClassAPI", "CTextScan", "DirectoryModel", "Language", "ProgramFiles", grdb, sqlite],
            swiftSettings: house),
        // Network client: requests and downloads.
        .target(
            name: "DirectorySync",
            dependencies: [
                "ClassAPI", "DirectoryModel", "DirectoryStore", "Language", http, nioCore, nioPosix, nioHTTP, nioTLS,
            ],
            swiftSettings: house),
        // Passwords in the desktop's keyring, or in a file without one.
        .target(
            name: "DirectoryKeyring", dependencies: ["DirectoryModel", "DirectorySync", "CSecret", "Language"],
            swiftSettings: house),
        // The content and actions of each screen. No GTK.
        .target(
            name: "DirectoryScreens", dependencies: ["DirectoryModel", "DirectoryStore", "DirectorySync", "Language"],
            swiftSettings: house),
        // The GTK views of the screens. No decisions.
        .target(
            name: "DirectoryWindow",
            dependencies: [
                "DirectoryModel", "DirectoryScreens", "GtkKit", "PictureKit", "DirectoryWidgets", "CameraKit",
                "Language", "ProgramFiles", "Resources",
            ],
            swiftSettings: onMainActor),
        // PostgreSQL through libpq: connections on their own threads, transactions, notifications.
        .target(name: "LibpqClient", dependencies: ["CPQ"], swiftSettings: house),
        // The class server: routes, accounts, pages, repository.
        .target(
            name: "DirectoryServer",
            dependencies: [
                "ClassAPI", "CMalloc", "DirectoryModel", "CSodium", "Language", "LibpqClient", grdb, sqlite,
                hummingbird, hummingbirdCore, httpTypes, lifecycle, logging, nioCore, nioHTTP, nioPosix, nioTLS,
            ],
            resources: [.embedInCode("Pages/page.css")], swiftSettings: house),
        // An invented class for a server.
        .target(
            name: "SampleData", dependencies: ["ClassAPI", "DirectoryModel", "DirectoryServer", "ProgramFiles"],
            resources: [.embedInCode("sample.json")], swiftSettings: house),
        // The desktop program: a synchronous main that connects the modules.
        .executableTarget(
            name: "duke-directory",
            dependencies: [
                "DirectoryModel", "DirectoryStore", "DirectorySync", "DirectoryScreens", "DirectoryWindow",
                "DirectoryKeyring", "GtkKit", "Language", "PictureKit", "ProgramFiles", "Resources", "DirectoryWidgets",
                arguments,
            ],
            swiftSettings: house),
        // The commands of each collection, derived from its definition.
        .target(
            name: "DirectoryCommands",
            dependencies: [
                "DirectoryModel", "DirectoryStore", "DirectorySync", "Language", "ProgramFiles", arguments,
            ],
            swiftSettings: house),
        // The command line.
        .executableTarget(name: "dukedir", dependencies: ["DirectoryCommands"], swiftSettings: house),
        // The class server's command line.
        .executableTarget(
            name: "duke-directory-server",
            dependencies: [
                "DirectoryModel", "DirectoryServer", "Language", "ProgramFiles", "SampleData", arguments, logging,
            ],
            swiftSettings: house),
        // Benchmarks of `make bench`.
        .executableTarget(
            name: "StoreBenchmark",
            dependencies: [
                "DirectoryModel", "DirectoryStore", sqlite,
            ],
            path: "Benchmarks/StoreBenchmark", swiftSettings: house),
        .executableTarget(
            name: "DecodeBenchmark", dependencies: ["DirectoryModel"], path: "Benchmarks/DecodeBenchmark",
            swiftSettings: house),
        // Test support: data of a program that is killed; hostile texts, random numbers, and sockets; databases of
        // earlier versions.
        .target(
            name: "Generations", dependencies: ["DirectoryModel"], path: "Tests/Support/Generations",
            swiftSettings: house),
        .target(name: "Hostile", dependencies: [sqlite], path: "Tests/Support/Hostile", swiftSettings: house),
        // A sandbox of its own, and its store's records as their types.
        .target(
            name: "TypedStore", dependencies: ["DirectoryModel", "DirectoryStore", grdb],
            path: "Tests/Support/TypedStore", swiftSettings: house),
        .target(name: "Waiting", path: "Tests/Support/Waiting", swiftSettings: house),
        // The screens of a window on a folder of its own.
        .target(
            name: "ScreenFixtures",
            dependencies: [
                "DirectoryModel", "DirectoryScreens", "DirectoryStore", "DirectorySync", "TypedStore", "Waiting",
            ],
            path: "Tests/Support/ScreenFixtures", swiftSettings: house),
        .target(
            name: "Older", dependencies: [grdb], path: "Tests/Support/Older", exclude: ["0.1", "0.2", "0.3"],
            swiftSettings: house),
        // Clients of class servers whose responses are recorded, and a checker of their linearizability.
        .target(
            name: "HistoryCheck", dependencies: ["Hostile"], path: "Tests/Support/HistoryCheck", swiftSettings: house),
        .executableTarget(
            name: "HistoryRun", dependencies: ["HistoryCheck", "Hostile"], path: "Tests/Support/HistoryRun",
            swiftSettings: house),
        // A PostgreSQL server for tests.
        .target(
            name: "TemporaryPostgres", dependencies: ["LibpqClient"], path: "Tests/Support/TemporaryPostgres",
            swiftSettings: house),
        // A collection that the program does not have.
        .target(
            name: "Boats", dependencies: ["ClassAPI", "DirectoryModel", "Language"], path: "Tests/Support/Boats",
            swiftSettings: house),
        // Its server and its command line.
        .executableTarget(
            name: "boat-club",
            dependencies: ["Boats", "DirectoryCommands", "DirectoryModel", "DirectoryServer", arguments],
            path: "Tests/Support/BoatClub", swiftSettings: house),
        // Simulated input, and pictures, for tests of windows.
        .target(name: "CGtkTesting", dependencies: ["CGtk"], path: "Tests/Support/CGtkTesting"),
        .target(
            name: "TestingSupport", dependencies: ["GtkKit", "CGtk", "CGtkShim", "CGtkTesting"],
            path: "Tests/Support/TestingSupport", swiftSettings: house),
        .executableTarget(
            name: "ChangeLoop", dependencies: ["DirectoryModel", "DirectoryStore", "Generations", "Hostile"],
            path: "Tests/Support/ChangeLoop", swiftSettings: house),
        // Tests: one folder a target. XCTest where GTK is touched, Swift Testing elsewhere.
        .testTarget(name: "LanguageTests", dependencies: ["Language"], swiftSettings: house),
        .testTarget(
            name: "DirectoryModelTests", dependencies: ["Boats", "DirectoryModel", "Hostile", "Language"],
            swiftSettings: house),
        .testTarget(
            name: "DirectoryStoreTests",
            dependencies: ["DirectoryModel", "DirectoryStore", "Hostile", "Language", "Older", "TypedStore", grdb],
            swiftSettings: house),
        .testTarget(
            name: "DirectoryServerTests",
            dependencies: [
                "Boats", "ClassAPI", "DirectoryModel", "DirectoryStore", "DirectoryServer", "HistoryCheck", "Hostile",
                "Older", "LibpqClient", "SampleData", "TemporaryPostgres", "TypedStore", http, httpTypes, hummingbird,
                hummingbirdCore, nioCore, nioEmbedded, nioHTTP, nioPosix, logging, grdb,
            ],
            swiftSettings: house),
        .testTarget(
            name: "LibpqClientTests", dependencies: ["LibpqClient", "TemporaryPostgres"], swiftSettings: house),
        .testTarget(
            name: "DirectoryScreensTests",
            dependencies: [
                "DirectoryModel", "DirectoryStore", "DirectorySync", "DirectoryScreens", "Hostile", "ScreenFixtures",
                "TypedStore", "Waiting", grdb,
            ],
            swiftSettings: house),
        .testTarget(name: "CameraKitTests", dependencies: ["CameraKit"], swiftSettings: house),
        .testTarget(name: "GtkKitTests", dependencies: ["GtkKit", "TestingSupport"], swiftSettings: house),
        .testTarget(
            name: "PictureKitTests",
            dependencies: ["PictureKit", "GtkKit", "Hostile", "TestingSupport", "PictureOutlines"],
            swiftSettings: house),
        .testTarget(
            name: "DirectoryWidgetsTests", dependencies: ["DirectoryWidgets", "GtkKit", "TestingSupport"],
            swiftSettings: house),
        .testTarget(
            name: "DirectoryWindowTests",
            dependencies: [
                "Boats", "DirectoryModel", "DirectoryStore", "DirectorySync", "DirectoryScreens", "DirectoryWindow",
                "GtkKit", "ProgramFiles", "Resources", "Hostile", "PictureKit", "DirectoryWidgets", "TestingSupport",
                "TypedStore",
            ],
            swiftSettings: house),
        .testTarget(
            name: "DirectoryKeyringTests", dependencies: ["DirectoryModel", "DirectorySync", "DirectoryKeyring"],
            exclude: ["with-keyring.sh"], swiftSettings: house),
        .testTarget(name: "HygieneTests", dependencies: ["ProgramFiles"], swiftSettings: house),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Boats", "DirectoryModel", "DirectoryStore", "DirectorySync", "DirectoryScreens", "Generations",
                "Hostile", "ProgramFiles", "ScreenFixtures", "TemporaryPostgres", "TypedStore",
                subprocess, system, grdb,
                // Programs that the tests start.
                "duke-directory", "dukedir", "duke-directory-server", "boat-club", "ChangeLoop",
            ],
            swiftSettings: house),
    ],
    swiftLanguageModes: [.v6]
)
