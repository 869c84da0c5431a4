public import Foundation
public import GtkKit
internal import Language
import PictureOutlines

/// Pictures from other programs.
@MainActor
enum IncomingPicture {
    private static let pictureTypes = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/bmp"]
    private static let fileType = "text/uri-list"

    static var types: [String] { pictureTypes + [fileType] }

    /// The data of the picture or of the first file, or nil if there is neither.
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
            // Replaces the file name in messages.
            let clipboard = translated("clipboard")
            switch error {
            case .notRead: throw .notRead(name: clipboard)
            case .tooLong: throw .fileTooLarge(name: clipboard)
            }
        }
    }
}

extension Desktop {
    /// The data of the picture or of the first file on the clipboard, or nil if there is neither. Throws
    /// `PictureError`.
    public static func clipboardPicture() async throws(PictureError) -> Data? {
        guard let content = clipboardContent else { return nil }
        return try await IncomingPicture.bytes(of: content)
    }
}

extension Widget {
    /// Accepts a dropped picture or file. Style sheets match the drag with `:drop(active)`.
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

/// Decodes untrusted pictures.
public enum PictureImporter {
    /// The maximum width and height in pixels, for cropping.
    public static let maxEdge = 1024

    /// Decodes a picture off the main thread, upright and without metadata: a JPEG of up to 200 megapixels, a PNG or
    /// BMP of 12, or the first frame of a GIF or WebP of 5. The size is checked first, and less than 60 MB of memory is
    /// used. Throws `PictureError`.
    public static func picture(from data: Data) async throws(PictureError) -> Pixbuf {
        let taken = Task.detached { Result { () throws(PictureError) in try read(data) } }
        return try await taken.value.get()
    }

    static func read(_ data: Data) throws(PictureError) -> Pixbuf {
        let outline = try PictureOutline.checked(data)
        return try PictureDecoder.decode(data, outline) { fitting($0) }
    }

    /// The largest centered square of a picture as a record has it, or nil if it cannot be used. Takes as long as
    /// decoding it.
    public static func square(from data: Data) -> Data? {
        guard let picture = try? read(data) else { return nil }
        let side = min(picture.width, picture.height)
        let crop = CropRect(x: (picture.width - side) / 2, y: (picture.height - side) / 2, side: side)
        return try? PictureSquare.jpeg(picture, crop: crop)
    }

    private static func fitting(_ size: PictureDecoder.Size) -> PictureDecoder.Size {
        let longer = max(size.width, size.height)
        guard longer > maxEdge else { return size }
        let scaled = { (edge: Int) in max(1, (edge * maxEdge + longer / 2) / longer) }
        return (scaled(size.width), scaled(size.height))
    }
}

/// Reads picture files.
public enum PictureFile {
    /// In bytes.
    public static let limit = 60_000_000

    /// Reads a file off the main thread. Folders, pipes, devices, and longer files are rejected. Throws `PictureError`.
    public static func bytes(of file: URL) async throws(PictureError) -> Data {
        try await Task.detached { Result(catching: { () throws(PictureError) in try read(file) }) }.value.get()
    }

    static func read(_ file: URL) throws(PictureError) -> Data {
        let name = file.lastPathComponent
        guard file.isFileURL else { throw .notRead(name: name) }
        // Without O_NONBLOCK, opening a pipe would block.
        let descriptor = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .notRead(name: name) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .notRead(name: name) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(name: name) }
        guard status.st_size <= limit else { throw .fileTooLarge(name: name) }
        // The file may grow, or report a size of zero.
        var data = Data()
        do {
            while data.count <= limit, let part = try handle.read(upToCount: 1 << 20), !part.isEmpty { data += part }
        } catch { throw .notRead(name: name) }
        guard !data.isEmpty else { throw .empty }
        guard data.count <= limit else { throw .fileTooLarge(name: name) }
        return data
    }
}
