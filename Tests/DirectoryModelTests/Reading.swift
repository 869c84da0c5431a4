import DirectoryModel
import Foundation
import Testing

/// Passes `bytes` to `body` in pieces of `size`.
func inPieces(
    _ bytes: some Sequence<UInt8>, of size: Int, _ body: (UnsafeRawBufferPointer) throws -> Void
) rethrows {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
        try Array(rest.prefix(size)).withUnsafeBytes(body)
        rest = rest.dropFirst(size)
    }
}

/// The rows of a table whose bytes arrive in pieces.
func csvRows(_ bytes: some Sequence<UInt8>, pieces: Int = 7) throws -> [CSVRow] {
    var splitter = CSVSplitter()
    var rows: [CSVRow] = []
    inPieces(bytes, of: pieces) { splitter.push($0) { rows.append($0) } }
    try splitter.finish { rows.append($0) }
    return rows
}

/// The records of a table; `stored` assigns missing numbers.
func readTable(
    _ text: String, in definition: Definition, pieces: Int = 7,
    stored: (ImportedRecord) -> Record? = { imported in
        imported.isNumbered || imported.record.definition.numbering == .counted ? imported.record : nil
    }
) throws -> [ReadElement] {
    let rows = try csvRows(text.utf8, pieces: pieces)
    let reader = try CSVReader(definition, header: try #require(rows.first))
    return rows.dropFirst().map { reader.decode($0).resolved(onto: stored) }
}

/// The elements of a JSON list whose bytes arrive in pieces.
func listElements(_ bytes: some Sequence<UInt8>, pieces: Int = .max) throws -> [ListElement] {
    var splitter = ElementSplitter()
    var elements: [ListElement] = []
    try inPieces(bytes, of: pieces) { try splitter.push($0) { elements.append($0) } }
    try splitter.finish { elements.append($0) }
    return elements
}

extension ReadElement {
    /// The record, of which nothing was left out.
    func whole() throws -> Record {
        guard case .record(let record) = self else { throw NotRead(element: self) }
        return record
    }

    private struct NotRead: Error { let element: ReadElement }

    /// The keys of the fields that could not be read.
    var unread: Set<String> { if case .partly(_, let unread, _) = self { unread } else { [] } }

    /// Why the element was rejected; nil for one of which a part or nothing was.
    var rejectedWhole: RejectedElement? { if case .rejected(let rejected) = self { rejected } else { nil } }
}

/// What `json` contains.
func readJSON(_ json: String, as definition: Definition = .people) -> ReadElement {
    ElementReader(definition).read(.whole(Data(json.utf8)))
}
