import Foundation
import Language

/// An element of a list that is no record: kept with its reason, so that somebody can mend it.
public struct RejectedElement: Equatable, Sendable {
    /// Why, as a sentence; it is kept in the language it was found in.
    public let reason: String
    /// What stood there; at most the first 64 KB.
    public let raw: String

    public init(reason: String, raw: String) {
        self.reason = reason
        self.raw = raw
    }

    /// How much of an element is kept, in bytes.
    public static let longestRaw = 65_536
}

/// Reads the elements of a JSON list one by one; a bad one costs only itself.
public struct ElementReader<R: DirectoryRecord>: Sendable {
    private let isStrict: Bool
    private let isNumbered: Bool

    /// - Parameters:
    ///   - isStrict: true where records are checked by their fields' rules: corrected, or set aside.
    ///   - isNumbered: true where an element without a number is not a record.
    public init(isStrict: Bool = false, isNumbered: Bool = false) {
        (self.isStrict, self.isNumbered) = (isStrict, isNumbered)
    }

    /// The record `element` holds, or the element set aside with its reason.
    public func read(_ element: ListElement) -> ReadElement<R> {
        switch element {
        case .tooLarge(let start):
            return .rejected(
                RejectedElement(
                    reason: translated("The element is larger than 4 MB."), raw: String(decoding: start, as: UTF8.self))
            )
        case .whole(let bytes):
            do {
                guard !hasTooManyValues(bytes) else { throw NotARecord(reason: translated("it has too many values")) }
                return try read(bytes)
            } catch { return .rejected(rejected(error, bytes)) }
        }
    }

    private func read(_ bytes: Data) throws -> ReadElement<R> {
        do {
            return .record(try checked(try JSONDecoder().decode(R.self, from: bytes)))
        } catch let partly as PartlyRead<R> {
            return .partly(try checked(partly.record), unread: partly.unread, rejected(partly, bytes))
        }
    }

    private func checked(_ record: R) throws -> R {
        if isNumbered, record.key <= 0 { throw NotARecord(reason: translated("it has no number")) }
        return isStrict ? try record.normalized() : record
    }

    private func rejected(_ error: any Error, _ bytes: Data) -> RejectedElement {
        RejectedElement(
            reason: Self.reason(for: error),
            raw: String(decoding: bytes.prefix(RejectedElement.longestRaw), as: UTF8.self))
    }

    /// A decoder needs some hundred bytes for each value, however short it is.
    private func hasTooManyValues(_ bytes: Data) -> Bool {
        guard bytes.count > Self.mostValues else { return false }
        return bytes.withUnsafeBytes { $0.reduce(0) { $1 == UInt8(ascii: ",") ? $0 + 1 : $0 } > Self.mostValues }
    }

    /// How many commas an element may have.
    private static var mostValues: Int { 20_000 }

    /// The sentence an element is set aside with; `otherwise` where it could not even be read.
    static func reason(for error: any Error, otherwise: String = translated("The element is not valid JSON.")) -> String
    {
        if let partly = error as? PartlyRead<R> { return partly.reason.sentence(about: R.self) }
        if let broken = error as? FieldBroken { return NotARecord(broken.label, broken.reason).sentence(about: R.self) }
        if case DecodingError.typeMismatch(_, let place) = error {
            let key = place.codingPath.last { $0.intValue == nil }
            let reason =
                key.map { translated("its \($0.stringValue) is of another type") } ?? translated("it is not an object")
            return NotARecord(reason: reason).sentence(about: R.self)
        }
        return (error as? NotARecord)?.sentence(about: R.self) ?? otherwise
    }
}

/// What became of one element.
public enum ReadElement<R: DirectoryRecord>: Sendable {
    case record(R)
    case rejected(RejectedElement)
    /// A record some of whose fields, whose keys are in `unread`, are broken: they stay as they are here.
    case partly(R, unread: Set<String>, RejectedElement)
}
