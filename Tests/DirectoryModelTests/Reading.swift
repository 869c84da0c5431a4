import DirectoryModel
import Foundation
import Testing

/// The rows of a table whose bytes arrive in pieces.
func csvRows(_ bytes: some Sequence<UInt8>, pieces: Int = 7) throws -> [CSVRow] {
    var splitter = CSVSplitter()
    var rows: [CSVRow] = []
    var bytes = Array(bytes)[...]
    while !bytes.isEmpty {
        Array(bytes.prefix(pieces)).withUnsafeBytes { splitter.push($0) { rows.append($0) } }
        bytes = bytes.dropFirst(pieces)
    }
    try splitter.finish { rows.append($0) }
    return rows
}

extension ReadElement {
    /// The record, of which nothing was left out.
    func whole() throws -> Record {
        guard case .record(let record) = self else { throw NotRead(element: self) }
        return record
    }

    private struct NotRead: Error { let element: ReadElement }

    /// Why the element was rejected; nil for one of which a part or nothing was.
    var rejectedWhole: RejectedElement? { if case .rejected(let rejected) = self { rejected } else { nil } }
}

/// What `json` contains.
func readJSON(_ json: String, as definition: Definition = .people) -> ReadElement {
    ElementReader(definition).read(.whole(Data(json.utf8)))
}
