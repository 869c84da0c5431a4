import DirectoryModel
import Foundation
import Testing

/// A contact with changes.
func contact(_ change: (inout Contact) -> Void) -> Contact {
    var contact = Contact(id: 0)
    change(&contact)
    return contact
}

/// The elements of `bytes`, which arrive in pieces.
func cardElements(_ bytes: Data, pieces: Int = 7) -> [ListElement] {
    var splitter = CardSplitter()
    var elements: [ListElement] = []
    inPieces(bytes, of: pieces) { splitter.push($0) { elements.append($0) } }
    splitter.finish { elements.append($0) }
    return elements
}

/// The records in `bytes`; `stored` assigns missing numbers.
func readCards(
    _ bytes: Data, in definition: Definition, pieces: Int = 1 << 16,
    stored: (ImportedRecord) -> Record? = { $0.isNumbered ? $0.record : nil }
) throws -> [ReadElement] {
    let reader = try #require(CardReader(definition))
    return cardElements(bytes, pieces: pieces).map { reader.decode($0).resolved(onto: stored) }
}

/// The contacts in `text`, and the reasons for rejections.
func readContacts(_ bytes: Data, pieces: Int = 1 << 16) throws -> (contacts: [Contact], reasons: [String]) {
    let read = try readCards(bytes, in: .contacts, pieces: pieces) { $0.record }
    return (read.compactMap(\.record).map(Contact.init), read.compactMap(\.rejected?.reason))
}
