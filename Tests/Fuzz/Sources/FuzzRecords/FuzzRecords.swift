import DirectoryModel
import Foundation
import FuzzSupport

/// Records of every collection in every dialect: what is read from a list is read alone, too; it is written, and read
/// again it is the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](input(start, count))
    guard let first = bytes.first else { return 0 }
    let definition = Collections.all[Int(first) % Collections.all.count]
    Reading(definition: definition, isStrict: first >= 128).read(Data(bytes.dropFirst()))
    return 0
}

private struct Reading {
    let definition: Definition
    let isStrict: Bool

    func read(_ json: Data) {
        let read = ElementReader(definition, isStrict: isStrict).read(.whole(json))
        compare(read, with: try? Record(definition, json: json))
        switch read {
        case .rejected(let rejected): demand(!rejected.reason.isEmpty, "No reason")
        case .partly(let record, let unread, _):
            demand(!unread.isEmpty, "Nothing is unread")
            check(record)
        case .record(let record): check(record)
        }
    }

    /// A refusal that is not the reader’s is that of a rule.
    private func compare(_ read: ReadElement, with decoded: Record?) {
        let wanted = isStrict ? try? decoded?.normalized() : decoded
        guard case .record(let record) = read else { return demand(wanted == nil, "\(read) is not a record") }
        demand(record == wanted, "\(record) is another than it is alone")
    }

    private func check(_ record: Record) {
        guard let written = try? JSONEncoder().encode(record) else { fatalError("It cannot be written") }
        guard case .record(let again) = ElementReader(definition, isStrict: isStrict).read(.whole(written)) else {
            return demand(definition.numbering == .counted && record.identity.isEmpty, "It cannot be read again")
        }
        demand(again == record, "\(again) is another than \(record)")
        _ = [
            record.displayName, record.text(style: .whole), record.rowSubtitle, record.rowDetail, record.pill,
            record.text(style: .line),
        ]
        for field in definition.fields {
            _ = [field.displayText(record), field.inputText(record), field.searchText(record)]
        }
    }
}
