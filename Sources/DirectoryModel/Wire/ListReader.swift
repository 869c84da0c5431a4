public import Foundation
import Language

/// Reads the elements of a JSON list in the order they arrive, and detects its character encoding on the way.
///
/// JSON is UTF-8. A list that is not UTF-8 anywhere, but contains characters outside ASCII, is one that an old program
/// wrote in Latin-1, and is read as such. Until either is certain, such elements are held.
public struct ListReader<R: DirectoryRecord>: Sendable {
    private enum Letters { case unknown, utf8, latin1 }

    private let reader: ElementReader<R>
    private var letters = Letters.unknown
    /// Elements that are not UTF-8, while the list's encoding is not certain.
    private var held: [Data] = []
    private var heldBytes = 0
    /// How many bytes of them are held before the encoding is assumed.
    private static var maxHeld: Int { ElementSplitter.largestElement }

    /// - Parameter isNumbered: true where an element without a number is not a record.
    public init(isNumbered: Bool = false) { reader = ElementReader(isNumbered: isNumbered) }

    /// What can be read now: `element`, and the elements before it that were held.
    public mutating func read(_ element: ListElement) -> [ReadElement<R>] { ready(element).map(reader.read) }

    /// Reads what can be read of the elements that `bytes` complete, and those before them that were held.
    /// - Parameters:
    ///   - bytes: the next piece of the list.
    ///   - splitter: finds the elements; it must be the same for all the pieces of a list.
    ///   - elements: the elements that were read are appended to it.
    /// - Throws: `ListError` at the first byte that cannot be part of a list.
    public mutating func read(
        _ bytes: UnsafeRawBufferPointer, by splitter: inout ElementSplitter, into elements: inout [ReadElement<R>]
    ) throws {
        try splitter.pushInPlace(bytes) { bytes, isTooLarge in
            if isTooLarge { return elements.append(reader.read(.tooLarge(Data(bytes)))) }
            let outline = ByteOutline(bytes)
            // Until the encoding is certain, an element may be held.
            if outline.hasLettersBeyondASCII, letters != .utf8 {
                for element in ready(.whole(Data(bytes))) { elements.append(reader.read(element)) }
            } else {
                elements.append(reader.read(bytes, outline))
            }
        }
    }

    /// The held elements, read at the end of the list.
    public mutating func finish() -> [ReadElement<R>] { finishReady().map(reader.read) }

    /// The elements that can be read now: `element`, and those before it that were held, as far as they are text in
    /// UTF-8.
    public mutating func ready(_ element: ListElement) -> [ListElement] {
        guard letters != .utf8, case .whole(let bytes) = element, bytes.hasLettersBeyondASCII else { return [element] }
        if bytes.isUTF8 {
            if letters == .unknown { letters = .utf8 }
            return takeHeld() + [element]
        }
        guard letters == .unknown else { return [inUTF8(bytes)] }
        held.append(bytes)
        heldBytes += bytes.count
        if heldBytes <= Self.maxHeld { return [] }
        letters = .latin1
        return takeHeld()
    }

    /// The held elements, at the end of the list.
    public mutating func finishReady() -> [ListElement] {
        letters = .latin1
        return takeHeld()
    }

    private mutating func takeHeld() -> [ListElement] {
        defer { (held, heldBytes) = ([], 0) }
        return held.map(inUTF8)
    }

    /// An element that is not UTF-8, converted from the encoding of the list.
    private func inUTF8(_ bytes: Data) -> ListElement {
        let text = letters == .latin1 ? Windows1252.text(bytes) : nil
        return .whole(text.map { Data($0.utf8) } ?? bytes)
    }
}

extension Data {
    fileprivate var hasLettersBeyondASCII: Bool {
        withUnsafeBytes { ByteOutline($0).hasLettersBeyondASCII }
    }

    fileprivate var isUTF8: Bool {
        withUnsafeBytes { String(validating: $0.assumingMemoryBound(to: UInt8.self), as: UTF8.self) != nil }
    }
}

/// One element of a JSON list, or of a file of vCards, as it arrived.
public enum ListElement: Equatable, Sendable {
    /// The element's bytes, all of them.
    case whole(Data)
    /// It is too large, or not a whole element.
    case rejected(RejectedElement)

    static func tooLarge(_ start: Data) -> ListElement {
        .rejected(RejectedElement(reason: translated("The entry is larger than 4 MB."), bytes: start))
    }
}
