import DirectoryModel
import Foundation
import FuzzSupport

/// Tables: the same rows in whatever pieces, and a record that came from one comes from the row it is written as.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let file = input(start, count)
    let whole = Rows(file, pieces: .max)
    let size = 1 + count % 7
    demand(Rows(file, pieces: size) == whole, "Pieces of \(size) bytes")
    // What a header means takes widest to find out, so one list in each run.
    check(whole.rows, as: [Definition.people, .players, .contacts][whole.rows.count % 3])
    return 0
}

/// What a splitter found.
private struct Rows: Equatable {
    var rows: [CSVRow] = []
    var isUnfinished = false

    init(_ file: Data, pieces size: Int) {
        var splitter = CSVSplitter()
        file.inPieces(of: min(size, max(1, file.count))) { splitter.push($0) { rows.append($0) } }
        do { try splitter.finish { rows.append($0) } } catch { isUnfinished = true }
    }
}

private func check(_ rows: [CSVRow], as definition: Definition) {
    guard let header = rows.first, let reader = try? CSVReader(definition, header: header) else { return }
    let writer = CSVWriter(definition)
    for row in rows.dropFirst() {
        guard case .record(let record) = reader.decode(row).resolved(onto: { $0.record }) else { continue }
        let written = Rows(Data((writer.header + writer.line(record)).utf8), pieces: .max).rows
        guard written.count == 2, let ours = try? CSVReader(definition, header: written[0]) else {
            fatalError("\(written.count) rows")
        }
        guard case .record(let again) = ours.decode(written[1]).resolved(onto: { $0.record }) else {
            fatalError("It cannot be read again: \(writer.line(record))")
        }
        demand(again.keyed(0) == record.keyed(0), "\(again) is another than \(record)")
    }
}
