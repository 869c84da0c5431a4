import DirectoryModel
import Foundation
import FuzzSupport

/// vCards: the same cards in whatever pieces, and a record that came from one comes from the card it is written as.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let file = input(start, count)
    let whole = cards(in: file, pieces: .max)
    let size = 1 + count % 7
    demand(cards(in: file, pieces: size) == whole, "Pieces of \(size) bytes")
    for card in whole {
        check(card, .contacts, contacts)
        check(card, .people, people)
    }
    return 0
}

private let contacts = CardReader(.contacts)
private let people = CardReader(.people)

private func cards(in file: Data, pieces size: Int) -> [ListElement] {
    var splitter = CardSplitter()
    var found: [ListElement] = []
    file.inPieces(of: min(size, max(1, file.count))) { splitter.push($0) { found.append($0) } }
    splitter.finish { found.append($0) }
    return found
}

private func check(_ card: ListElement, _ definition: Definition, _ reader: CardReader?) {
    guard let reader, let writer = CardWriter(definition) else { return }
    guard case .record(let record) = reader.decode(card).resolved(onto: { $0.record }) else { return }
    let written = cards(in: Data(writer.card(record).utf8), pieces: .max)
    demand(written.count == 1, "\(written.count) cards")
    guard let first = written.first, case .record(let again) = reader.decode(first).resolved(onto: { $0.record }) else {
        return demand(record.isEmpty(), "It cannot be read again: \(writer.card(record))")
    }
    demand(again.keyed(0) == record.keyed(0), "\(again) is another than \(record)")
}
