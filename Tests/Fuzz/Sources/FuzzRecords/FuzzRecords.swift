import DirectoryModel
import Foundation
import FuzzSupport

/// Records of every collection in every dialect: what was read is written, and read again it is the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](input(start, count))
    guard let first = bytes.first else { return 0 }
    let type: any DirectoryRecord.Type = Collections.all[Int(first) % Collections.all.count]
    read(Data(bytes.dropFirst()), as: type, isStrict: first >= 128)
    return 0
}

private func read<R: DirectoryRecord>(_ json: Data, as type: R.Type, isStrict: Bool) {
    Reading<R>(isStrict: isStrict).read(json)
}

private struct Reading<R: DirectoryRecord> {
    let isStrict: Bool

    func read(_ json: Data) {
        switch ElementReader<R>(isStrict: isStrict).read(.whole(json)) {
        case .rejected(let rejected): demand(!rejected.reason.isEmpty, "No reason")
        case .partly(let record, let unread, _):
            demand(!unread.isEmpty, "Nothing is unread")
            check(record)
        case .record(let record): check(record)
        }
    }

    private func check(_ record: R) {
        guard let written = try? JSONEncoder().encode(record) else { fatalError("It cannot be written") }
        guard case .record(let again) = ElementReader<R>(isStrict: isStrict).read(.whole(written)) else {
            return demand(R.numbering == .counted && record.identity.isEmpty, "It cannot be read again")
        }
        demand(again == record, "\(again) is another than \(record)")
        _ = [record.displayName, record.told, record.rowSubtitle, record.rowDetail, record.pill, record.listLine]
        for field in R.fields { _ = [field.text(record), field.written(record), field.searched(record)] }
    }
}
