import Foundation
import Language

/// An element of a list that is no record: kept with its reason, so that somebody can mend it.
public struct SetAside: Equatable, Sendable {
    /// Why, as a sentence; it is kept in the language it was found in.
    public let reason: String
    /// What stood there; at most the first 64 KB.
    public let raw: String

    public init(reason: String, raw: String) {
        self.reason = reason
        self.raw = raw
    }

    /// How much of an element is kept.
    static let longestRaw = 65_536
}

/// Reads the elements of a JSON list one by one; a bad one costs only itself.
public struct ElementReader<R: Record>: Sendable {
    private let isStrict: Bool

    /// - Parameter isStrict: true where records are held against their fields' rules: mended, or set aside.
    public init(isStrict: Bool = false) { self.isStrict = isStrict }

    /// The record `element` holds, or the element set aside with its reason.
    public func read(_ element: ListElement) -> ReadElement<R> {
        switch element {
        case .tooLarge(let start):
            return .setAside(
                SetAside(
                    reason: translated("The element is larger than 4 MB."), raw: String(decoding: start, as: UTF8.self))
            )
        case .whole(let bytes):
            do {
                let record = try JSONDecoder().decode(R.self, from: bytes)
                return .record(isStrict ? try record.mended() : record)
            } catch {
                let raw = String(decoding: bytes.prefix(SetAside.longestRaw), as: UTF8.self)
                return .setAside(SetAside(reason: Self.reason(for: error), raw: raw))
            }
        }
    }

    /// The sentence an element is set aside with; `otherwise` where it could not even be read.
    static func reason(for error: any Error, otherwise: String = translated("The element is not valid JSON.")) -> String
    {
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
public enum ReadElement<R: Record>: Sendable {
    case record(R)
    case setAside(SetAside)
}
