import TestingSupport
import XCTest

@testable import GtkKit

final class PixbufTests: MainActorTestCase {
    /// A BMP file with a red and a blue pixel.
    private static let redAndBlue: Data = {
        let header: [UInt8] = [0x42, 0x4D, 62, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0]
        let size: [UInt8] = [40, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0]
        let rest = [UInt8](repeating: 0, count: 24)
        return Data(header + size + rest + [0, 0, 255, 255, 0, 0, 0, 0])
    }()

    private static func decode(_ pieces: [Data], kind: String = "bmp", width: Int = 2) throws(Pixbuf.DecodingError)
        -> Pixbuf
    {
        try Pixbuf.decode(pieces, kind: kind, width: width, height: 1, scaled: nil, reportsRows: true)
    }

    func testAPictureIsTurnedCutAndScaled() throws {
        let picture = try Self.decode([Self.redAndBlue.prefix(20), Self.redAndBlue.dropFirst(20)])

        let turned = try XCTUnwrap(picture.upright(6))
        let blue = try XCTUnwrap(picture.part(x: 1, y: 0, width: 1, height: 1)?.scaled(4, 3)?.copy())

        XCTAssertEqual([turned.color(x: 0, y: 0), turned.color(x: 0, y: 1)], [[255, 0, 0], [0, 0, 255]])
        XCTAssertEqual([blue.width, blue.height], [4, 3])
        XCTAssertEqual(blue.color(x: 3, y: 2), [0, 0, 255])
        XCTAssertNil(picture.color(x: 2, y: 0))
        XCTAssertNil(picture.part(x: 1, y: 0, width: 2, height: 1))
        XCTAssertEqual(picture.jpeg(quality: 90)?.prefix(2), Data([0xFF, 0xD8]))
    }

    func testMismatchedContentTypeIsNotDecoded() {
        for (kind, width, data, failure) in [
            ("bmp", 3, Self.redAndBlue, Pixbuf.DecodingError.damaged),
            ("bmp", 2, Self.redAndBlue.prefix(55), .damaged), ("nothing", 2, Self.redAndBlue, .noDecoder),
        ] {
            XCTAssertThrowsError(try Self.decode([data], kind: kind, width: width)) {
                XCTAssertEqual($0 as? Pixbuf.DecodingError, failure)
            }
        }
    }

    func testTheClipboardOffersBytes() throws {
        present(Label("A clipboard needs a window"))
        Desktop.copy("Ana Łi")
        let content = try XCTUnwrap(Desktop.clipboardContent)
        let type = "text/plain;charset=utf-8"

        XCTAssertTrue(content.has(type))
        XCTAssertFalse(content.has("image/png"))
        XCTAssertEqual(try Self.read(type, of: content, atMost: 7), Data("Ana Łi".utf8))
        XCTAssertThrowsError(try Self.read(type, of: content, atMost: 6)) {
            XCTAssertEqual($0 as? OfferedContent.Failure, .tooLong)
        }
        XCTAssertThrowsError(try Self.read("image/png", of: content, atMost: 7)) {
            XCTAssertEqual($0 as? OfferedContent.Failure, .notRead)
        }
    }

    private static func read(_ type: String, of content: OfferedContent, atMost limit: Int) throws -> Data {
        try result { try await content.read(type, atMost: limit) }.get()
    }
}
