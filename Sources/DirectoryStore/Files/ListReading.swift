import DirectoryModel
import Foundation

/// One way a list stands in a file, whose bytes come in pieces.
protocol ListReading<R>: AnyObject {
    associatedtype R: Record
    /// True where the records it gives have their numbers from the store.
    var numbersRecords: Bool { get }

    /// The elements that became whole with this piece.
    func push(_ piece: Data) throws -> [ReadElement<R>]
    /// The elements that became whole with the end of the file.
    /// - Throws: where it is no whole list.
    func finish() throws -> [ReadElement<R>]
}

extension ListReading {
    var numbersRecords: Bool { false }
}

/// A JSON list, element by element.
final class JSONReading<R: Record>: ListReading {
    private var splitter = ElementSplitter()
    private var reader = ListReader<R>()
    private let isStrict: Bool

    init(isStrict: Bool) { self.isStrict = isStrict }

    func push(_ piece: Data) throws -> [ReadElement<R>] {
        var elements: [ReadElement<R>] = []
        try piece.withUnsafeBytes { try splitter.push($0) { elements += reader.read($0) } }
        return isStrict ? elements.map(\.mended) : elements
    }

    func finish() throws -> [ReadElement<R>] {
        try splitter.finish()
        let elements = reader.finish()
        return isStrict ? elements.map(\.mended) : elements
    }
}

/// Comma separated values, row by row.
final class CSVReading<R: Record>: ListReading {
    private var splitter = CSVSplitter()
    private var reader: CSVReader<R>?
    private let here: Here<R>
    let numbersRecords = true

    init(here: @escaping Here<R>) { self.here = here }

    func push(_ piece: Data) throws -> [ReadElement<R>] {
        var elements: [ReadElement<R>] = []
        try piece.withUnsafeBytes { try splitter.push($0) { try read($0, into: &elements) } }
        return elements
    }

    func finish() throws -> [ReadElement<R>] {
        var elements: [ReadElement<R>] = []
        try splitter.finish { try read($0, into: &elements) }
        guard reader != nil else { throw ListProblem.notAList }
        return elements
    }

    private func read(_ row: CSVRow, into elements: inout [ReadElement<R>]) throws {
        if let reader {
            elements.append(try reader.read(row, onto: here))
        } else {
            reader = try CSVReader(header: row)
        }
    }
}

/// The record here that what was brought belongs to, under its number; nil where it has none.
typealias Here<R: Record> = (Brought<R>) throws(StoreProblem) -> R?

/// vCards, card by card.
final class CardReading<R: Record>: ListReading {
    private var splitter = CardSplitter()
    private let reader: CardReader<R>
    private let here: Here<R>
    let numbersRecords = true

    init(_ reader: CardReader<R>, here: @escaping Here<R>) { (self.reader, self.here) = (reader, here) }

    func push(_ piece: Data) throws -> [ReadElement<R>] {
        var elements: [ReadElement<R>] = []
        try piece.withUnsafeBytes { try splitter.push($0) { elements.append(try reader.read($0, onto: here)) } }
        return elements
    }

    func finish() throws -> [ReadElement<R>] {
        var elements: [ReadElement<R>] = []
        try splitter.finish { elements.append(try reader.read($0, onto: here)) }
        return elements
    }
}

/// A property list, which is read as a whole, for its parts point at each other.
final class PropertyListReading<R: Record>: ListReading {
    private var list = Data()
    private let reader = PropertyListReader<R>()
    private let isStrict: Bool

    init(isStrict: Bool) { self.isStrict = isStrict }

    func push(_ piece: Data) throws -> [ReadElement<R>] {
        list.append(piece)
        if list.count > PropertyListKind.largest { throw PropertyListTooLarge() }
        return []
    }

    func finish() throws -> [ReadElement<R>] {
        let elements = try reader.read(list)
        return isStrict ? elements.map(\.mended) : elements
    }
}

extension ReadElement {
    /// A record with what its rules can correct corrected; one odd field is no reason to lose the rest.
    fileprivate var mended: ReadElement<R> {
        switch self {
        case .record(let record): .record(record.mendedWherePossible)
        case .partly(let record, let unread, let aside):
            .partly(record.mendedWherePossible, unread: unread, aside)
        case .setAside: self
        }
    }
}

/// A property list has more bytes than are read.
struct PropertyListTooLarge: Error {}
