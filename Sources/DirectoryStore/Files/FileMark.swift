import ClassAPI
import DirectoryModel
import Foundation

/// What a store last wrote into a JSON file: another content is not the store's, or is newer than the store.
struct FileMark {
    /// When the file was changed, in nanoseconds; 0 where that is not known.
    private var time: Int64
    /// The hashes that its content may have.
    private var hashes: [Int64]

    /// The mark of the file as it is; nil where it cannot be read.
    init?(_ file: URL) {
        guard let hash = Self.hash(file) else { return nil }
        (time, hashes) = (Self.time(of: file), [hash])
    }

    /// The mark of a file whose content has `hash`, whenever it was changed.
    init(hash: Int64) { (time, hashes) = (0, [hash]) }

    /// The mark that is stored as `text`.
    init?(_ text: String?) {
        let numbers = (text ?? "").split(separator: " ").compactMap { Int64($0) }
        guard numbers.count > 1 else { return nil }
        (time, hashes) = (numbers[0], Array(numbers[1...]))
    }

    var text: String { ([time] + hashes).map(String.init).joined(separator: " ") }

    static func name<R: DirectoryRecord>(of type: R.Type) -> String { "file-mark-\(R.collection.name)" }

    /// True where the file has that content; one that was not touched since is not read.
    func isOf(_ file: URL) -> Bool {
        if time != 0, Self.time(of: file) == time { return true }
        return Self.hash(file).map(hashes.contains) ?? true
    }

    /// The mark of a file that has either content.
    func or(_ other: FileMark?) -> FileMark {
        var both = self
        both.hashes += other?.hashes ?? []
        return both
    }

    /// The mark of the same content in `file`.
    func moved(to file: URL) -> FileMark {
        var moved = self
        moved.time = Self.time(of: file)
        return moved
    }

    private static func time(of file: URL) -> Int64 {
        var status = stat()
        guard stat(file.path(percentEncoded: false), &status) == 0 else { return 0 }
        return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }

    private static func hash(_ file: URL) -> Int64? {
        guard let input = try? InputFile(file) else { return nil }
        defer { input.close() }
        let hash = StreamHash()
        do {
            while let piece = try input.next() { hash.add(piece) }
            return hash.number()
        } catch { return nil }
    }
}
