import DirectoryModel
import Foundation

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

    private func found(_ element: CardElement) -> FoundElement<R> {
        guard case .whole(let bytes) = element else {
            return FoundElement(bytes: RejectedElement.longestRaw) { [reader] in
                .part(reader.decode(element), raw: nil)
            }
        }
        return FoundElement(bytes: bytes.count) { [reader] in
            .part(reader.decode(element), raw: ListedElement<R>.raw(bytes))
        }
    }
}
