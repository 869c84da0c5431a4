import TestingSupport
import XCTest

@testable import GtkKit

private let paper = PrintPaper(pwgName: "iso_a6", title: "A6", width: 298, height: 420, isLandscape: true)

final class PrintTests: MainActorTestCase {
    /// Writes to a file in place of a printer.
    func testEveryPageIsPreparedAndDrawnInOrder() throws {
        let file = folder.appending(path: "printed.pdf").path
        let pages = Pages()
        let operation = PrintOperation(pages, on: paper)
        operation.reference.pointer[property: "export-filename"] = file
        let isPrinted = try result { try await operation.run(isExport: true, over: nil) }.get()
        XCTAssertTrue(isPrinted)
        pages.check()
        XCTAssertTrue(FileManager.default.fileExists(atPath: file))
    }

    func testAPDFHasEveryPage() throws {
        let file = folder.appending(path: "exported.pdf")
        let (pages, reported) = (Pages(), Log<[Int]>())
        let count = try result {
            try await PrintJob.export(pages, on: paper, to: file) { reported.entries.append([$0, $1]) }
        }.get()
        XCTAssertEqual(count, 3)
        XCTAssertEqual(reported.entries, [[1, 3], [2, 3], [3, 3]])
        pages.check()
        XCTAssertEqual(try? Data(contentsOf: file).prefix(5), Data("%PDF-".utf8))
    }
}

@MainActor
private final class Pages: Printable {
    private var sizes: [[Int]] = []
    private var events: [String] = []

    var printName: String { "Pages" }

    func paginate(on sheet: PrintSheet) -> Int {
        sizes.append([Int(sheet.width.rounded()), Int(sheet.height.rounded())])
        return 3
    }

    func prepare(page: Int) async {
        await Task.detached {}.value
        events.append("prepare \(page)")
    }

    func draw(page: Int, with pen: Pen) {
        pen.circle(50, 50, radius: 20)
        pen.fill(1)
        events.append("draw \(page)")
        sizes.append([Int(pen.width.rounded()), Int(pen.height.rounded())])
    }

    func check(file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertEqual(events, (0..<3).flatMap { ["prepare \($0)", "draw \($0)"] }, file: file, line: line)
        XCTAssertEqual(Set(sizes), [[420, 298]], file: file, line: line)
    }
}
