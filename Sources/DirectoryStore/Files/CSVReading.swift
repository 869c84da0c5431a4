import DirectoryModel
import Foundation

/// Comma separated values, row by row.
final class CSVReading<R: DirectoryRecord>: ListReading {
    private var splitter = CSVSplitter()
    private var reader: CSVReader<R>?
    private let columns: [Int: String]?
    let numbersRecords = true

    /// - Parameter columns: the fields that a person assigned to columns.
    init(columns: [Int: String]?) { self.columns = columns }

    func push(_ piece: Data) throws -> [FoundElement<R>] {
        var elements: [FoundElement<R>] = []
        try piece.withUnsafeBytes { try splitter.push($0) { try read($0, into: &elements) } }
        return elements
    }

    func finish() throws -> [FoundElement<R>] {
        var elements: [FoundElement<R>] = []
        try splitter.finish { try read($0, into: &elements) }
        guard reader != nil else { throw ListError.notAList }
        return elements
    }

    private func read(_ row: CSVRow, into elements: inout [FoundElement<R>]) throws {
        guard let reader else { return reader = try CSVReader(header: row, assigned: columns) }
        elements.append(
            FoundElement(bytes: row.raw.utf8.count) { .part(reader.decode(row), raw: ListedElement<R>.raw(row.raw)) })
    }
}
