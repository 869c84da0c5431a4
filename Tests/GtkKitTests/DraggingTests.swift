import TestingSupport
import XCTest

@testable import GtkKit

final class DraggingTests: MainActorTestCase {
    func testDroppedFilesAreGivenInOrder() {
        let log = Log<[URL]>()
        let label = Label("Drop here")
        label.onDropFiles { log.entries.append($0) }
        present(label)
        for names in [["/tmp/a b.vcf", "/tmp/ü.json"], []] {
            XCTAssertEqual(label.drop(files: names), !names.isEmpty)
        }
        XCTAssertEqual(log.entries.map { $0.map(\.path) }, [["/tmp/a b.vcf", "/tmp/ü.json"]])
    }

    func testADragOffersAFileAndItsBytes() throws {
        let label = Label("Drag me")
        let offered = Log<DraggedFile>()
        let isDrag = Flag()
        label.onDragOut(when: { _ in isDrag.isSet }) { offered.entries.first }
        present(label)
        isDrag.isSet = true
        XCTAssertNil(label.draggedTypes, "There is no file.")
        offered.entries = [
            DraggedFile(name: "Ana Łi.vcf", type: "text/vcard", content: Data("BEGIN:VCARD".utf8))
        ]
        isDrag.isSet = false
        XCTAssertNil(label.draggedTypes, "The movement is no drag.")
        isDrag.isSet = true
        let types = try XCTUnwrap(label.draggedTypes)
        XCTAssertEqual(Set(types), ["text/vcard", "text/uri-list", "text/plain;charset=utf-8"])
    }
}
