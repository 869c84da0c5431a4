internal import DirectoryModel
internal import Foundation

/// The pictures of the sample class: drawn portraits, dealt out in turn.
struct SamplePictures: Sendable {
    private struct Portrait {
        let jpeg: Data
        /// The same in base64, for where it is sent as it is.
        let encoded: Data
        let isWomans: Bool
    }

    private let portraits: [Portrait]
    private let women: [Portrait]
    private let others: [Portrait]
    private let size: Int?

    /// The shipped portraits that were drawn as women.
    private static let women: Set<String> = [
        "01", "04", "05", "09", "11", "12", "14", "17", "19", "21", "25", "26", "29",
    ]

    /// The portraits in `files`, made larger where `size`, in bytes, is given.
    /// Without files there are no pictures, or with `size`, grey ones.
    init(files: [URL], size: Int?) {
        var portraits = files.compactMap(Self.portrait)
        if portraits.isEmpty, size != nil, let grey = Data(base64Encoded: Self.grey) {
            portraits = [Portrait(jpeg: grey, encoded: grey.base64EncodedData(), isWomans: false)]
        }
        self.portraits = portraits
        self.size = size
        women = portraits.filter(\.isWomans)
        others = portraits.filter { !$0.isWomans }
    }

    private static func portrait(_ file: URL) -> Portrait? {
        guard let jpeg = try? Data(contentsOf: file), PictureKind(jpeg) == .jpeg else { return nil }
        let isWomans = women.contains(file.deletingPathExtension().lastPathComponent)
        return Portrait(jpeg: jpeg, encoded: jpeg.base64EncodedData(), isWomans: isWomans)
    }

    /// `json`, a person without a picture, with the picture of the person at `index` put in.
    func json(_ json: Data, picture index: Int, gender: Gender) -> Data {
        let place = Data("\"picture\":\"".utf8)
        guard !portraits.isEmpty, let found = json.range(of: place) else { return json }
        var result = Data(capacity: json.count + 16_384)
        result.append(json.prefix(upTo: found.upperBound))
        result.append(picture(index, gender))
        result.append(json.suffix(from: found.upperBound))
        return result
    }

    private func picture(_ index: Int, _ gender: Gender) -> Data {
        let fitting = gender == .Female ? women : gender == .Male ? others : portraits
        let choice = fitting.isEmpty ? portraits : fitting
        let portrait = choice[index % choice.count]
        guard let size else { return portrait.encoded }
        let text = "Duke Directory sample picture \(index). "
        return PaddedJPEG.padded(portrait.jpeg, to: size, text: text).base64EncodedData()
    }

    /// A JPEG of 8 by 8 grey pixels.
    private static let grey = """
        /9j/2wBDABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAALCAAIAAgB\
        AREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z
        """
}
