import CTextScan
import DirectoryModel
import Foundation

/// A copy of a collection's search texts in a file beside the database, which is read much faster than the table.
///
/// A setting of the database names the copy that was written of its content, so that a copy of another database is not
/// read, nor one that was damaged or not finished. Records that changed since have other hashes.
struct SearchTextFile<R: DirectoryRecord>: Sendable {
    let url: URL

    init(in sandbox: URL) { url = sandbox.appending(path: "\(R.collection.name).search") }

    /// What the database knows of the copy.
    struct Mark: Equatable {
        /// A random number, also in the file.
        let id: Int64
        /// The revision of its texts.
        let revision: Int64

        static var setting: String { "search-file-\(R.collection.name)" }

        init(id: Int64, revision: Int64) { (self.id, self.revision) = (id, revision) }

        /// Nil for texts of another language or version.
        init?(_ text: String?) {
            let numbers = (text ?? "").split(separator: " ").compactMap { Int64($0) }
            guard numbers.count == 3, numbers[1] >= 0, numbers[2] == SearchText.version else { return nil }
            (id, revision) = (numbers[0], numbers[1])
        }

        var text: String { "\(id) \(revision) \(SearchText.version)" }
    }

    /// The numbers that the file begins with.
    private struct Header {
        static var magic: Int64 { 0x4455_4B45_5345_3031 }
        static var count: Int { 6 }

        let id: Int64
        let count, titleBytes, summaryBytes: Int
        let checksum: UInt64

        init(id: Int64, of texts: SearchTexts, _ checksum: UInt64) {
            (self.id, count, self.checksum) = (id, texts.rows.count, checksum)
            (titleBytes, summaryBytes) = (texts.titles.bytes.count, texts.summaries.bytes.count)
        }

        /// Nil if no file of `size` bytes begins so.
        init?(_ numbers: [Int64], size: Int) {
            guard numbers.count == Self.count, numbers[0] == Self.magic,
                numbers[2...4].allSatisfy({ 0...Int64(size) ~= $0 })
            else { return nil }
            id = numbers[1]
            (count, titleBytes, summaryBytes) = (Int(numbers[2]), Int(numbers[3]), Int(numbers[4]))
            checksum = UInt64(bitPattern: numbers[5])
            guard 8 * (Self.count + 4 * count + 2) + titleBytes + summaryBytes == size else { return nil }
        }

        var numbers: [Int64] {
            [Self.magic, id, Int64(count), Int64(titleBytes), Int64(summaryBytes), Int64(bitPattern: checksum)]
        }
    }

    /// The texts; nil if the file is not the one that `mark` names, or damaged.
    func texts(_ mark: Mark) -> SearchTexts? {
        let file = open(url.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let header = Header(Self.numbers(Header.count, from: file), size: Int(status.st_size)), header.id == mark.id
        else { return nil }
        var texts = SearchTexts()
        texts.rows = Self.numbers(header.count, from: file)
        texts.hashes = Self.numbers(header.count, from: file)
        let starts: ([Int], [Int]) = (
            Self.numbers(header.count + 1, from: file), Self.numbers(header.count + 1, from: file)
        )
        guard let titles = TextColumn(Self.numbers(header.titleBytes, from: file), starts: starts.0),
            let summaries = TextColumn(Self.numbers(header.summaryBytes, from: file), starts: starts.1)
        else { return nil }
        (texts.titles, texts.summaries, texts.revision) = (titles, summaries, mark.revision)
        return texts.checksum == header.checksum && texts.hasOneTextPerRow ? texts : nil
    }

    /// So many numbers, or fewer at the end of the file.
    private static func numbers<Number: FixedWidthInteger>(_ count: Int, from file: Int32) -> [Number] {
        [Number](unsafeUninitializedCapacity: count) { numbers, total in
            let bytes = UnsafeMutableRawBufferPointer(numbers)
            var done = 0
            while done < bytes.count {
                let read = read(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                guard read > 0 || read < 0 && errno == EINTR else { break }
                done += max(read, 0)
            }
            total = done / MemoryLayout<Number>.size
        }
    }

    /// Replaces the file. If that fails, no file remains.
    /// - Returns: false if it failed.
    func write(_ texts: SearchTexts, id: Int64) -> Bool {
        do {
            let half = try WorkFile(in: url.deletingLastPathComponent())
            defer { withExtendedLifetime(half) {} }
            let file = try FileHandle(forWritingTo: half.url)
            defer { try? file.close() }
            let header = Header(id: id, of: texts, texts.checksum).numbers
            try file.write(contentsOf: header.withUnsafeBytes { Data($0) })
            try texts.eachPart { part in
                guard let start = UnsafeMutableRawPointer(mutating: part.baseAddress) else { return }
                try file.write(contentsOf: Data(bytesNoCopy: start, count: part.count, deallocator: .none))
            }
            return rename(half.url.path(percentEncoded: false), url.path(percentEncoded: false)) == 0
        } catch {
            remove()
            return false
        }
    }

    func remove() { unlink(url.path(percentEncoded: false)) }
}

extension SearchTexts {
    /// Passes the content to `body`, part by part.
    fileprivate func eachPart(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try rows.withUnsafeBytes(body)
        try hashes.withUnsafeBytes(body)
        try titles.starts.withUnsafeBytes(body)
        try summaries.starts.withUnsafeBytes(body)
        try titles.bytes.withUnsafeBytes(body)
        try summaries.bytes.withUnsafeBytes(body)
    }

    fileprivate var checksum: UInt64 {
        var sum: UInt64 = 0
        eachPart { if let start = $0.baseAddress { sum = checksum_of(start, $0.count, sum) } }
        return sum
    }

    fileprivate var hasOneTextPerRow: Bool {
        rows.count == hashes.count && rows.count == titles.count && rows.count == summaries.count
    }
}

extension Store {
    /// The search texts of an earlier or the present revision, from the file; nil if they must be read from the table.
    func fileOfSearchTexts<R: DirectoryRecord>(_ type: R.Type) -> SearchTexts? {
        guard !isPast else { return nil }
        let mark = SearchTextFile<R>.Mark((try? setting(SearchTextFile<R>.Mark.setting)) ?? nil)
        return mark.flatMap { SearchTextFile<R>(in: sandbox).texts($0) }
    }

    /// Writes the file, or removes it if there are fewer than `fewest` texts.
    func keepFile<R: DirectoryRecord>(of texts: SearchTexts, _ type: R.Type, fewest: Int) {
        guard whyReadOnly == nil, !isPast else { return }
        let file = SearchTextFile<R>(in: sandbox)
        guard texts.rows.count >= fewest else { return file.remove() }
        let mark = SearchTextFile<R>.Mark(id: .random(in: .min ... .max), revision: texts.revision)
        guard file.write(texts, id: mark.id) else { return }
        // The next start writes it again if it has no mark, as when the store changed meanwhile.
        try? write { db in
            guard try Schema.revision(of: R.collection, in: db) == texts.revision else { return }
            try Self.keep(mark.text, as: SearchTextFile<R>.Mark.setting, in: db)
        }
    }
}
