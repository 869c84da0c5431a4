import DirectoryModel
import Foundation

/// One way a list stands in a file, whose bytes come in pieces.
protocol ListReading<R>: AnyObject {
    associatedtype R: DirectoryRecord
    /// True where the records it gives have their numbers from the store.
    var numbersRecords: Bool { get }

    /// The elements that became whole with this piece.
    func push(_ piece: Data) throws -> [ListedElement<R>]
    /// The elements that became whole with the end of the file.
    /// - Throws: where it is no whole list.
    func finish() throws -> [ListedElement<R>]
}

/// An element of a list, and what stood there.
struct ListedElement<R: DirectoryRecord> {
    let element: ReadElement<R>
    /// What stood there, for whoever is told that it cannot stand beside something else; nil where it is too long to
    /// keep, was no text, or nobody has to be told.
    let raw: String?

    init(_ element: ReadElement<R>, raw: @autoclosure () -> String? = nil) {
        self.element = element
        // Only where one owner has one record can an element that was read be set aside.
        let text = R.ownerKey == nil ? nil : raw()
        self.raw = text.flatMap { $0.utf8.count <= RejectedElement.longestRaw ? $0 : nil }
    }
}

extension ListReading {
    var numbersRecords: Bool { false }
}

/// A JSON list, element by element.
final class JSONReading<R: DirectoryRecord>: ListReading {
    private var splitter = ElementSplitter()
    private var list = ListReader<R>()
    private let reader = ElementReader<R>()
    private let isStrict: Bool

    init(isStrict: Bool) { self.isStrict = isStrict }

    func push(_ piece: Data) throws -> [ListedElement<R>] {
        var elements: [ListElement] = []
        try piece.withUnsafeBytes { try splitter.push($0) { elements += list.ready($0) } }
        return elements.map(read)
    }

    func finish() throws -> [ListedElement<R>] {
        try splitter.finish()
        return list.finishReady().map(read)
    }

    private func read(_ element: ListElement) -> ListedElement<R> {
        let record = isStrict ? reader.read(element).normalized : reader.read(element)
        guard case .whole(let bytes) = element else { return ListedElement(record) }
        return ListedElement(record, raw: String(decoding: bytes, as: UTF8.self))
    }
}

/// Comma separated values, row by row.
final class CSVReading<R: DirectoryRecord>: ListReading {
    private var splitter = CSVSplitter()
    private var reader: CSVReader<R>?
    private let here: Here<R>
    let numbersRecords = true

    init(here: @escaping Here<R>) { self.here = here }

    func push(_ piece: Data) throws -> [ListedElement<R>] {
        var elements: [ListedElement<R>] = []
        try piece.withUnsafeBytes { try splitter.push($0) { try read($0, into: &elements) } }
        return elements
    }

    func finish() throws -> [ListedElement<R>] {
        var elements: [ListedElement<R>] = []
        try splitter.finish { try read($0, into: &elements) }
        guard reader != nil else { throw ListError.notAList }
        return elements
    }

    private func read(_ row: CSVRow, into elements: inout [ListedElement<R>]) throws {
        if let reader {
            elements.append(ListedElement(try reader.read(row, onto: here), raw: row.raw))
        } else {
            reader = try CSVReader(header: row)
        }
    }
}

/// The record here that what was brought belongs to, under its number; nil where it has none.
typealias Here<R: DirectoryRecord> = (ImportedRecord<R>) throws(StoreError) -> R?

/// vCards, card by card.
final class CardReading<R: DirectoryRecord>: ListReading {
    private var splitter = CardSplitter()
    private let reader: CardReader<R>
    private let here: Here<R>
    let numbersRecords = true

    init(_ reader: CardReader<R>, here: @escaping Here<R>) { (self.reader, self.here) = (reader, here) }

    func push(_ piece: Data) throws -> [ListedElement<R>] {
        var elements: [ListedElement<R>] = []
        try piece.withUnsafeBytes { try splitter.push($0) { elements.append(try read($0)) } }
        return elements
    }

    func finish() throws -> [ListedElement<R>] {
        var elements: [ListedElement<R>] = []
        try splitter.finish { elements.append(try read($0)) }
        return elements
    }

    private func read(_ element: CardElement) throws -> ListedElement<R> {
        let record = try reader.read(element, onto: here)
        guard case .whole(let bytes) = element else { return ListedElement(record) }
        return ListedElement(record, raw: String(decoding: bytes, as: UTF8.self))
    }
}

/// A property list, which is read as a whole, for its parts point at each other.
final class PropertyListReading<R: DirectoryRecord>: ListReading {
    private var list = Data()
    private let reader = PropertyListReader<R>()
    private let isStrict: Bool

    init(isStrict: Bool) { self.isStrict = isStrict }

    func push(_ piece: Data) throws -> [ListedElement<R>] {
        list.append(piece)
        if list.count > PropertyListKind.largest { throw PropertyListTooLarge() }
        return []
    }

    func finish() throws -> [ListedElement<R>] {
        try reader.read(list).map { ListedElement(isStrict ? $0.normalized : $0) }
    }
}

extension ReadElement {
    /// A record with what its rules can correct corrected; one odd field is no reason to lose the rest.
    fileprivate var normalized: ReadElement<R> {
        switch self {
        case .record(let record): .record(record.normalizedWherePossible)
        case .partly(let record, let unread, let rejected):
            .partly(record.normalizedWherePossible, unread: unread, rejected)
        case .rejected: self
        }
    }
}

/// A property list has more bytes than are read.
struct PropertyListTooLarge: Error {}
