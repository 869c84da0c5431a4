import Foundation
import XCTest

/// A PDF file, as poppler's programs read it.
struct PDF {
    let file: URL

    /// What one of poppler's programs says; the test is skipped where the programs are not installed.
    private func ask(_ program: String, _ arguments: [String] = []) throws -> String {
        let path = "/usr/bin/\(program)"
        guard FileManager.default.isExecutableFile(atPath: path) else { throw XCTSkip("There is no \(program).") }
        let (process, message) = (Process(), Pipe())
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = message
        try process.run()
        let text = try message.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0, "\(program) \(arguments)")
        return String(decoding: text, as: UTF8.self)
    }

    private var path: String { file.path(percentEncoded: false) }

    /// The text of a page, the first being 1, or of all of them.
    func text(page: Int? = nil) throws -> String {
        let pages = page.map { ["-f", "\($0)", "-l", "\($0)"] } ?? []
        return try ask("pdftotext", pages + [path, "-"])
    }

    private func info(_ name: String) throws -> String {
        let line = try ask("pdfinfo", [path]).split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return try XCTUnwrap(line).dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
    }

    func pageCount() throws -> Int { try XCTUnwrap(Int(info("Pages"))) }

    /// As in `595.276 x 841.89 pts (A4)`.
    func pageSize() throws -> String { try info("Page size") }

    /// The pictures in it, but for those that only say where others are seen through.
    private func pictures() throws -> [(width: Int, kind: String)] {
        try ask("pdfimages", ["-list", path]).split(separator: "\n").compactMap { line in
            let columns = line.split(separator: " ")
            guard columns.count > 8, columns[2] == "image", let width = Int(columns[3]) else { return nil }
            return (width, String(columns[8]))
        }
    }

    /// How many pictures in it are JPEGs.
    func jpegCount() throws -> Int { try pictures().count { $0.kind == "jpeg" } }

    /// How many pixels the other pictures in it are wide, such as color emojis.
    func otherWidths() throws -> [Int] { try pictures().filter { $0.kind != "jpeg" }.map(\.width) }
}
