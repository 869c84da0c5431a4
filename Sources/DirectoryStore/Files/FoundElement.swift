import DirectoryModel

/// An element of a list that was found, and is not decoded yet.
struct FoundElement<R: DirectoryRecord>: Sendable {
    /// How many bytes it has.
    let bytes: Int
    /// Decodes it, on any thread.
    let decode: @Sendable () -> DecodedElement<R>
}

/// An element that was decoded, and is not matched with the records here yet.
enum DecodedElement<R: DirectoryRecord>: Sendable {
    /// It has all its values, or none of them.
    case whole(ListedElement<R>, unread: [UnreadColumn] = [])
    /// Some values, which belong to a record here or to a new one.
    case part(ImportedElement<R>, raw: String?)

    /// The columns, keys and properties that no field takes.
    var unread: [UnreadColumn] {
        switch self {
        case .whole(_, let unread): unread
        case .part(let imported, _): imported.unread
        }
    }

    /// The element, where `here` returns the record here that an imported one matches.
    func placed(onto here: Here<R>) throws -> ListedElement<R> {
        switch self {
        case .whole(let listed, _): listed
        case .part(let imported, let raw): ListedElement(try imported.placed(onto: here), raw: raw)
        }
    }
}
