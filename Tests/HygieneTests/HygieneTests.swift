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
