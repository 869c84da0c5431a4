public import Foundation
public import GtkKit
internal import Language
import PictureOutlines

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

/// Imports untrusted pictures.
public enum PictureImporter {
    /// The longest edge of a picture that is kept for cropping, in pixels.
    public static let maxEdge = 1024

    /// The picture in the bytes, upright and without metadata: a JPEG of up to 200 million pixels, a PNG of 12, a BMP of 12, a GIF or WebP of 5, of
    /// which the first frame is used. Decoding happens off the main thread, always takes less than 60 MB,
    /// and starts only after the size is known. Throws `PictureError`.
    public static func picture(from data: Data) async throws(PictureError) -> Pixbuf {
        let taken = Task.detached { Result { () throws(PictureError) in try read(data) } }
        return try await taken.value.get()
    }

    static func read(_ data: Data) throws(PictureError) -> Pixbuf {
        let outline = try PictureOutline.checked(data)
        return try PictureDecoder.decode(data, outline) { fitting($0) }
    }

    private static func fitting(_ size: PictureDecoder.Size) -> PictureDecoder.Size {
        let longer = max(size.width, size.height)
        guard longer > maxEdge else { return size }
        let scaled = { (edge: Int) in max(1, (edge * maxEdge + longer / 2) / longer) }
        return (scaled(size.width), scaled(size.height))
    }
}

/// Reads picture files that the user chose or dropped.
public enum PictureFile {
    /// The most bytes a file may have.
    public static let limit = 60_000_000

    /// The bytes of the file, read off the main thread. A longer file than `limit`, a folder, a pipe or a device is
    /// refused without reading it. Throws `PictureError`.
    public static func bytes(of file: URL) async throws(PictureError) -> Data {
        try await Task.detached { Result(catching: { () throws(PictureError) in try read(file) }) }.value.get()
    }

    static func read(_ file: URL) throws(PictureError) -> Data {
        let name = file.lastPathComponent
        guard file.isFileURL else { throw .notRead(name: name) }
        // Without O_NONBLOCK, opening a pipe without a writer would block.
        let descriptor = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .notRead(name: name) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .notRead(name: name) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(name: name) }
        guard status.st_size <= limit else { throw .fileTooLarge(name: name) }
        // Counted again, because a file may grow meanwhile, or report a size of zero.
        var data = Data()
        do {
            while data.count <= limit, let part = try handle.read(upToCount: 1 << 20), !part.isEmpty { data += part }
        } catch { throw .notRead(name: name) }
        guard !data.isEmpty else { throw .empty }
        guard data.count <= limit else { throw .fileTooLarge(name: name) }
        return data
    }
}
