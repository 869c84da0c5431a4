// swift-tools-version: 6.2
import PackageDescription

/// What `make fuzz` runs: one program a reader of ours, which libFuzzer feeds with bytes of its own making. A package
/// of its own, so that neither `make run` nor `make test` builds any of it.
let house: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(["-parse-as-library"]),
]

/// Each has a `fuzz` function, which libFuzzer calls, and a folder of the same name in `Seeds`.
let fuzzed = [
    "FuzzElements", "FuzzRecords", "FuzzCards", "FuzzTables", "FuzzXMLLists", "FuzzTokens",
    "FuzzRules", "FuzzPictures", "FuzzBodies",
]

let package = Package(
    name: "duke-directory-fuzz",
    dependencies: [.package(name: "duke-directory", path: "../..")],
    targets: [
        .target(name: "FuzzSupport", swiftSettings: house)
    ]
        + fuzzed.map { name in
            .executableTarget(
                name: name,
                dependencies: [
                    "FuzzSupport", .product(name: "DirectoryModel", package: "duke-directory"),
                    .product(name: "PictureOutlines", package: "duke-directory"),
                ],
                swiftSettings: house)
        },
    swiftLanguageModes: [.v6]
)
