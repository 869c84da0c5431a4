import DirectoryModel
import Foundation

/// Finds the elements of a list in one file format, from pieces of any size.
struct ListReading {
    typealias Elements = [FoundElement]
    /// True if the store numbers the records.
    var numbersRecords = false
    /// True if columns can be assigned to fields.
    var isTable = false
    /// The elements that a piece completes.
    let push: (Data) throws -> Elements
    /// The elements that the end of the file completes; throws if the list is incomplete.
    let finish: () throws -> Elements
}

/// An element of a list, with its text.
struct ListedElement: Sendable {
    var element: ReadElement
    /// The text to save if the element conflicts with another record; nil if it is too long, was not text, or cannot
    /// conflict.
    let raw: String?
    /// The keys of the fields that do not change.
    let absent: Set<String>
    var aside = SetAside.whole

    init(_ element: ReadElement, raw: String? = nil, absent: Set<String> = []) {
        self.element = element
        self.raw = raw
        self.absent = absent
    }

    /// The text of an element to save. Only records with unique owners can conflict.
    static func raw(_ bytes: Data, in definition: Definition) -> String? {
        guard definition.owner != nil, bytes.count <= RejectedElement.maxRawLength else { return nil }
        return raw(String(decoding: bytes, as: UTF8.self), in: definition)
    }

    static func raw(_ text: String, in definition: Definition) -> String? {
        definition.owner != nil && text.utf8.count <= RejectedElement.maxRawLength ? text : nil
    }
}

/// How much of an element is set aside.
enum SetAside: Int, Sendable {
    case whole
    /// A value that the user can correct in the element's text.
    case part
    /// A value that is only reported.
    case reported
}

/// Returns the stored record that an imported one matches, with its number, or nil.
typealias RecordLookup = (ImportedRecord) throws(StoreError) -> Record?

/// An element that is not decoded yet.
struct FoundElement: Sendable {
    let bytes: Int
    /// Decodes it, on any thread.
    let decode: @Sendable () -> DecodedElement
}

/// A decoded element that is not matched with the stored records yet.
struct DecodedElement: Sendable {
    var raw: String?
    /// The columns, keys and properties without a field.
    var unread: [UnreadColumn] = []
    /// The keys of the fields that it lacks.
    var absent: Set<String> = []
    /// Set if it is a group of other elements, not a record.
    var group: ImportedGroup?
    /// Matches it with a stored record.
    let match: @Sendable (RecordLookup) throws -> ReadElement

    /// An element of a list of objects.
    /// - Parameter keys: the keys of the object.
    init(_ element: ReadElement, raw: String? = nil, _ keys: ObjectKeys = ObjectKeys()) {
        self.raw = raw
        unread = keys.unread
        absent = keys.absent
        match = { _ in element }
    }

    /// Values that belong to a stored record or to a new one.
    init(_ values: ImportedElement, raw: String?) {
        (self.raw, unread, group) = (raw, values.unread, values.group)
        match = { lookup in try values.placed(onto: lookup) }
    }
}

extension ListReading {
    /// Comma-separated values.
    /// - Parameter columns: the fields that the user assigned to columns.
    static func csv(_ definition: Definition, columns: [Int: String]?) -> ListReading {
        var (splitter, reader) = (CSVSplitter(), CSVReader?.none)
        func read(_ row: CSVRow, into elements: inout Elements) throws {
            guard let reader else { return reader = try CSVReader(definition, header: row, assigned: columns) }
            elements.append(
                FoundElement(bytes: row.raw.utf8.count) {
                    DecodedElement(reader.decode(row), raw: ListedElement.raw(row.raw, in: definition))
                })
        }
        return ListReading(numbersRecords: true, isTable: true) { piece in
            var elements: Elements = []
            try piece.withUnsafeBytes { try splitter.push($0) { try read($0, into: &elements) } }
            return elements
        } finish: {
            var elements: Elements = []
            try splitter.finish { try read($0, into: &elements) }
            guard reader != nil else { throw ListError.notAList }
            return elements
        }
    }

    static func cards(_ definition: Definition, _ reader: CardReader) -> ListReading {
        var splitter = CardSplitter()
        func found(_ element: ListElement) -> FoundElement {
            var card: Data?
            if case .whole(let bytes) = element { card = bytes }
            return FoundElement(bytes: card?.count ?? RejectedElement.maxRawLength) { [card] in
                DecodedElement(reader.decode(element), raw: card.flatMap { ListedElement.raw($0, in: definition) })
            }
        }
        return ListReading(numbersRecords: true) { piece in
            var elements: Elements = []
            piece.withUnsafeBytes { splitter.push($0) { elements.append(found($0)) } }
            return elements
        } finish: {
            var elements: Elements = []
            splitter.finish { elements.append(found($0)) }
            return elements
        }
    }

    static func json(_ definition: Definition, isStrict: Bool) -> ListReading {
        var splitter = ElementSplitter()
        let reader = ElementReader(definition)
        func found(_ element: ListElement) -> FoundElement {
            let (bytes, raw): (Data, Data?) =
                switch element {
                case .whole(let bytes): (bytes, bytes)
                case .rejected(let rejected): (Data(rejected.raw.utf8), nil)
                }
            return FoundElement(bytes: bytes.count) {
                let read = reader.read(element)
                return DecodedElement(
                    isStrict ? read.normalized : read, raw: raw.flatMap { ListedElement.raw($0, in: definition) },
                    read.record == nil ? ObjectKeys() : reader.keys(of: bytes))
            }
        }
        return ListReading { piece in
            var elements: Elements = []
            try piece.withUnsafeBytes { try splitter.push($0) { elements.append(found($0)) } }
            return elements
        } finish: {
            var elements: Elements = []
            try splitter.finish { elements.append(found($0)) }
            return elements
        }
    }

    /// A property list, which is read as a whole because its parts refer to each other.
    static func propertyList(_ definition: Definition, isStrict: Bool) -> ListReading {
        var list = Data()
        return ListReading { piece in
            list.append(piece)
            if list.count > PropertyListKind.largest { throw PropertyListTooLarge() }
            return []
        } finish: {
            try PropertyListReader(definition).elements(list).map { read, keys in
                FoundElement(bytes: 0) { DecodedElement(isStrict ? read.normalized : read, keys) }
            }
        }
    }
}

struct PropertyListTooLarge: Error {}
