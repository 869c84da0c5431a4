import Foundation
import GtkKit
import TestingSupport
import XCTest

@testable import PictureKit

final class PictureTests: MainActorTestCase {
    /// The result of decoding: "48x48", or the error.
    private static func decode(_ data: Data, side: Int = 48) throws(PictureError) -> String {
        let texture = try PictureDecoder.square(data, side: side).texture
        return texture.map { "\($0.width)x\($0.height)" } ?? "no texture"
    }

    private static func failure(_ data: Data) -> PictureError? {
        do throws(PictureError) { _ = try decode(data) } catch { return error }
        return nil
    }

    func testPicturesBecomeSquares() throws {
        XCTAssertEqual(try Self.decode(MadePNG.blank(200, 100, .grey)), "48x48")
        XCTAssertEqual(try Self.decode(MadePNG.blank(30, 40, .grey)), "30x30")
        XCTAssertEqual(try Self.decode(MadePNG.blank(2000, 2000, .grey)), "48x48")
    }

    func testABombIsRefusedByItsHeader() {
        XCTAssertEqual(
            Self.failure(MadePNG.blank(20_000, 20_000, .grey, rows: 1)), .tooLarge(width: 20_000, height: 20_000)
        )
        XCTAssertEqual(
            Self.failure(MadePNG.blank(2001, 2000, .grey, rows: 1)), .tooLarge(width: 2001, height: 2000))
    }

    func testDamagedDataAndOtherDataThrow() {
        let whole = MadePNG.blank(200, 100, .grey)
        let halves = [whole.prefix(whole.count / 2), whole.prefix(20), whole.dropFirst(1)]
        let others = [Data(), Data("hello".utf8), Data([0xFF, 0xD8, 0xFF, 0xE0])]
        let failures = (halves + others).map { Self.failure(Data($0)) }
        XCTAssertEqual(failures, [.damaged, .damaged, .notAPicture, .empty, .notAPicture, .damaged])
    }

    func testTheLoaderTakesTheNewestRequestFirst() {
        let loader = TextureLoader(side: 16, parallel: 1)
        let log = Log<Int64>()
        let png = MadePNG.blank(20, 20, .grey)
        for key in Int64(1)...5 {
            loader.request(key: key, data: { png }, done: { if $0 != nil { log.entries.append(key) } })
        }
        waitUntil("all") { loader.isIdle }
        XCTAssertEqual(log.entries, [1, 5, 4, 3, 2])
    }

    func testACancelledRequestIsNeverAnswered() {
        let loader = TextureLoader(side: 16, parallel: 1)
        let log = Log<Int64>()
        let png = MadePNG.blank(20, 20, .grey)
        let tokens = (Int64(1)...3).map { key in
            loader.request(key: key, data: { png }, done: { _ in log.entries.append(key) })
        }
        loader.cancel(tokens[0])
        loader.cancel(tokens[1])
        waitUntil("the rest") { loader.isIdle }
        XCTAssertEqual(log.entries, [3])
    }

    func testLoaderCachesPicturesByKeyAndHash() {
        let loader = TextureLoader(side: 16)
        let found = Log<Bool>()
        let png = MadePNG.blank(20, 20, .grey)
        loader.request(key: 1, hash: 7, data: { png }, done: { found.entries.append($0 != nil) })
        waitUntil("the first") { loader.isIdle }
        loader.request(key: 1, hash: 7, data: { nil }, done: { found.entries.append($0 != nil) })
        XCTAssertEqual(found.entries, [true, true])
        loader.request(key: 1, hash: 8, data: { nil }, done: { found.entries.append($0 != nil) })
        waitUntil("the other") { loader.isIdle }
        XCTAssertEqual(found.entries, [true, true, false])
    }
}
