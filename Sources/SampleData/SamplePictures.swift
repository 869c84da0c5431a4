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
        var jpegs = file.flatMap { FileManager.default.contents(atPath: $0.path) }.map(Self.frames) ?? []
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
        // Decoders ignore what follows the end of a picture.
        let text = Data("Duke Directory sample picture \(index). ".utf8)
        var padded = portrait.jpeg
        while padded.count < size { padded.append(text.prefix(size - padded.count)) }
        return padded.base64EncodedData()
    }

    /// A JPEG of 8 by 8 gray pixels.
    private static let gray = """
        /9j/2wBDABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAALCAAIAAgB\
        AREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z
        """
}
