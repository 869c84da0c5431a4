public import Foundation

/// The two ways a property list is written.
public enum PropertyListKind: Sendable {
    /// As XML.
    case xml
    /// In the binary format.
    case binary

    /// The kind of a file, recognized by its beginning; nil where it is not a property list.
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
    /// How deep lists and dictionaries may be nested.
    static let deepest = 32
    /// The most values a property list may have.
    static let mostValues = 300_000
    /// The most elements it may have.
    static let mostElements = 50_000
}
