import DirectoryModel
import Foundation

/// A JSON list, element by element.
final class JSONReading<R: DirectoryRecord>: ListReading {
    private var splitter = ElementSplitter()
    private var list = ListReader<R>()
    private let reader = ElementReader<R>()
    private let isStrict: Bool

    init(isStrict: Bool) { self.isStrict = isStrict }

    func push(_ piece: Data) throws -> [FoundElement<R>] {
        var elements: [ListElement] = []
        try piece.withUnsafeBytes { try splitter.push($0) { elements += list.ready($0) } }
        return elements.map(found)
    }

    func finish() throws -> [FoundElement<R>] {
        try splitter.finish()
        return list.finishReady().map(found)
    }

    private func found(_ element: ListElement) -> FoundElement<R> {
        let (bytes, raw): (Data, Data?) =
            switch element {
            case .whole(let bytes): (bytes, bytes)
            case .tooLarge(let start): (start, nil)
            }
        return FoundElement(bytes: bytes.count) { [reader, isStrict] in
            let read = reader.read(element)
            let listed = ListedElement(isStrict ? read.normalized : read, raw: raw.flatMap(ListedElement<R>.raw))
            return .whole(listed, unread: isStrict ? reader.unread(bytes) : [])
        }
    }
}
