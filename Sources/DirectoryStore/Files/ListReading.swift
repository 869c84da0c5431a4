import DirectoryModel
import Foundation

/// Finds the elements of a list in one file format, from pieces of any size.
struct ListReading {
    /// The elements that a piece completes.
    let push: (Data) throws -> [FoundElement]
    /// The elements that the end of the file completes; throws if the list is incomplete.
    let finish: () throws -> [FoundElement]
}

/// Decodes an element, on any thread.
typealias FoundElement = @Sendable () -> ArrivingElement

/// An element of a list that arrives.
struct ArrivingElement: Sendable {
    /// What it contains; nil until its values are matched with a stored record.
    var content: ReadElement?
    /// Values that belong to a stored record or to a new one, or nil.
    private(set) var values: ImportedElement?
    /// The text to save if the element conflicts with another record; nil if it is too long, was not text, or cannot
    /// conflict.
    let raw: String?
    /// The columns, keys and properties without a field.
    let unread: [UnreadColumn]
    /// The keys of the fields that do not change, because the element lacks them.
    let absent: Set<String>
    /// True if its record has the number that it is stored with.
    private(set) var isNumbered: Bool

    /// - Parameter keys: the keys of the object that it was.
    init(_ content: ReadElement, raw: String? = nil, _ keys: ObjectKeys = ObjectKeys(), isNumbered: Bool = false) {
        self.content = content
        self.raw = raw
        self.isNumbered = isNumbered
        unread = keys.unread
        absent = keys.absent
    }

    init(_ values: ImportedElement, raw: String?) {
        self.values = values
        self.raw = raw
        unread = values.unread
        absent = []
        isNumbered = true
    }

    /// Matches its values with a stored record.
    mutating func match(_ match: (ImportedRecord) throws -> Record?) rethrows {
        if let values { content = try values.resolved(onto: match) }
    }

    /// How much of it is set aside if its content has something rejected.
    var aside: SetAside {
        guard case .partly? = content else { return .whole }
        return isNumbered ? .reported : .part
    }
}

/// How much of an element is set aside.
enum SetAside: Sendable {
    case whole
    /// A value that the user can correct in the element's text.
    case part
    /// A value that is only reported.
    case reported
}

extension Definition {
    /// The text of an element to save, or nil. Only records with unique owners can conflict.
    fileprivate func saved(_ bytes: some Collection<UInt8>) -> String? {
        owner == nil || bytes.count > 4096 ? nil : String(decoding: bytes, as: UTF8.self)
    }
}

extension ListElement {
    fileprivate var bytes: Data? {
        switch self {
        case .whole(let bytes): bytes
        case .rejected: nil
        }
    }
}

extension ListReading {
    /// - Parameters:
    ///   - push: passes on the parts that a piece completes.
    ///   - finish: passes on those that the end completes.
    ///   - found: the element in a part, or nil.
    private init<Part>(
        push: @escaping (UnsafeRawBufferPointer, (Part) throws -> Void) throws -> Void,
        finish: @escaping ((Part) throws -> Void) throws -> Void, found: @escaping (Part) throws -> FoundElement?
    ) {
        func elements(_ parts: ((Part) throws -> Void) throws -> Void) throws -> [FoundElement] {
            var elements: [FoundElement] = []
            try parts { part in try found(part).map { elements.append($0) } }
            return elements
        }
        self.push = { piece in try piece.withUnsafeBytes { bytes in try elements { try push(bytes, $0) } } }
        self.finish = { try elements(finish) }
    }

    /// Comma-separated values.
    /// - Parameter columns: the fields that the user assigned to columns.
    static func csv(_ definition: Definition, columns: [Int: String]?) -> ListReading {
        var (splitter, reader) = (CSVSplitter(), CSVReader?.none)
        return ListReading {
            try splitter.push($0, $1)
        } finish: {
            try splitter.finish($0)
            guard reader != nil else { throw ListError.notAList }
        } found: { (row: CSVRow) in
            guard let reader else {
                reader = try CSVReader(definition, header: row, assigned: columns)
                return nil
            }
            return { ArrivingElement(reader.decode(row), raw: definition.saved(row.raw.utf8)) }
        }
    }

    static func cards(_ definition: Definition, _ reader: CardReader) -> ListReading {
        var splitter = CardSplitter()
        return ListReading {
            try splitter.push($0, $1)
        } finish: {
            try splitter.finish($0)
        } found: { (element: ListElement) in
            { ArrivingElement(reader.decode(element), raw: element.bytes.flatMap { definition.saved($0) }) }
        }
    }

    static func json(_ definition: Definition, isStrict: Bool) -> ListReading {
        var (splitter, isFirst) = (ElementSplitter(), true)
        let reader = ElementReader(definition)
        return ListReading {
            try splitter.push($0, $1)
        } finish: {
            try splitter.finish($0)
        } found: { (element: ListElement) in
            if isFirst, let bytes = element.bytes { try reader.refuseOtherCollection(bytes) }
            isFirst = false
            return {
                let read = reader.read(element)
                let bytes = read.record == nil ? nil : element.bytes
                return ArrivingElement(
                    isStrict ? read.normalized : read, raw: bytes.flatMap { definition.saved($0) },
                    bytes.map(reader.keys) ?? ObjectKeys())
            }
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
                { ArrivingElement(isStrict ? read.normalized : read, keys) }
            }
        }
    }
}

struct PropertyListTooLarge: Error {}
