// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "GtkKitExample",
    // In a program of your own: .package(url: "…/duke-directory", from: "0.2.0")
    dependencies: [.package(name: "duke-directory", path: "../..")],
    targets: [
        .executableTarget(
            name: "GtkKitExample", dependencies: [.product(name: "GtkKit", package: "duke-directory")])
    ],
    swiftLanguageModes: [.v6]
)
