import TestingSupport
import XCTest

@testable import GtkKit

final class DraggingTests: GtkTestCase {
    func testDroppedFilesAreGivenInOrder() {
        MainActor.assumeIsolated {
            let log = Log<[URL]>()
            let label = Label("Drop here")
            label.onDropFiles { log.entries.append($0) }
            let window = show(label)
            for names in [["/tmp/a b.vcf", "/tmp/ü.json"], []] {
                XCTAssertEqual(label.drop(files: names), !names.isEmpty)
            }
            XCTAssertEqual(log.entries.map { $0.map(\.path) }, [["/tmp/a b.vcf", "/tmp/ü.json"]])
            close(window)
        }
    }

    func testOnlyAMovementThatIsADragDragsAFile() {
        MainActor.assumeIsolated {
            let label = Label("Drag me")
            let isDrag = Flag()
            label.onDragOut(when: { _ in isDrag.isSet }) {
                DraggedFile(name: "a.vcf", type: "text/vcard", content: Data())
            }
            let window = show(label)
            XCTAssertNil(label.draggedTypes)
            isDrag.isSet = true
            XCTAssertNotNil(label.draggedTypes)
            close(window)
        }
    }

    func testWhatIsDraggedIsAFileAndItsBytes() throws {
        try MainActor.assumeIsolated {
            let label = Label("Drag me")
            let offered = Log<DraggedFile>()
            label.onDragOut { offered.entries.first }
            let window = show(label)
            XCTAssertNil(label.draggedTypes)
            offered.entries = [
                DraggedFile(name: "Ana Łi.vcf", type: "text/vcard", content: Data("BEGIN:VCARD".utf8))
            ]
            let types = try XCTUnwrap(label.draggedTypes)
            XCTAssertEqual(Set(types), ["text/vcard", "text/uri-list", "text/plain;charset=utf-8"])
            close(window)
        }
    }
}
