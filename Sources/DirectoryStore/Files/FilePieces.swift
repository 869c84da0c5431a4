import ClassAPI
import DirectoryModel
import Foundation

/// Where the records are in the JSON file of a collection, so that the next write copies those that have not changed.
///
/// A piece is copied only if its bytes have the hash that they were written with, which tells accidental changes of the
/// file.
struct FilePieces<R: DirectoryRecord> {
    private struct Place {
        let bytes: Range<Int>
        let hash: Int64
    }

    /// The places by the hashes of the pieces.
    private var places: [Int64: Place] = [:]
    /// The piece that is being written.
    private var current: (piece: Int64, start: Int, end: Int, bytes: StreamHash)?

    /// The size of the largest piece that is copied: a larger one would take too much memory.
    private static var mostBytes: Int { 8 << 20 }

    static var setting: String { "file-pieces-\(R.collection.name)" }

    init() {}

    /// No pieces if `text` is damaged, or of a version that writes records differently.
    init(_ text: String?) {
        let words = (text ?? "").split(separator: " ")
        let numbers = words.compactMap { Int64($0) }
        guard numbers.count == words.count, numbers.count % 4 == 1, numbers[0] == RowJSON<R>.fingerprint else { return }
        for index in stride(from: 1, to: numbers.count, by: 4) {
            let (start, end) = (numbers[index + 1], numbers[index + 2])
            guard 0 <= start, start <= end, end - start <= Self.mostBytes else { continue }
            places[numbers[index]] = Place(bytes: Int(start)..<Int(end), hash: numbers[index + 3])
        }
    }

    var text: String {
        let numbers = places.flatMap { [$0, Int64($1.bytes.lowerBound), Int64($1.bytes.upperBound), $1.hash] }
        return ([RowJSON<R>.fingerprint] + numbers).map(String.init).joined(separator: " ")
    }

    /// The bytes of a piece in the last file; nil if the file has others there.
    func bytes(of piece: RowPiece, in file: InputFile) -> [UInt8]? {
        guard let place = places[piece.hash], let bytes = file.bytes(at: place.bytes) else { return nil }
        let hash = StreamHash()
        hash.add(Data(bytes))
        return hash.number() == place.hash ? bytes : nil
    }

    /// Adds the next bytes of a file; the last ones belong to no piece.
    /// - Parameter isSeparator: true if they belong to the piece only between its other bytes.
    mutating func add(_ data: Data, of piece: RowPiece?, isSeparator: Bool, at start: Int) {
        if piece?.hash != current?.piece { finishPiece() }
        if current == nil, let piece, !isSeparator { current = (piece.hash, start, start, StreamHash()) }
        current?.bytes.add(data)
        current?.end = start + data.count
    }

    private mutating func finishPiece() {
        guard let (piece, start, end, bytes) = current else { return }
        current = nil
        if end - start <= Self.mostBytes { places[piece] = Place(bytes: start..<end, hash: bytes.number()) }
    }
}

/// Consecutive rows that a file has as one piece.
struct RowPiece: Sendable {
    /// A hash of the rows and of their content.
    let hash: Int64
    let count: Int
    let bounds: ClosedRange<Int64>

    /// Rows whose numbers differ only in this many low bits are one piece, so that a change affects no other.
    private static var bits: Int64 { 8 }

    /// Divides rows in ascending order.
    static func pieces(of rows: [Int64], hashes: [Int64]) -> [RowPiece] {
        var pieces: [RowPiece] = []
        var first = 0
        while first < rows.count {
            var end = first + 1
            while end < rows.count, rows[end] >> bits == rows[first] >> bits { end += 1 }
            let hash = StreamHash()
            for numbers in [rows[first..<end], hashes[first..<end]] { numbers.withUnsafeBytes { hash.add(Data($0)) } }
            pieces.append(RowPiece(hash: hash.number(), count: end - first, bounds: rows[first]...rows[end - 1]))
            first = end
        }
        return pieces
    }
}
