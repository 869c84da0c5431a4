import DirectoryModel
import Foundation

/// The pictures of the sample class, which larger classes reuse.
struct SamplePictures: Sendable {
    private struct Portrait {
        let jpeg: Data
        /// In base64.
        let encoded: Data
    }

    private let portraits: [Portrait]
    private let size: Int?

    /// Reads the pictures in `file`. Without it there are none, or gray ones if `size` is given.
    /// - Parameter size: the size to pad pictures to, in bytes, or nil.
    init(file: URL?, size: Int?) {
        var jpegs = file.flatMap { try? Data(contentsOf: $0) }.map(Self.frames) ?? []
        if jpegs.isEmpty, size != nil, let gray = Data(base64Encoded: Self.gray) { jpegs = [gray] }
        portraits = jpegs.map { Portrait(jpeg: $0, encoded: $0.base64EncodedData()) }
        self.size = size
    }

    /// Splits concatenated JPEGs.
    private static func frames(_ bytes: Data) -> [Data] {
        // The end of one and the start of the next, which cannot occur within a picture.
        let border = Data([0xFF, 0xD9, 0xFF, 0xD8])
        var (frames, rest) = ([Data](), bytes)
        while let found = rest.range(of: border) {
            frames.append(Data(rest[rest.startIndex..<found.lowerBound + 2]))
            rest = rest[(found.lowerBound + 2)...]
        }
        return (frames + [Data(rest)]).filter { PictureKind($0) == .jpeg }
    }

    /// Inserts the picture of the person at `index` into `json`.
    func json(_ json: Data, picture index: Int) -> Data {
        let key = Data("\"picture\":\"".utf8)
        guard !portraits.isEmpty, let found = json.range(of: key) else { return json }
        var result = Data(capacity: json.count + 16_384)
        result.append(json.prefix(upTo: found.upperBound))
        result.append(picture(index))
        result.append(json.suffix(from: found.upperBound))
        return result
    }

    private func picture(_ index: Int) -> Data {
        let portrait = portraits[index % portraits.count]
        guard let size else { return portrait.encoded }
        let text = "Duke Directory sample picture \(index). "
        return PaddedJPEG.padded(portrait.jpeg, to: size, text: text).base64EncodedData()
    }

    /// A JPEG of 8 by 8 gray pixels.
    private static let gray = """
        /9j/2wBDABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAALCAAIAAgB\
        AREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z
        """
}

/// Enlarges a JPEG with comment segments.
enum PaddedJPEG {
    private static let largestComment = 65_533

    /// `jpeg` padded with comments of `text` to `size` bytes; unchanged if it is larger.
    static func padded(_ jpeg: Data, to size: Int, text: String) -> Data {
        var missing = size - jpeg.count
        guard missing >= 4, !text.isEmpty else { return jpeg }
        var result = Data(capacity: size)
        result.append(jpeg.prefix(2))
        while missing > 0 {
            var length = min(missing - 4, largestComment)
            if (1..<4).contains(missing - 4 - length) { length -= 4 }
            result.append(contentsOf: [0xFF, 0xFE, UInt8((length + 2) >> 8), UInt8((length + 2) & 0xFF)])
            result.append(filling(length, with: text))
            missing -= length + 4
        }
        result.append(jpeg.dropFirst(2))
        return result
    }

    private static func filling(_ length: Int, with text: String) -> Data {
        var filling = Data(text.utf8)
        while filling.count < length { filling.append(filling) }
        return filling.prefix(length)
    }
}
