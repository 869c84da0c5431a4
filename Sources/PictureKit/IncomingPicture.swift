public import Foundation
public import GtkKit
internal import Language

/// Pictures that other programs provide.
@MainActor
enum IncomingPicture {
    private static let pictureTypes = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/bmp"]
    private static let fileType = "text/uri-list"

    static var types: [String] { pictureTypes + [fileType] }

    /// The bytes of the offered picture, or of the first file; nil when there is neither.
    static func bytes(of content: OfferedContent) async throws(PictureError) -> Data? {
        if let type = pictureTypes.first(where: content.has) { return try await read(type, of: content) }
        guard content.has(fileType), let file = firstFile(in: try await read(fileType, of: content)) else { return nil }
        return try await PictureFile.bytes(of: file)
    }

    private static func firstFile(in list: Data) -> URL? {
        let lines = String(decoding: list.prefix(100_000), as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.first { !$0.hasPrefix("#") }.flatMap { URL(string: String($0)) }
    }

    private static func read(_ type: String, of content: OfferedContent) async throws(PictureError) -> Data {
        do { return try await content.read(type, atMost: PictureFile.limit) } catch {
            // Used in sentences in the place of a file name.
            let clipboard = translated("clipboard")
            switch error {
            case .notRead: throw .notRead(name: clipboard)
            case .tooLong: throw .fileTooLarge(name: clipboard)
            }
        }
    }
}

extension Desktop {
    /// The picture on the clipboard as the bytes of a file: a picture copied in another program, or the first of the
    /// files copied in a file manager. Nil when there is neither. Throws `PictureError`.
    public static func clipboardPicture() async throws(PictureError) -> Data? {
        guard let content = clipboardContent else { return nil }
        return try await IncomingPicture.bytes(of: content)
    }
}

extension Widget {
    /// Accepts a picture or a file that is dropped on the widget: the handler gets its bytes, or the error. During the
    /// drag over it, the widget is `:drop(active)` in style sheets.
    public final func onDropPicture(_ handler: @escaping @MainActor (Result<Data, PictureError>) -> Void) {
        onDropContent(IncomingPicture.types) { content in
            do throws(PictureError) {
                let data = try await IncomingPicture.bytes(of: content)
                handler(data.map { .success($0) } ?? .failure(.notAPicture))
                return data != nil
            } catch {
                handler(.failure(error))
                return false
            }
        }
    }
}
