import Foundation
import GtkKit
import TestingSupport
import XCTest

@testable import PictureKit

/// Malicious files result in a picture or an error, with less than 60 MB of memory.
final class HostileTests: XCTestCase {
    private enum Outcome: Equatable {
        case picture(Int, Int)
        case problem(PictureError)
    }

    private static let photo = MadeJPEG.plain(640, 480, components: 3)
    private static let png = MadePNG.blank(200, 100)
    private static let small = [
        MadeJPEG.blocks([[0, 9], [4, 8]]), MadePNG.blank(9, 9), MadeGIF.frames(9, 9), MadeWebP.plain(9, 9),
    ]
    private static let tooLarge = Outcome.problem(.tooLarge(width: 60_000, height: 60_000))

    func testNoJPEGDoesHarm() throws {
        let adobe = MadeJPEG.plain(600, 400, components: 4)
        let many = (0..<500).flatMap { _ in MadeJPEG.segment(0xE2, [UInt8](repeating: 7, count: 65_000)) }
        try check([
            ("64 million pixels", MadeJPEG.plain(8000, 8000), .picture(1024, 1024)),
            ("upright", MadeJPEG.plain(3000, 4000, components: 3), .picture(768, 1024)),
            ("as wide as is kept", MadeJPEG.plain(1024, 10), .picture(1024, 10)),
            ("two lines of 16000", MadeJPEG.plain(16_000, 2), .picture(1024, 1)),
            ("64 million in color", MadeJPEG.plain(8000, 8000, components: 3), .picture(1024, 1024)),
            ("a phone's 108 million", MadeJPEG.plain(12_000, 9_000, components: 3), .picture(1024, 768)),
            (
                "more than any phone takes", MadeJPEG.plain(16_000, 13_000),
                .problem(.tooLarge(width: 16_000, height: 13_000))
            ),
            ("the least that is scaled", MadeJPEG.plain(2047, 2047, components: 3), .picture(1024, 1024)),
            (
                "a header of 60000 x 60000", MadeJPEG.plain(60_000, 60_000).prefix(400) + Data([0xFF, 0xD9]),
                Self.tooLarge
            ),
            ("one line of 65000", MadeJPEG.plain(65_000, 1), .problem(.tooLarge(width: 65_000, height: 1))),
            ("CMYK", adobe, .picture(600, 400)),
            ("progressive", MadeJPEG.plain(2000, 1500, components: 3, process: .progressive), .picture(1024, 768)),
            (
                "progressive, 16 million pixels", MadeJPEG.plain(4000, 4000, components: 3, process: .progressive),
                .problem(.tooLarge(width: 4000, height: 4000))
            ),
            ("200 scans", MadeJPEG.plain(800, 800, process: .progressive, scans: 200), .problem(.damaged)),
            ("cut in half", Self.photo.prefix(Self.photo.count / 2), .problem(.damaged)),
            ("cut in its header", Self.photo.prefix(30), .problem(.damaged)),
            ("nothing but its first bytes", Data([0xFF, 0xD8, 0xFF]), .problem(.damaged)),
            (
                "EXIF in 60 kB", MadeJPEG.plain(64, 48, segments: MadeJPEG.exif(orientation: 6, filler: 60_000)),
                .picture(48, 64)
            ),
            ("32 MB of profiles", MadeJPEG.plain(64, 48, segments: many), .picture(64, 48)),
            ("a million fill bytes", Data([0xFF, 0xD8]) + Data(repeating: 0xFF, count: 1_000_000), .problem(.damaged)),
            ("a film after its end", Self.photo + Data(repeating: 0x42, count: 500_000), .picture(640, 480)),
        ])
    }

    func testNoPNGDoesHarm() throws {
        let bomb = MadePNG.chunk("zTXt", Array("Comment\0\0".utf8) + MadePNG.zeros(8_000_000))
        let lying = MadePNG.file(400, 400, .rgb, 8, false, MadePNG.zeros(100 * 301), [])
        try check([
            ("12 million pixels", MadePNG.blank(4000, 3000, .rgba), .picture(1024, 768)),
            ("60000 x 60000", MadePNG.blank(60_000, 60_000, rows: 1), Self.tooLarge),
            ("1 x 100000", MadePNG.blank(1, 100_000), .problem(.tooLarge(width: 1, height: 100_000))),
            (
                "4 billion pixels across", MadePNG.blank(0xFFFF_FFFF, 0xFFFF_FFFF, rows: 0),
                .problem(.tooLarge(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF))
            ),
            ("no pixels", MadePNG.blank(0, 0), .problem(.damaged)),
            ("16 bits", MadePNG.blank(900, 900, .rgba, depth: 16), .picture(900, 900)),
            ("interlaced", MadePNG.blank(1001, 777, .rgb, interlaced: true), .picture(1001, 777)),
            ("palette of 1 bit", MadePNG.blank(500, 300, .palette, depth: 1), .picture(500, 300)),
            ("less than its header says", lying, .problem(.damaged)),
            ("cut short", Self.png.prefix(Self.png.count - 20), .problem(.damaged)),
            (
                "400 comments of 8 MB", MadePNG.blank(80, 60, extra: Array(repeating: bomb, count: 400)),
                .picture(80, 60)
            ),
            ("a million empty chunks", MadePNG.blank(80, 60, extra: Self.manyChunks), .problem(.damaged)),
            (
                "a chunk longer than the file", Self.png.prefix(33) + Data(0x7FFF_FFFF.big(4)) + Data("IDAT".utf8),
                .problem(.damaged)
            ),
            (
                "a broken checksum", Self.png.prefix(29) + Data([0, 0, 0, 0]) + Self.png.dropFirst(33),
                .problem(.damaged)
            ),
        ])
    }

    func testNoOtherFileDoesHarm() throws {
        let html = Data("<html><script>alert(1)</script></html>".utf8)
        let svg = Data("<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)
        try check([
            ("animated GIF", MadeGIF.frames(60, 40, count: 500), .picture(60, 40)),
            ("GIF of 5 million pixels", MadeGIF.frames(2300, 2300, frame: (10, 10)), .picture(1024, 1024)),
            ("GIF of 60000 x 60000", MadeGIF.frames(60_000, 60_000, frame: (2, 2)), Self.tooLarge),
            ("GIF with a frame outside", MadeGIF.frames(20, 20, frame: (300, 300)), nil),
            ("GIF cut short", MadeGIF.frames(60, 40).prefix(200), .problem(.damaged)),
            ("WebP", MadeWebP.plain(300, 200), .picture(300, 200)),
            ("WebP of 5 million pixels", MadeWebP.plain(2200, 2200), .picture(1024, 1024)),
            (
                "WebP of 268 million pixels", MadeWebP.plain(16_383, 16_383),
                .problem(.tooLarge(width: 16_383, height: 16_383))
            ),
            ("WebP that hides its size", Self.lyingWebP, nil),
            ("WebP cut short", MadeWebP.plain(300, 200).prefix(30), .problem(.damaged)),
            ("BMP", MadeBMP.plain(300, 200), .picture(300, 200)),
            ("BMP upside down", MadeBMP.plain(300, -200), .picture(300, 200)),
            ("BMP of 12 million pixels", MadeBMP.plain(4000, 3000), .picture(1024, 768)),
            ("BMP that promises more", MadeBMP.plain(1000, 1000, rows: 3), .problem(.damaged)),
            ("BMP of 60000 x 60000", MadeBMP.plain(60_000, 60_000, rows: 1), Self.tooLarge),
            ("no bytes", Data(), .problem(.empty)), ("one byte", Data([0xFF]), .problem(.notAPicture)),
            ("HTML named .jpg", html, .problem(.notAPicture)), ("SVG", svg, .problem(.kindNotTaken("SVG"))),
            ("ICO", Data([0, 0, 1, 0, 1, 0, 16, 16]), .problem(.kindNotTaken("Icon"))),
            ("TIFF", Data([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]), .problem(.kindNotTaken("TIFF"))),
            ("HEIC", Data(24.big(4) + Array("ftypheic".utf8)), .problem(.kindNotTaken("HEIC"))),
            ("zeros", Data(count: 100_000), .problem(.notAPicture)),
        ])
    }

    func testEveryPrefixOfAPictureIsAnswered() {
        for whole in Self.small {
            for length in 0..<whole.count - 1 {
                XCTAssertNil(try? PictureImporter.read(whole.prefix(length)), "\(length)")
            }
        }
    }

    func testNoByteThatIsWrongDoesHarm() throws {
        for whole in Self.small + [MadeBMP.plain(9, 9)] {
            var (pictures, problems, oversized) = (0, 0, 0)
            let extra = try PeakMemory.extra {
                for index in 0..<whole.count {
                    for value in [0, 0x7F, 0xFF] as [UInt8] {
                        var wrong = whole
                        wrong[index] = value
                        switch Self.outcome(wrong) {
                        case .picture(let width, let height):
                            pictures += 1
                            if !(1...1024).contains(width) || !(1...1024).contains(height) { oversized += 1 }
                        case .problem: problems += 1
                        }
                    }
                }
            }
            // Some damaged files are still valid, but none is decoded to an excessive size.
            XCTAssertGreaterThan(pictures, 0)
            XCTAssertGreaterThan(problems, 0)
            XCTAssertEqual(oversized, 0)
            if let extra { XCTAssertLessThan(extra, 60_000_000) }
        }
    }

    private static func outcome(_ data: Data) -> Outcome {
        do throws(PictureError) {
            let picture = try PictureImporter.read(data)
            return .picture(picture.width, picture.height)
        } catch { return .problem(error) }
    }

    private static var manyChunks: [Data] {
        let pair = MadePNG.chunk("tEXt", []) + MadePNG.chunk("IDAT", [])
        return [Data((0..<200_000).flatMap { _ in pair })]
    }

    private static var lyingWebP: Data {
        let canvas = MadeWebP.chunk("VP8X", [0, 0, 0, 0] + 9.little(3) + 9.little(3))
        return MadeWebP.file(canvas + Array(MadeWebP.plain(16_000, 16_000).dropFirst(12)))
    }

    private func check(_ table: [(name: String, data: Data, expected: Outcome?)], line: UInt = #line) throws {
        for (name, data, expected) in table {
            var outcome: Outcome?
            let extra = try PeakMemory.extra { outcome = Self.outcome(data) }
            if let expected { XCTAssertEqual(outcome, expected, name, line: line) }
            XCTAssertNotNil(outcome, name, line: line)
            if let extra { XCTAssertLessThan(extra, 60_000_000, name, line: line) }
        }
    }
}

/// The peak memory of the process.
enum PeakMemory {
    /// The additional memory that a closure needs at its peak, or nil if the kernel does not report it.
    static func extra(_ body: () -> Void) throws -> Int? {
        // Otherwise freed memory would be reused and not counted.
        giveBack()
        let isReset = (try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))) != nil
        let before = try peak()
        body()
        let after = try peak()
        // Sanitizers keep freed memory.
        guard isReset, ProcessInfo.processInfo.environment["DIRECTORY_TEST_SANITIZED"] == nil,
            let before, let after
        else { return nil }
        return after - before
    }

    // Glibc's module lacks malloc.h.
    private static func giveBack() {
        typealias Trim = @convention(c) (Int) -> CInt
        if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
    }

    private static func peak() throws -> Int? {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        return status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.1) }.map { $0 * 1024 }
    }
}
