import DirectoryModel
import Foundation

/// A reader for one file format of lists, whose bytes come in pieces.
protocol ListReading<R>: AnyObject {
    associatedtype R: DirectoryRecord
    /// True where the store numbers the records it returns.
    var numbersRecords: Bool { get }

    /// The elements completed by this piece.
    func push(_ piece: Data) throws -> [FoundElement<R>]
    /// The elements completed by the end of the file.
    /// - Throws: where it is not a complete list.
    func finish() throws -> [FoundElement<R>]
}

/// An element of a list, and its text.
struct ListedElement<R: DirectoryRecord>: Sendable {
    var element: ReadElement<R>
    /// The text of the element, for the case that it clashes with another record; nil where it is too long to keep, was
    /// not text, or cannot clash.
    let raw: String?
    /// What of it is set aside.
    var aside = SetAside.whole

    init(_ element: ReadElement<R>, raw: String? = nil) { (self.element, self.raw) = (element, raw) }

    /// The text to keep of an element. One that was read can be set aside only where an owner has one record.
    static func raw(_ bytes: Data) -> String? {
        guard R.definition.owner != nil, bytes.count <= RejectedElement.maxRawLength else { return nil }
        return raw(String(decoding: bytes, as: UTF8.self))
    }

    /// The same for an element that is text already.
    static func raw(_ text: String) -> String? {
        R.definition.owner != nil && text.utf8.count <= RejectedElement.maxRawLength ? text : nil
    }
}

/// What is set aside of an element.
enum SetAside: Int, Sendable {
    /// All of it.
    case whole
    /// A value, which a person can correct in the element's text.
    case part
    /// A value that is only told.
    case told
}

extension ListReading {
    var numbersRecords: Bool { false }
}

/// Returns the record here that an imported one matches, under its number; nil where there is not one.
typealias RecordLookup<R: DirectoryRecord> = (ImportedRecord<R>) throws(StoreError) -> R?

/// An element of a list that was found, and is not decoded yet.
struct FoundElement<R: DirectoryRecord>: Sendable {
    /// How many bytes it has.
    let bytes: Int
    /// Decodes it, on any thread.
    let decode: @Sendable () -> DecodedElement<R>
}

/// An element that was decoded, and is not matched with the records here yet.
struct DecodedElement<R: DirectoryRecord>: Sendable {
    /// The text to keep of it, as `ListedElement` has it.
    var raw: String?
    /// The columns, keys and properties that no field takes.
    var unread: [UnreadColumn] = []
    /// The element, where the function returns the record here that an imported one matches.
    let placed: @Sendable (RecordLookup<R>) throws -> ReadElement<R>

    /// An element that has all its values, or none of them.
    init(_ element: ReadElement<R>, raw: String? = nil, unread: [UnreadColumn] = []) {
        (self.raw, self.unread) = (raw, unread)
        placed = { _ in element }
    }

    /// Some values, which belong to a record here or to a new one.
    init(_ values: ImportedElement<R>, raw: String?) {
        (self.raw, unread) = (raw, values.unread)
        placed = { try values.placed(onto: $0) }
    }
}

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
            FoundElement(bytes: row.raw.utf8.count) {
                DecodedElement(reader.decode(row), raw: ListedElement<R>.raw(row.raw))
            })
    }
}

/// vCards, card by card.
final class CardReading<R: DirectoryRecord>: ListReading {
    private var splitter = CardSplitter()
    private let reader: CardReader<R>
    let numbersRecords = true

    init(_ reader: CardReader<R>) { self.reader = reader }

    func push(_ piece: Data) throws -> [FoundElement<R>] {
        var elements: [FoundElement<R>] = []
        piece.withUnsafeBytes { splitter.push($0) { elements.append(found($0)) } }
        return elements
    }

    func finish() throws -> [FoundElement<R>] {
        var elements: [FoundElement<R>] = []
        splitter.finish { elements.append(found($0)) }
        return elements
    }

    private func found(_ element: ListElement) -> FoundElement<R> {
        guard case .whole(let bytes) = element else {
            return FoundElement(bytes: RejectedElement.maxRawLength) { [reader] in
                DecodedElement(reader.decode(element), raw: nil)
            }
        }
        return FoundElement(bytes: bytes.count) { [reader] in
            DecodedElement(reader.decode(element), raw: ListedElement<R>.raw(bytes))
        }
    }
}

/// A JSON list, element by element.
final class JSONReading<R: DirectoryRecord>: ListReading {
    private var splitter = ElementSplitter()
    private var list = ListReader<R>()
    private let reader = ElementReader<R>()
    private let isStrict: Bool

    init(isStrict: Bool) { self.isStrict = isStrict }

    func push(_ piece: Data) throws -> [FoundElement<R>] {
        var elements: [ListElement] = []
        try piece.withUnsafeBytes { try splitter.push($0) { elements += list.ready($0) } }
        return elements.map(found)
    }

    func finish() throws -> [FoundElement<R>] {
        try splitter.finish()
        return list.finishReady().map(found)
    }

    private func found(_ element: ListElement) -> FoundElement<R> {
        let (bytes, raw): (Data, Data?) =
            switch element {
            case .whole(let bytes): (bytes, bytes)
            case .rejected(let rejected): (Data(rejected.raw.utf8), nil)
            }
        return FoundElement(bytes: bytes.count) { [reader, isStrict] in
            let read = reader.read(element)
            return DecodedElement(
                isStrict ? read.normalized : read, raw: raw.flatMap(ListedElement<R>.raw),
                unread: isStrict ? reader.unread(bytes) : [])
        }
    }
}

/// A field: its key as the beginning of a JSON member, where its value is, and how that is written. It is not generic,
/// because the program looks up generic types again for every row.
struct JSONMember: Sendable {
    let name: [UInt8]
    /// The place of its column, or nil for the picture.
    let column: Int?
    let form: Form

    /// How the column of a field becomes JSON. A field is large and copying it takes longer than its text does, so the
    /// usual values are written without it.
    enum Form: Sendable {
        case key
        case text
        case list
        /// One of these words, each with its JSON.
        case choice([(word: [UInt8], json: [UInt8])])
        case picture
        /// As the field says.
        case field
    }
}

/// The JSON of several rows.
struct JSONPiece: Sendable {
    let json: [UInt8]
    let count: Int
    /// The first row that is not what was written, or nil.
    let damaged: Int64?
}

/// A property list, which is read as a whole, because its parts refer to each other.
final class PropertyListReading<R: DirectoryRecord>: ListReading {
    private var list = Data()
    private let reader = PropertyListReader<R>()
    private let isStrict: Bool

    init(isStrict: Bool) { self.isStrict = isStrict }

    func push(_ piece: Data) throws -> [FoundElement<R>] {
        list.append(piece)
        if list.count > PropertyListKind.largest { throw PropertyListTooLarge() }
        return []
    }

    func finish() throws -> [FoundElement<R>] {
        try reader.read(list).map { element in
            FoundElement(bytes: 0) { [isStrict] in
                DecodedElement(isStrict ? element.normalized : element)
            }
        }
    }
}

/// The error that a property list has more bytes than are read.
struct PropertyListTooLarge: Error {}
