import Foundation
import GtkKit
import Hostile
import TestingSupport
import XCTest

@testable import PictureKit

final class PictureImporterTests: XCTestCase {
    func testEveryOrientationComesOutUpright() throws {
        // The upper left block of the upright picture is dark.
        let upright = [[-100, 60], [60, 60], [60, 60]]
        let mirrored = { (rows: [[Int]]) in rows.map { Array($0.reversed()) } }
        let transposed = { (rows: [[Int]]) in (0..<rows[0].count).map { column in rows.map { $0[column] } } }
        let flipped = { (rows: [[Int]]) in Array(rows.reversed()) }
        let stored: [Int: [[Int]]] = [
            1: upright, 2: mirrored(upright), 3: flipped(mirrored(upright)), 4: flipped(upright),
            5: transposed(upright),
            6: flipped(transposed(upright)), 7: flipped(mirrored(transposed(upright))),
            8: mirrored(transposed(upright)),
        ]
        for isLittle in [true, false] {
            for (orientation, rows) in stored {
                let exif = MadeJPEG.exif(orientation: orientation, isLittle: isLittle)
                let picture = try PictureImporter.read(MadeJPEG.blocks(rows, segments: exif))
                XCTAssertEqual([picture.width, picture.height], [16, 24], "\(orientation)")
                for (x, y, isDark) in [(3, 3, true), (12, 3, false), (3, 20, false), (12, 20, false)] {
                    let shade = try XCTUnwrap(picture.color(x: x, y: y))[0]
                    XCTAssertEqual(shade < 60, isDark, "\(orientation) at \(x), \(y): \(shade)")
                }
            }
        }
    }

    func testOrientationIsReadFromPNGAndWebPToo() throws {
        let tiff = Array(MadeJPEG.exif(orientation: 6).dropFirst(10))
        let png = MadePNG.blank(30, 20, extra: [MadePNG.chunk("eXIf", tiff)])
        let webP = MadeWebP.plain(30, 20, extra: MadeWebP.chunk("EXIF", tiff))
        for data in [png, webP] {
            let picture = try PictureImporter.read(data)
            XCTAssertEqual([picture.width, picture.height], [20, 30])
        }
    }

    func testAPictureOfAFileBecomesTheSquareInItsCenter() throws {
        let blue = MadePNG.rgb(400, 300) { x, _ in x >= 50 && x < 350 ? [0, 0, 250] : [250, 0, 0] }
        let square = try PictureImporter.read(XCTUnwrap(PictureImporter.square(from: blue)))
        XCTAssertEqual([square.width, square.height], [200, 200])
        for x in [2, 100, 197] { XCTAssertGreaterThan(try XCTUnwrap(square.color(x: x, y: 100))[2], 200) }
        XCTAssertNil(PictureImporter.square(from: Data("no picture".utf8)))
    }

    func testTheSquareIsSmallAndOfTheRightPart() throws {
        let picture = try PictureImporter.read(
            MadePNG.rgb(400, 300) { x, y in x >= 100 && x < 300 && y >= 50 && y < 250 ? [0, 0, 250] : [250, 0, 0] })
        let jpeg = try PictureSquare.jpeg(picture, crop: CropRect(x: 100, y: 50, side: 200))
        let square = try PictureImporter.read(jpeg)
        XCTAssertEqual([square.width, square.height], [200, 200])
        for (x, y) in [(3, 3), (196, 3), (3, 196), (196, 196), (100, 100)] {
            let color = try XCTUnwrap(square.color(x: x, y: y))
            XCTAssertTrue(color[0] < 40 && color[2] > 210, "\(color)")
        }
        for crop in [CropRect(x: -50, y: 900, side: 5000), CropRect(x: 0, y: 0, side: 0)] {
            let edge = try PictureImporter.read(try PictureSquare.jpeg(picture, crop: crop)).width
            XCTAssertTrue(1...200 ~= edge)
        }
        let small = try PictureSquare.jpeg(
            try PictureImporter.read(MadePNG.blank(40, 30)), crop: CropRect(x: 0, y: 0, side: 30))
        XCTAssertEqual(try PictureImporter.read(small).width, 30)
    }

    func testEvenNoiseStaysBelowTheLimitOfRecords() throws {
        var draw = Draw()
        let noise = MadePNG.rgb(300, 300) { _, _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &draw) } }
        let jpeg = try PictureSquare.jpeg(try PictureImporter.read(noise), crop: CropRect(x: 50, y: 50, side: 200))
        XCTAssertLessThan(jpeg.base64EncodedString().count, PictureSquare.base64Limit)
    }

    func testTransparencyBecomesWhite() throws {
        let picture = try PictureImporter.read(MadePNG.blank(50, 50, .rgba))
        let jpeg = try PictureSquare.jpeg(picture, crop: CropRect(x: 0, y: 0, side: 50))
        XCTAssertEqual(try PictureImporter.read(jpeg).color(x: 25, y: 25), [255, 255, 255])
    }

    func testMetadataIsRemoved() throws {
        let secret = Array("Somewhere in Durham".utf8)
        let segments =
            MadeJPEG.exif(orientation: 3) + MadeJPEG.segment(0xE1, secret) + MadeJPEG.segment(0xE2, secret)
            + MadeJPEG.segment(0xED, secret) + MadeJPEG.segment(0xFE, secret)
        let data = MadeJPEG.blocks([[0, 50], [50, 0]], segments: segments)
        let text = [UInt8]("tEXtComment\0".utf8) + secret
        let png = MadePNG.blank(20, 20, extra: [MadePNG.chunk("tEXt", text), MadePNG.chunk("eXIf", secret)])
        for original in [data, png] {
            let jpeg = try PictureSquare.jpeg(try PictureImporter.read(original), crop: CropRect(x: 0, y: 0, side: 16))
            XCTAssertNotNil(original.range(of: Data(secret)))
            for word in [Data(secret), Data("Exif".utf8), Data("ICC_PROFILE".utf8), Data("Comment".utf8)] {
                XCTAssertNil(jpeg.range(of: word))
            }
        }
    }
}
