import ClassAPI
import DirectoryModel
import Foundation
import GRDB

/// Where the records are in the JSON file of a collection, so that its next version copies those that have not changed.
struct FilePieces<R: DirectoryRecord> {
    /// The places of the pieces in the file, in bytes, by the hashes of their records.
    private var places: [Int64: Range<Int>] = [:]

    static var setting: String { "file-pieces-\(R.collection.name)" }

    init() {}

    /// The pieces of the file whose content has the hash `file`; none if `text` is about another file or format.
    init(_ text: String?, of file: Int64?) {
        let numbers = (text ?? "").split(separator: " ").compactMap { Int64($0) }
        guard numbers.count > 2, numbers[0] == file, numbers[1] == RowJSON<R>.format else { return }
        for index in stride(from: 2, to: numbers.count - 2, by: 3) {
            guard let (start, end) = Self.bounds(numbers[index + 1], numbers[index + 2]) else { continue }
            places[numbers[index]] = start..<end
        }
    }

    private static func bounds(_ start: Int64, _ end: Int64) -> (Int, Int)? {
        start >= 0 && start <= end ? (Int(start), Int(end)) : nil
    }

    func text(of file: Int64) -> String {
        let numbers = places.flatMap { [$0, Int64($1.lowerBound), Int64($1.upperBound)] }
        return ([file, RowJSON<R>.format] + numbers).map(String.init).joined(separator: " ")
    }

    var isEmpty: Bool { places.isEmpty }

    func place(of piece: RowPiece) -> Range<Int>? { piece.hash.flatMap { places[$0] } }

    /// Adds a part of a piece; the parts of one follow each other.
    mutating func add(_ piece: RowPiece, at place: Range<Int>) {
        guard let hash = piece.hash else { return }
        places[hash] = (places[hash]?.lowerBound ?? place.lowerBound)..<place.upperBound
    }
}

extension FileHandle {
    /// Throws an error if the file is shorter.
    func read(_ place: Range<Int>) throws -> [UInt8] {
        try seek(toOffset: UInt64(place.lowerBound))
        // Foundation reads 4 KB at a time.
        let bytes = [UInt8](place.count, from: fileDescriptor)
        guard bytes.count == place.count else { throw POSIXError(.EIO) }
        return bytes
    }
}

extension Array where Element: FixedWidthInteger {
    /// So many numbers from a file, or fewer at its end.
    init(_ count: Int, from file: Int32) {
        self.init(unsafeUninitializedCapacity: count) { numbers, total in
            let bytes = UnsafeMutableRawBufferPointer(numbers)
            var done = 0
            while done < bytes.count {
                let read = read(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                guard read > 0 || read < 0 && errno == EINTR else { break }
                done += Swift.max(read, 0)
            }
            total = done / MemoryLayout<Element>.size
        }
    }
}

/// Consecutive rows that a file has as one piece.
struct RowPiece: Sendable {
    /// Equal only for the same rows with the same content; nil for rows that are not compared.
    private(set) var hash: Int64?
    private(set) var count = 0
    /// The first and the last row.
    private(set) var bounds: [DatabaseValue] = []

    /// The most rows in a piece. Their numbers, divided by this, are equal, so that additions leave other pieces as they are.
    private static var size: Int64 { 256 }

    /// Divides sorted rows.
    static func pieces(of rows: [Int64], hashes: [Int64]) -> [RowPiece] {
        var pieces: [RowPiece] = []
        var first = 0
        while first < rows.count {
            var end = first + 1
            while end < rows.count, rows[end] / size == rows[first] / size { end += 1 }
            let hash = StreamHash()
            for numbers in [rows[first..<end], hashes[first..<end]] { numbers.withUnsafeBytes { hash.add(Data($0)) } }
            let bounds = [rows[first], rows[end - 1]].map(\.databaseValue)
            pieces.append(RowPiece(hash: hash.number(), count: end - first, bounds: bounds))
            first = end
        }
        return pieces
    }
}

extension RecordTable {
    /// All rows in order, with their hashes.
    func rowsAndHashes(in db: Database) throws -> (rows: [Int64], hashes: [Int64]) {
        var (rows, hashes): ([Int64], [Int64]) = ([], [])
        try FastStatement("SELECT row, hash FROM \(name) ORDER BY row", in: db).each { row in
            rows.append(row.number(0))
            hashes.append(row.number(1))
        }
        return (rows, hashes)
    }

    func pieces(in db: Database) throws -> [RowPiece] {
        let (rows, hashes) = try rowsAndHashes(in: db)
        return RowPiece.pieces(of: rows, hashes: hashes)
    }
}
