public import Foundation
import Language

/// Reads the elements of a property list, XML or binary, whose top is an array; a bad one costs only itself.
public struct PropertyListReader<R: DirectoryRecord>: Sendable {
    private let isStrict: Bool

    /// - Parameter isStrict: true where records are checked by their fields' rules: corrected, or set aside.
    public init(isStrict: Bool = false) { self.isStrict = isStrict }

    /// Every element of `list`, read.
    ///
    /// Foundation's readers trust what they are given: nesting deep enough, cycles and absurd counts end or hang the
    /// program. So nothing is given to them that was not walked through here first.
    /// - Throws: `ListError` where it is not a property list, not an array, or made to do harm.
    public func read(_ list: Data) throws(ListError) -> [ReadElement<R>] {
        switch PropertyListKind(start: list) {
        case .xml: try XMLPropertyListCheck(list).run()
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

/// The two ways a property list is written.
public enum PropertyListKind: Sendable {
    case xml, binary

    /// What a file begins with tells which; nil where it is no property list.
    public init?(start: Data) {
        if start.starts(with: Data("bplist0".utf8)) {
            self = .binary
            return
        }
        let text = start.prefix(512).drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 == 0x20 || (9...13) ~= $0 }
        guard ["<?xml", "<!DOCTYPE plist", "<plist"].contains(where: { text.starts(with: Data($0.utf8)) }) else {
            return nil
        }
        self = .xml
    }

    /// The largest property list that is read, in bytes.
    public static let largest = 16 << 20
    /// How deep lists and dictionaries may stand within each other.
    static let deepest = 32
    /// How many values a property list may have.
    static let mostValues = 300_000
    /// How many elements it may have.
    static let mostElements = 50_000
}

/// One element: the record it is, and why it is none, or would be none where rules count.
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
            let reason = ElementReader<R>.reason(for: error, otherwise: translated("The element cannot be read."))
            rejected = RejectedElement(reason: reason, raw: PropertyListValue(from: decoder).raw)
        }
    }

    func read(isStrict: Bool) -> ReadElement<R> {
        guard let record = isStrict ? normalized : record else { return .rejected(rejected) }
        return unread.isEmpty ? .record(record) : .partly(record, unread: unread, rejected)
    }
}
