import Foundation
import GtkKit
import TestingSupport
import XCTest

@testable import PictureKit

final class PictureTests: GtkTestCase {
    /// The result of decoding: "48x48", or the error.
    @MainActor
    private static func decode(_ data: Data, side: Int = 48) throws(PictureError) -> String {
        let texture = try PictureDecoder.square(data, side: side).texture
        return texture.map { "\($0.width)x\($0.height)" } ?? "no texture"
    }

    @MainActor
    private static func failure(_ data: Data) -> PictureError? {
        do throws(PictureError) { _ = try decode(data) } catch { return error }
        return nil
    }

    func testPicturesBecomeSquares() throws {
        try MainActor.assumeIsolated {
            XCTAssertEqual(try Self.decode(Png.grey(width: 200, height: 100)), "48x48")
            XCTAssertEqual(try Self.decode(Png.grey(width: 30, height: 40)), "30x30")
            XCTAssertEqual(try Self.decode(Png.grey(width: 2000, height: 2000)), "48x48")
        }
    }

    func testABombIsRefusedByItsHeader() {
        MainActor.assumeIsolated {
            XCTAssertEqual(
                Self.failure(Png.grey(width: 20_000, height: 20_000, rows: 1)), .tooLarge(width: 20_000, height: 20_000)
            )
            XCTAssertEqual(
                Self.failure(Png.grey(width: 2001, height: 2000, rows: 1)), .tooLarge(width: 2001, height: 2000))
        }
    }

    func testDamagedDataAndOtherDataThrow() {
        MainActor.assumeIsolated {
            let whole = Png.grey(width: 200, height: 100)
            let halves = [whole.prefix(whole.count / 2), whole.prefix(20), whole.dropFirst(1)]
            let others = [Data(), Data("hello".utf8), Data([0xFF, 0xD8, 0xFF, 0xE0])]
            let failures = (halves + others).map { Self.failure(Data($0)) }
            XCTAssertEqual(failures, [.damaged, .damaged, .notAPicture, .empty, .notAPicture, .damaged])
        }
    }

    func testTheLoaderTakesTheNewestRequestFirst() {
        MainActor.assumeIsolated {
            let loader = TextureLoader(side: 16, parallel: 1)
            let log = Log<Int64>()
            let png = Png.grey(width: 20, height: 20)
            for key in Int64(1)...5 {
                loader.request(key: key, data: { png }, done: { if $0 != nil { log.entries.append(key) } })
            }
            waitUntil("all") { loader.isIdle }
            XCTAssertEqual(log.entries, [1, 5, 4, 3, 2])
        }
    }

    func testACancelledRequestIsNeverAnswered() {
        MainActor.assumeIsolated {
            let loader = TextureLoader(side: 16, parallel: 1)
            let log = Log<Int64>()
            let png = Png.grey(width: 20, height: 20)
            let tokens = (Int64(1)...3).map { key in
                loader.request(key: key, data: { png }, done: { _ in log.entries.append(key) })
            }
            loader.cancel(tokens[0])
            loader.cancel(tokens[1])
            waitUntil("the rest") { loader.isIdle }
            XCTAssertEqual(log.entries, [3])
        }
    }

    func testLoaderCachesPicturesByKeyAndHash() {
        MainActor.assumeIsolated {
            let loader = TextureLoader(side: 16)
            let found = Log<Bool>()
            let png = Png.grey(width: 20, height: 20)
            loader.request(key: 1, hash: 7, data: { png }, done: { found.entries.append($0 != nil) })
            waitUntil("the first") { loader.isIdle }
            loader.request(key: 1, hash: 7, data: { nil }, done: { found.entries.append($0 != nil) })
            XCTAssertEqual(found.entries, [true, true])
            loader.request(key: 1, hash: 8, data: { nil }, done: { found.entries.append($0 != nil) })
            waitUntil("the other") { loader.isIdle }
            XCTAssertEqual(found.entries, [true, true, false])
        }
    }
}

/// Generates gray PNG files with stored zlib blocks.
enum Png {
    static func grey(width: Int, height: Int, rows: Int? = nil) -> Data {
        let row = [UInt8](repeating: 0, count: 1) + [UInt8](repeating: 128, count: width)
        let pixels = Array(repeating: row, count: rows ?? height).flatMap { $0 }
        var png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        png += chunk("IHDR", big(UInt32(width)) + big(UInt32(height)) + [8, 0, 0, 0, 0])
        png += chunk("IDAT", stored(pixels))
        png += chunk("IEND", [])
        return png
    }

    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            let count = UInt16(block.count)
            out.append(start + block.count == bytes.count ? 1 : 0)
            out += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
            out += block
        }
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return out + big(high << 16 | low)
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> Data {
        let body = Array(name.utf8) + content
        var crc: UInt32 = .max
        for byte in body {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return Data(big(UInt32(content.count)) + body + big(~crc))
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }
}
