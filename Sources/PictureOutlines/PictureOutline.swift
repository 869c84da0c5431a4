public import Foundation

/// What a picture's headers declare, read without decoding it.
public struct PictureOutline: Sendable {
    /// The supported formats, by gdk-pixbuf's names.
    public enum Kind: String, Sendable {
        case png
        case jpeg
        case gif
        case bmp
        case webp
    }

    public let kind: Kind
    /// In pixels, before `orientation` is applied.
    public let width: Int
    /// In pixels, before `orientation` is applied.
    public let height: Int
    /// The most bytes that decoding needs besides the result.
    let cost: Int
    /// The EXIF orientation, 1 to 8.
    public internal(set) var orientation = 1
    /// The ranges of bytes to decode. The bytes between them are metadata, later frames, or an attack.
    public let pieces: [Range<Int>]
    /// Bytes to append to the pieces.
    public internal(set) var tail: [UInt8] = []

    public static let maxPixelsInLists = 4_000_000

    private static let maxEdge = 20_000
    private static let costLimit = 50_000_000

    /// The memory for a number of bytes per pixel, without overflow.
    static func cost(_ width: Int, _ height: Int, bytesPerPixel: Int) -> Int {
        min(width, 1 << 28) * min(height, 1 << 28) * bytesPerPixel
    }

    /// The outline of a picture that is safe to decode and has at most `pixels` pixels.
    /// - Throws: `OutlineError`.
    public static func of(_ data: Data, atMost pixels: Int = .max) throws(OutlineError) -> PictureOutline {
        guard !data.isEmpty else { throw .empty }
        let bytes = ByteReader(data)
        let outline =
            switch try kind(of: bytes) {
            case .png: PNGHeader.outline(bytes)
            case .jpeg: JPEGHeader.outline(bytes)
            case .gif: GIFHeader.outline(bytes)
            case .bmp: BMPHeader.outline(bytes)
            case .webp: WebPHeader.outline(bytes)
            }
        guard let outline, outline.width > 0, outline.height > 0 else { throw .damaged }
        let (width, height) = (outline.width, outline.height)
        guard max(width, height) <= maxEdge, outline.cost <= costLimit, width * height <= pixels else {
            throw .tooLarge(width: width, height: height)
        }
        return outline
    }

    // The format is detected by content, never by name, so that no other decoder is started.
    private static func kind(of bytes: ByteReader) throws(OutlineError) -> Kind {
        let first = bytes.prefix(16)
        let starts: [(Kind, [UInt8])] = [
            (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), (.jpeg, [0xFF, 0xD8, 0xFF]),
            (.gif, Array("GIF8".utf8)), (.bmp, Array("BM".utf8)),
        ]
        if let found = starts.first(where: { first.starts(with: $0.1) }) { return found.0 }
        if bytes.text(at: 0, 4) == "RIFF", bytes.text(at: 8, 4) == "WEBP" { return .webp }
        if let other = otherKind(of: bytes, first) { throw .kindNotTaken(other) }
        throw .notAPicture
    }

    private static func otherKind(of bytes: ByteReader, _ first: [UInt8]) -> String? {
        if first.starts(with: [0x49, 0x49, 0x2A, 0]) || first.starts(with: [0x4D, 0x4D, 0, 0x2A]) { return "TIFF" }
        if first.starts(with: [0, 0, 1, 0]) { return "Icon" }
        if bytes.text(at: 4, 4) == "ftyp" {
            let brand = bytes.text(at: 8, 4) ?? ""
            if ["heic", "heix", "hevc", "mif1", "msf1"].contains(brand) { return "HEIC" }
            return brand.hasPrefix("avi") ? "AVIF" : nil
        }
        let opening = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
        return opening.contains("<svg") ? "SVG" : nil
    }
}

/// Why a picture is not decoded.
public enum OutlineError: Error, Equatable, Sendable {
    case empty
    case notAPicture
    /// The format is known, but not supported, such as TIFF.
    case kindNotTaken(String)
    /// The header declares too many pixels; nothing was decoded.
    case tooLarge(width: Int, height: Int)
    /// The picture is truncated or inconsistent.
    case damaged
}

/// Reads from bytes, returning nil beyond their end.
struct ByteReader {
    private let data: Data

    init(_ data: Data) { self.data = data }

    var count: Int { data.count }

    subscript(_ offset: Int) -> Int? {
        offset >= 0 && offset < data.count ? Int(data[data.startIndex + offset]) : nil
    }

    func big(at offset: Int, _ length: Int) -> Int? { number(Array(offset..<offset + length)) }

    func little(at offset: Int, _ length: Int) -> Int? { number((offset..<offset + length).reversed()) }

    func text(at offset: Int, _ length: Int) -> String? {
        guard offset >= 0, length >= 0, offset + length <= count else { return nil }
        return String(decoding: data.dropFirst(offset).prefix(length), as: UTF8.self)
    }

    func prefix(_ length: Int) -> [UInt8] { Array(data.prefix(length)) }

    /// The bytes in `range`, with offsets from 0.
    func part(_ range: Range<Int>) -> ByteReader { ByteReader(data.dropFirst(range.lowerBound).prefix(range.count)) }

    /// The next offset of a byte with this value.
    func next(_ value: UInt8, from offset: Int) -> Int? {
        guard offset >= 0, offset < count else { return nil }
        return data.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let found = memchr(start + offset, Int32(value), bytes.count - offset)
            else { return nil }
            return UnsafeRawPointer(found) - start
        }
    }

    private func number(_ offsets: [Int]) -> Int? {
        var value = 0
        for offset in offsets {
            guard let byte = self[offset] else { return nil }
            value = value << 8 | byte
        }
        return value
    }
}

/// Ranges of bytes; adjacent ranges are merged.
struct Pieces {
    private(set) var ranges: [Range<Int>]

    init(first: Range<Int>) { ranges = [first] }

    /// True for a number of pieces that only an attack has.
    var areTooMany: Bool { ranges.count > 100_000 }

    mutating func add(_ piece: Range<Int>) {
        if let last = ranges.last, last.upperBound == piece.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound..<piece.upperBound
        } else {
            ranges.append(piece)
        }
    }
}
