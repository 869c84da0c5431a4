import Foundation
import Testing

/// What the house rules say and the compiler does not check.
struct HygieneTests {
    private let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    /// Every Swift file below a folder, with its text.
    private func files(_ folder: String) throws -> [(path: String, text: String)] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        return try names.filter { $0.hasSuffix(".swift") }.map {
            let path = "\(folder)/\($0)"
            return (path, try String(contentsOf: root.appending(path: path), encoding: .utf8))
        }
    }

    /// The files below a folder with a line that looks like this, but for those that start with `except`.
    private func offenders(
        _ pattern: Regex<Substring>, in folder: String, except: String? = nil
    ) throws -> [String] {
        try files(folder).filter { path, text in
            if let except, path.hasPrefix(except) { return false }
            return text.split(separator: "\n").contains { $0.contains(pattern) }
        }.map(\.path)
    }

    /// The build lets a target import what its dependencies depend on; the arrows do not.
    @Test func everyTargetNamesWhatItImports() throws {
        let package = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        let targets = package.matches(
            of: /name: "([\w-]+)"(?s:.*?)(?=\.target\(|\.executableTarget\(|\.testTarget\(|\z)/)
        let ours = Set(try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path))
        for target in targets {
            let folder = "Sources/\(target.1)"
            guard FileManager.default.fileExists(atPath: root.appending(path: folder).path) else { continue }
            for (path, text) in try files(folder) {
                for found in text.matches(of: /(?m)^(?:@\w+ )?(?:\w+ )?import (\w+)$/)
                where ours.contains(String(found.1)) {
                    #expect(target.0.contains("\"\(found.1)\""), "\(path) imports \(found.1)")
                }
            }
        }
    }

    @Test func onlyGtkKitImportsGTK() throws {
        for folder in ["Sources", "Tests"] {
            #expect(try offenders(/import (?:CGtk|CGtkShim)\b/, in: folder, except: "Sources/GtkKit/").isEmpty)
        }
    }

    @Test func screensModelAndSyncKnowNoWindow() throws {
        for folder in ["DirectoryModel", "DirectoryStore", "DirectorySync", "DirectoryScreens", "DirectoryServer"] {
            #expect(try offenders(/import (?:GtkKit|DirectoryWindow|Resources)\b/, in: "Sources/\(folder)").isEmpty)
        }
    }

    @Test func theModelDoesNoInputOrOutput() throws {
        #expect(
            try offenders(/FileManager|FileHandle|URLSession|import GRDB|Process\(/, in: "Sources/DirectoryModel")
                .isEmpty)
    }

    @Test func nothingStopsTheProgramOnPurpose() throws {
        #expect(try offenders(/\btry!|\bfatalError\(|\bas! |preconditionFailure\(/, in: "Sources").isEmpty)
    }

    @Test func noTestSleeps() throws {
        #expect(
            try offenders(/Task\.sleep\(|Thread\.sleep\(|\busleep\(/, in: "Tests", except: "Tests/HygieneTests").isEmpty
        )
    }

    @Test func filesStayShort() throws {
        for folder in ["Sources", "Tests", "Resources", "Benchmarks"] {
            let long = try files(folder).filter {
                $0.text.split(separator: "\n", omittingEmptySubsequences: false).count > 301
            }
            #expect(long.map(\.path).isEmpty)
        }
    }
}
