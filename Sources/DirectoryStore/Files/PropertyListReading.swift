import DirectoryModel
import Foundation

/// A property list, which is read as a whole, because its parts refer to each other.
final class PropertyListReading<R: DirectoryRecord>: ListReading {
    private var list = Data()
    private let reader = PropertyListReader<R>()
    private let isStrict: Bool

    init(isStrict: Bool) { self.isStrict = isStrict }

    func push(_ piece: Data) throws -> [FoundElement<R>] {
        list.append(piece)
        if list.count > PropertyListKind.largest { throw PropertyListTooLarge() }
        return []
    }

    func finish() throws -> [FoundElement<R>] {
        try reader.read(list).map { element in
            FoundElement(bytes: 0) { [isStrict] in
                .whole(ListedElement(isStrict ? element.normalized : element))
            }
        }
    }
}
