import Foundation

/// Reads the elements of a JSON list in the order they arrive, and finds out on the way how its letters are written.
///
/// JSON is UTF-8. A list in which nothing is, but which has other letters than those of ASCII, is one that an old
/// program wrote in Latin-1, and is read as such. Until either is certain, such elements are held.
public struct ListReader<R: DirectoryRecord>: Sendable {
    private enum Letters { case unknown, utf8, latin1 }

    private let reader: ElementReader<R>
    private var letters = Letters.unknown
    /// Elements that are not UTF-8, as long as nothing else said how the list is written.
    private var held: [Data] = []
    private var heldBytes = 0
    /// How many bytes of them are held before it is certain enough.
    private static var mostHeld: Int { ElementSplitter.largestElement }

    /// - Parameters:
    ///   - isStrict: true where records are checked by their fields' rules: corrected, or set aside.
    ///   - isNumbered: true where an element without a number is not a record.
    public init(isStrict: Bool = false, isNumbered: Bool = false) {
        reader = ElementReader(isStrict: isStrict, isNumbered: isNumbered)
    }

    /// What can be said now of `element`, and of those before it that were held.
    public mutating func read(_ element: ListElement) -> [ReadElement<R>] { ready(element).map(reader.read) }

    /// What can be said at the end of the list of those that were held.
    public mutating func finish() -> [ReadElement<R>] { finishReady().map(reader.read) }

    /// What can be read now: `element`, and those before it that were held, as far as they are text in UTF-8.
    public mutating func ready(_ element: ListElement) -> [ListElement] {
        guard case .whole(let bytes) = element, bytes.hasLettersBeyondASCII else { return [element] }
        if bytes.isUTF8 {
            if letters == .unknown { letters = .utf8 }
            return takeHeld() + [element]
        }
        guard letters == .unknown else { return [inUTF8(bytes)] }
        held.append(bytes)
        heldBytes += bytes.count
        if heldBytes <= Self.mostHeld { return [] }
        letters = .latin1
        return takeHeld()
    }

    /// Those that were held, at the end of the list.
    public mutating func finishReady() -> [ListElement] {
        letters = .latin1
        return takeHeld()
    }

    private mutating func takeHeld() -> [ListElement] {
        defer { (held, heldBytes) = ([], 0) }
        return held.map(inUTF8)
    }

    /// An element that is not UTF-8, as the rest of the list is written.
    private func inUTF8(_ bytes: Data) -> ListElement {
        let text = letters == .latin1 ? Windows1252.text(bytes) : nil
        return .whole(text.map { Data($0.utf8) } ?? bytes)
    }
}

extension Data {
    fileprivate var hasLettersBeyondASCII: Bool {
        withUnsafeBytes { bytes in
            var place = 0
            while place + 8 <= bytes.count {
                if bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 {
                    return true
                }
                place += 8
            }
            return bytes[place...].contains { $0 >= 0x80 }
        }
    }

    fileprivate var isUTF8: Bool {
        withUnsafeBytes { String(validating: $0.assumingMemoryBound(to: UInt8.self), as: UTF8.self) != nil }
    }
}
