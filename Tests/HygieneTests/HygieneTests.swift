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
    }

    /// The build lets a target import what its dependencies depend on; the arrows do not.
    @Test func everyTargetNamesWhatItImports() throws {
        let targets = try targets()
        for target in targets {
            let others = targets.map(\.name).filter { !target.text.contains("\"\($0)\"") }
            for (path, text) in try files(target.folder) {
                let unnamed = others.filter { text.has("import \($0)\n") }
                #expect(unnamed.isEmpty, "\(path): \(unnamed)")
            }
        }
    }

    /// They are libraries of their own, which other programs use without the rest.
    @Test(arguments: [["GtkKit", "CGtk", "CGtkShim"], ["LibpqClient", "CPQ"]])
    func kitsKnowNothingOfOurs(kit: [String]) throws {
        let ours = try targets().map(\.name).filter { !kit.contains($0) }.map { "import \($0)\n" } + ["translated("]
        for (path, text) in try files("Sources/\(kit[0])") {
            let found = ours.filter(text.has)
            #expect(found.isEmpty, "\(path): \(found)")
        }
    }

    /// Texts that are in no file below some folders, except below others.
    struct Ban: CustomTestStringConvertible {
        let testDescription: String
        let folders: [String]
        let texts: [String]
        var except: [String] = []
    }

    private static let bans = [
        Ban(
            testDescription: "only GtkKit imports GTK", folders: ["Sources", "Tests"], texts: ["import CGtk"],
            except: ["Sources/GtkKit/", "Tests/Support/TestingSupport/"]),
        Ban(
            testDescription: "only LibpqClient imports libpq", folders: ["Sources", "Tests"], texts: ["import CPQ"],
            except: ["Sources/LibpqClient/"]),
        Ban(
            testDescription: "model, store, sync, screens, and server know no window",
            folders: ["Model", "Store", "Sync", "Screens", "Server"].map { "Sources/Directory\($0)" },
            texts: ["import GtkKit", "import DirectoryWindow", "import Resources"]),
        Ban(
            testDescription: "the model does no input or output", folders: ["Sources/DirectoryModel"],
            texts: ["FileManager", "FileHandle", "URLSession", "import GRDB", "Process("]),
        Ban(
            testDescription: "addresses of the server are written once", folders: ["Sources"],
            texts: ["\"/entries", "\"/todos", "\"/user", "\"/api"], except: ["Sources/ClassAPI/"]),
        Ban(
            testDescription: "no source traps on purpose", folders: ["Sources"],
            texts: ["try!", "fatalError(", "as! ", "preconditionFailure("]),
        Ban(testDescription: "the version is written once", folders: ["Sources"], texts: ["version: \""]),
        Ban(
            testDescription: "no test sleeps", folders: ["Tests"], texts: ["Task.sleep(", "Thread.sleep(", "usleep("]),
    ]

    @Test(arguments: bans) func textsAreOnlyWhereTheyBelong(ban: Ban) throws {
        for (path, text) in try ban.folders.flatMap(files)
        where !(ban.except + ["Tests/HygieneTests/"]).contains(where: path.hasPrefix) {
            let found = ban.texts.filter(text.has)
            #expect(found.isEmpty, "\(path): \(found)")
        }
    }

    /// `Draw` says its seed, and draws the same again where it is named.
    @Test func everyTestThatDrawsByChanceTakesASeed() throws {
        let chance = ["SystemRandomNumberGenerator", ".random(in:", ".randomElement(", ".shuffled(", ".shuffle("]
        for (path, text) in try files("Tests")
        where chance.contains(where: text.has)
            && !["/Draw.swift", "/HygieneTests.swift"].contains(where: path.hasSuffix)
        {
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
            for (path, text) in try files("Sources/\(module)") where text.has("translated(") {
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
            #/(?:(?:public|package|open|final|indirect|nonisolated|@\w+) )*/#
            /(?:class|struct|enum|protocol|actor|extension|typealias|func) (\w+)/
        }
        for (path, text) in try files("Sources/\(folder)") {
            let name = URL(filePath: path).deletingPathExtension().lastPathComponent.prefix { $0 != "+" }
            let names = text.components(separatedBy: "\n").filter { !$0.hasPrefix(" ") }
                .compactMap { $0.prefixMatch(of: declared).map { String($0.1) } }
            #expect(names.contains { $0 == name || $0 == name.lowercased() }, "\(path) declares \(names)")
        }
    }

    @Test func filesStayShort() throws {
        for folder in ["Sources", "Tests", "Resources", "Benchmarks"] {
            let long = try files(folder).filter { $0.text.components(separatedBy: "\n").count > 501 }
            #expect(long.map(\.path).isEmpty)
        }
    }
}

extension String {
    /// Whether a text is in this one. In debug builds, regular expressions and `contains` take seconds for all sources.
    fileprivate func has(_ text: String) -> Bool { strstr(self, text) != nil }
}
