import Foundation
import XCTest

@testable import GtkKit

final class SoftwareDrawingTests: XCTestCase {
    func testAGraphicsCardHasARenderNode() throws {
        let folder = URL.temporaryDirectory.appending(path: "devices-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        XCTAssertFalse(SoftwareDrawing.hasGraphicsCard(folder.path))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: folder.appending(path: "card0"))
        XCTAssertFalse(SoftwareDrawing.hasGraphicsCard(folder.path))
        try Data().write(to: folder.appending(path: "renderD128"))
        XCTAssertTrue(SoftwareDrawing.hasGraphicsCard(folder.path))
    }
}
