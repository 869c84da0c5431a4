import Foundation
import ProgramFiles
import RegexBuilder
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

    /// What Package.swift says of every target: its name, its folder, and its whole text.
    private func targets() throws -> [(name: String, folder: String, text: String)] {
        let package = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        let pattern =
            /\.(target|executableTarget|testTarget|systemLibrary)\(\s*name: "([\w-]+)"(?s:.*?)(?=\n        \.\w+\(|\n    \],)/
        return package.matches(of: pattern).map { found in
            let usual = "\(found.1 == "testTarget" ? "Tests" : "Sources")/\(found.2)"
            let named = found.0.firstMatch(of: /\bpath: "([^"]+)"/).map { String($0.1) }
            return (String(found.2), named ?? usual, String(found.0))
        }
    }

    /// So that no rule below passes over a target.
    @Test func everyFolderIsATarget() throws {
        let folders = Set(try targets().map(\.folder))
        for parent in ["Sources", "Tests", "Tests/Support", "Benchmarks"] {
            for name in try FileManager.default.contentsOfDirectory(atPath: root.appending(path: parent).path) {
                let folder = "\(parent)/\(name)"
                // Without Swift in it, or with targets of its own
                guard (try? files(folder))?.isEmpty == false, !["Tests/Support", "Tests/Fuzz"].contains(folder) else {
                    continue
                }
                #expect(folders.contains(folder), "\(folder)")
            }
        }
        for folder in folders {
            #expect(FileManager.default.fileExists(atPath: root.appending(path: folder).path), "\(folder)")
        }
    }

    /// The build lets a target import what its dependencies depend on; the arrows do not.
    @Test func everyTargetNamesWhatItImports() throws {
        let targets = try targets()
        let ours = Set(targets.map(\.name))
        for target in targets {
            for (path, text) in try files(target.folder) {
                for found in text.matches(of: /(?m)^(?:@\w+ )?(?:\w+ )?import (\w+)$/)
                where ours.contains(String(found.1)) {
                    #expect(target.text.contains("\"\(found.1)\""), "\(path) imports \(found.1)")
                }
            }
        }
    }

    @Test func onlyGtkKitImportsGTK() throws {
        let seams = ["Sources/GtkKit/", "Tests/Support/TestingSupport/"]
        for folder in ["Sources", "Tests"] {
            let found = try offenders(/import (?:CGtk|CGtkShim|CGtkTesting)\b/, in: folder)
            #expect(found.filter { path in !seams.contains { path.hasPrefix($0) } }.isEmpty)
        }
    }

    @Test func onlyLibpqClientImportsLibpq() throws {
        #expect(try offenders(/import CPQ\b/, in: "Sources", except: "Sources/LibpqClient/").isEmpty)
        #expect(try offenders(/import CPQ\b/, in: "Tests", except: "Tests/HygieneTests/").isEmpty)
    }

    /// They are libraries of their own, which other programs use without the rest.
    @Test(arguments: [["GtkKit", "CGtk", "CGtkShim"], ["LibpqClient", "CPQ"]])
    func kitsKnowNothingOfOurs(kit: [String]) throws {
        let ours = try targets().map(\.name).filter { !kit.contains($0) }
        for (path, text) in try files("Sources/\(kit[0])") {
            for found in text.matches(of: /(?m)^(?:\w+ )?import (\w+)$/) {
                #expect(!ours.contains(String(found.1)), "\(path)")
            }
            #expect(!text.contains("translated("), "\(path)")
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

    @Test func addressesOfTheServerAreWrittenOnce() throws {
        #expect(try offenders(/"\/(?:entries|todos|user|api)\b/, in: "Sources", except: "Sources/ClassAPI").isEmpty)
    }

    @Test func noSourceTrapsOnPurpose() throws {
        #expect(try offenders(/\btry!|\bfatalError\(|\bas! |preconditionFailure\(/, in: "Sources").isEmpty)
    }

    @Test func noTestSleeps() throws {
        #expect(
            try offenders(/Task\.sleep\(|Thread\.sleep\(|\busleep\(/, in: "Tests", except: "Tests/HygieneTests").isEmpty
        )
    }

    /// `Draw` says its seed, and draws the same again where it is named.
    @Test func everyTestThatDrawsByChanceTakesASeed() throws {
        let chance = ["SystemRandomNumberGenerator", ".random(in:", ".randomElement(", ".shuffled(", ".shuffle("]
        for (path, text) in try files("Tests")
        where !["/Draw.swift", "/HygieneTests.swift"].contains(where: path.hasSuffix) {
            for line in text.split(separator: "\n") where chance.contains(where: line.contains) {
                #expect(line.contains("using: "), "\(path): \(line)")
            }
        }
    }

    /// Everything that `dukedir` can say is written in these modules. What the window resolves in a part of its own is
    /// match by `CommandError` in the words of the command line.
    @Test func noMessageOfTheCommandLineNamesAWindow() throws {
        let advice = try files("Sources/DirectoryCommands").first { $0.path.hasSuffix("/CommandError.swift") }
        let advised = Set(try #require(advice).text.matches(of: /\.(\w+)/).map { String($0.1) })
        let names = /\b(?i:windows?|buttons?|menus?|dialogs?|panes?|toolbars?|sidebars?|preferences|clicks?|press)\b/
        var errors: Set<String> = []
        for module in ["ClassAPI", "DirectoryCommands", "DirectoryModel", "DirectoryStore", "DirectorySync"] {
            for (path, text) in try files("Sources/\(module)") {
                for match in text.matches(of: /translated\([^"]*(?:"""(?s:.*?)"""|"(?:[^"\\]|\\.)*")/) {
                    guard match.0.replacing("Windows-1252", with: "").contains(names) else { continue }
                    let line = text[..<match.range.lowerBound].split(separator: "\n").last ?? ""
                    let cases = line.matches(of: /\.(\w+)/).map { String($0.1) }
                    #expect(!cases.isEmpty && cases.allSatisfy(advised.contains), "\(path): \(match.0)")
                    errors.formUnion(cases)
                }
            }
        }
        #expect(errors.contains("noServerYet"), "Nothing was looked at.")
    }

    @Test func allHaveTheSameVersion() throws {
        for (path, pattern) in [
            ("CHANGELOG.md", /(?m)^## (\S+)/), ("debian/changelog", /^duke-directory \((.+)-/),
            ("data/io.github.dukedirectory.DukeDirectory.metainfo.xml.in", /<release version="([^"]+)"/),
        ] {
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            #expect(text.firstMatch(of: pattern)?.1 == ProgramVersion.current[...], "\(path)")
        }
        #expect(try offenders(/version: "/, in: "Sources").isEmpty)
    }

    /// Folders of Sources where everybody finds a type by its file. More are welcome.
    private static let filedByType = [
        "CameraKit", "ClassAPI", "DirectoryCommands", "DirectoryKeyring", "DirectoryModel", "DirectoryServer",
        "DirectoryStore", "DirectorySync", "DirectoryWidgets", "GtkKit", "Language", "PictureKit", "PictureOutlines",
        "LibpqClient", "ProgramFiles", "duke-directory-server",
    ]

    /// `Type.swift` declares the type, or the function; `Type+Part.swift` declares or extends it. What serves it lies in
    /// the same file.
    @Test(arguments: filedByType) func everyFileIsNamedAfterItsType(folder: String) throws {
        let declared = Regex {
            #/(?m)^(?:(?:public|package|open|final|indirect|nonisolated|@\w+) )*/#
            /(?:class|struct|enum|protocol|actor|extension|typealias|func) (\w+)/
        }
        for (path, text) in try files("Sources/\(folder)") {
            let name = URL(filePath: path).deletingPathExtension().lastPathComponent.prefix { $0 != "+" }
            let names = text.matches(of: declared).map { String($0.1) }
            #expect(names.contains { $0 == name || $0 == name.lowercased() }, "\(path) declares \(names)")
        }
    }

    @Test func filesStayShort() throws {
        for folder in ["Sources", "Tests", "Resources", "Benchmarks"] {
            let long = try files(folder).filter {
                $0.text.split(separator: "\n", omittingEmptySubsequences: false).count > 501
            }
            #expect(long.map(\.path).isEmpty)
        }
    }
}
