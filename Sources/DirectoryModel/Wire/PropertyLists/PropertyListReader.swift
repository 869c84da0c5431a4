public import Foundation
import Language

/// Reads the elements of a property list, XML or binary, whose top is an array; a bad element does not affect the
/// others.
public struct PropertyListReader<R: DirectoryRecord>: Sendable {
    private let isStrict: Bool

    /// - Parameter isStrict: true where records are checked by their fields' rules: corrected, or set aside.
    public init(isStrict: Bool = false) { self.isStrict = isStrict }

    /// Every element of `list`, read.
    ///
    /// Foundation's readers trust their input: deep nesting, cycles and absurd counts end or hang the program. So a
    /// list is checked here before Foundation reads it.
    /// - Throws: `ListError` where it is not a property list, not an array, or malicious.
    public func read(_ list: Data) throws(ListError) -> [ReadElement<R>] {
        var list = list
        switch PropertyListKind(start: list) {
        case .xml:
            let check = XMLPropertyListCheck(list)
            try check.run()
            list = check.withLargeIntegersAsTexts
        case .binary: try BinaryPropertyListCheck(list).run()
        case nil: throw .notAList
        }
        let elements: [PropertyListElement<R>]
        do { elements = try PropertyListDecoder().decode([PropertyListElement<R>].self, from: list) } catch {
            if case DecodingError.typeMismatch = error { throw .notAList }
            throw .damaged
        }
        return elements.map { $0.read(isStrict: isStrict) }
    }
}

/// One element: its record, and why it is not one, or is not one where rules count.
private struct PropertyListElement<R: DirectoryRecord>: Decodable {
    private var record: R?
    private var normalized: R?
    private var unread: Set<String> = []
    private var rejected = RejectedElement(reason: "", raw: "")

    init(from decoder: any Decoder) {
        do {
            let record = try R(from: decoder)
            self.record = record
            normalized = try record.normalized()
        } catch {
            if let partly = error as? PartlyRead<R> {
                (record, normalized, unread) = (partly.record, try? partly.record.normalized(), partly.unread)
            }
            let reason = ElementReader<R>.reason(for: error, otherwise: translated("The entry could not be read."))
            rejected = RejectedElement(
                reason: reason, raw: PropertyListValue(from: decoder).raw, leftOut: (error as? PartlyRead<R>)?.leftOut)
        }
    }

    func read(isStrict: Bool) -> ReadElement<R> {
        guard let record = isStrict ? normalized : record else { return .rejected(rejected) }
        return unread.isEmpty ? .record(record) : .partly(record, unread: unread, rejected)
    }
}
