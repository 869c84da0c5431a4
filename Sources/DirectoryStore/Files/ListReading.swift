import DirectoryModel
import Foundation

/// A reader for one file format of lists, whose bytes come in pieces.
protocol ListReading<R>: AnyObject {
    associatedtype R: DirectoryRecord
    /// True where the store numbers the records it returns.
    var numbersRecords: Bool { get }

    /// The elements completed by this piece.
    func push(_ piece: Data) throws -> [FoundElement<R>]
    /// The elements completed by the end of the file.
    /// - Throws: where it is not a complete list.
    func finish() throws -> [FoundElement<R>]
}

/// An element of a list, and its text.
struct ListedElement<R: DirectoryRecord>: Sendable {
    let element: ReadElement<R>
    /// The text of the element, for the case that it clashes with another record; nil where it is too long to keep, was
    /// not text, or cannot clash.
    let raw: String?

    init(_ element: ReadElement<R>, raw: String? = nil) { (self.element, self.raw) = (element, raw) }

    /// The text to keep of an element. One that was read can be set aside only where an owner has one record.
    static func raw(_ bytes: Data) -> String? {
        guard R.definition.owner != nil, bytes.count <= RejectedElement.longestRaw else { return nil }
        return raw(String(decoding: bytes, as: UTF8.self))
    }

    /// The same for an element that is text already.
    static func raw(_ text: String) -> String? {
        R.definition.owner != nil && text.utf8.count <= RejectedElement.longestRaw ? text : nil
    }
}

extension ListReading {
    var numbersRecords: Bool { false }
}

/// Returns the record here that an imported one matches, under its number; nil where there is not one.
typealias Here<R: DirectoryRecord> = (ImportedRecord<R>) throws(StoreError) -> R?
