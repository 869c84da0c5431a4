public import Foundation
import Language

/// Reads the elements of a JSON list in order, and detects the list's encoding.
///
/// JSON is UTF-8, but some old programs wrote Latin-1. If a list contains non-ASCII bytes and no valid UTF-8 character,
/// it is read as Latin-1. Elements are held back until that is decided.
public struct ListReader: Sendable {
    private enum Letters { case unknown, utf8, latin1 }

    private let reader: ElementReader
    private var letters = Letters.unknown
    /// Elements that are not UTF-8 while the encoding is unknown.
    private var held: [Data] = []
    private var heldBytes = 0
    /// The most bytes that are held back; after that, the list is Latin-1.
    private static var maxHeld: Int { ElementSplitter.largestElement }

    /// - Parameter isNumbered: true if an element without a number is rejected.
    public init(_ definition: Definition, isNumbered: Bool = false) {
        reader = ElementReader(definition, isNumbered: isNumbered)
    }

    /// Reads `element`, and elements that were held back, if the encoding is known.
    public mutating func read(_ element: ListElement) -> [ReadElement] { ready(element).map(reader.read) }

    /// Reads the elements completed by `bytes`, and those that were held back.
    /// - Parameters:
    ///   - bytes: the next piece of the list.
    ///   - splitter: the list's splitter.
    ///   - elements: the result is appended to it.
    /// - Throws: `ListError` at the first unexpected byte.
    public mutating func read(
        _ bytes: UnsafeRawBufferPointer, by splitter: inout ElementSplitter, into elements: inout [ReadElement]
    ) throws {
        try splitter.pushNoCopy(bytes) { bytes, isTooLarge in
            if isTooLarge { return elements.append(reader.read(.tooLarge(Data(bytes)))) }
            let outline = ByteOutline(bytes)
            // Until the encoding is known, an element may be held back.
            if outline.hasLettersBeyondASCII, letters != .utf8 {
                for element in ready(.whole(Data(bytes))) { elements.append(reader.read(element)) }
            } else {
                elements.append(reader.read(bytes, outline))
            }
        }
    }

    /// Reads the elements that were held back, at the end of the list.
    public mutating func finish() -> [ReadElement] { finishReady().map(reader.read) }

    /// `element` and the elements that were held back, in UTF-8, if the encoding is known.
    public mutating func ready(_ element: ListElement) -> [ListElement] {
        guard letters != .utf8, case .whole(let bytes) = element, bytes.hasLettersBeyondASCII else { return [element] }
        if Windows1252.isUTF8(bytes) {
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

    /// The elements that were held back, at the end of the list.
    public mutating func finishReady() -> [ListElement] {
        letters = .latin1
        return takeHeld()
    }

    private mutating func takeHeld() -> [ListElement] {
        defer { (held, heldBytes) = ([], 0) }
        return held.map(inUTF8)
    }

    private func inUTF8(_ bytes: Data) -> ListElement {
        let text = letters == .latin1 ? Windows1252.text(bytes) : nil
        return .whole(text.map { Data($0.utf8) } ?? bytes)
    }
}

extension Data {
    fileprivate var hasLettersBeyondASCII: Bool {
        withUnsafeBytes { ByteOutline($0).hasLettersBeyondASCII }
    }
}

/// An element of a JSON list or a file of vCards.
public enum ListElement: Equatable, Sendable {
    /// The bytes of the complete element.
    case whole(Data)
    /// The element is too large or incomplete.
    case rejected(RejectedElement)

    static func tooLarge(_ start: Data) -> ListElement {
        .rejected(RejectedElement(reason: translated("The entry is larger than 4 MB."), bytes: start))
    }
}
