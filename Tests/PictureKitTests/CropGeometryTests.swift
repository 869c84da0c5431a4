import GtkKit
import Hostile
import TestingSupport
import XCTest

@testable import PictureKit

final class CropGeometryTests: XCTestCase {
    func testTheCropBeginsAsTheLargestCenteredSquare() {
        XCTAssertEqual(CropGeometry(width: 400, height: 300).crop, CropRect(x: 50, y: 0, side: 300))
        XCTAssertEqual(CropGeometry(width: 300, height: 401).crop, CropRect(x: 0, y: 51, side: 300))
        XCTAssertEqual(CropGeometry(width: 1, height: 1).crop, CropRect(x: 0, y: 0, side: 1))
    }

    func testZoomGoesFromTheLargestToTheSmallest() {
        var geometry = CropGeometry(width: 1600, height: 1600)
        XCTAssertEqual(geometry.zoom, 0)
        geometry.zoom = 0.5
        XCTAssertEqual(geometry.crop, CropRect(x: 600, y: 600, side: 400))
        XCTAssertEqual(geometry.zoom, 0.5, accuracy: 1e-9)
        geometry.zoom = 7
        XCTAssertEqual(geometry.crop.side, 100)
        geometry.reset()
        XCTAssertEqual(geometry, CropGeometry(width: 1600, height: 1600))
        var small = CropGeometry(width: 80, height: 60)
        XCTAssertFalse(small.canZoom)
        small.zoom = 1
        XCTAssertEqual(small.crop.side, 60)
    }

    func testZoomPreservesPointUnderPointer() {
        var geometry = CropGeometry(width: 1000, height: 1000)
        geometry.zoom(by: 2, atX: 0.25, y: 0.75)
        XCTAssertEqual(geometry.crop, CropRect(x: 125, y: 375, side: 500))
        geometry.zoom(by: 0.5, atX: 0.25, y: 0.75)
        XCTAssertEqual(geometry.crop, CropRect(x: 0, y: 0, side: 1000))
    }

    func testTheCropNeverLeavesThePicture() {
        var draw = Draw()
        for (width, height) in [(400, 300), (1, 1024), (1024, 7), (100, 100), (99, 101), (1023, 511)] {
            var geometry = CropGeometry(width: width, height: height)
            for _ in 0..<2000 {
                switch Int.random(in: 0..<4, using: &draw) {
                case 0:
                    geometry.move(x: .random(in: -500...500, using: &draw), y: .random(in: -500...500, using: &draw))
                case 1:
                    geometry.zoom(
                        by: .random(in: 0.2...4, using: &draw), atX: .random(in: -1...2, using: &draw),
                        y: .random(in: -1...2, using: &draw))
                case 2: geometry.zoom = .random(in: -1...2, using: &draw)
                default:
                    let any = -2000...2000
                    geometry.crop = CropRect(
                        x: .random(in: any, using: &draw), y: .random(in: any, using: &draw),
                        side: .random(in: any, using: &draw))
                }
                let crop = geometry.crop
                XCTAssertTrue(crop.x >= 0 && crop.y >= 0 && crop.side >= 1, "\(draw)")
                XCTAssertTrue(crop.x + crop.side <= width && crop.y + crop.side <= height, "\(draw)")
            }
        }
    }

    func testNumbersThatAreNoneChangeNothing() {
        var geometry = CropGeometry(width: 400, height: 300)
        for number in [Double.nan, .infinity, -.infinity] {
            geometry.move(x: number, y: 0)
            geometry.zoom(by: number)
            geometry.zoom(by: 2, atX: number, y: 0)
            geometry.zoom = number
        }
        geometry.zoom(by: 0)
        XCTAssertEqual(geometry, CropGeometry(width: 400, height: 300))
    }
}
