import Foundation

/// Text with case and accents taken away, so that lukasz finds Łukasz and strauss Strauß.
public enum Folding {
    /// `text` folded, as UTF-8.
    public static func bytes(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        append(text, to: &result)
        return result
    }

    /// `text` folded.
    public static func text(_ text: String) -> String { String(decoding: bytes(text), as: UTF8.self) }

    /// Adds `text`, folded, to the end of `buffer`. ASCII takes a fast path.
    public static func append(_ text: String, to buffer: inout [UInt8]) {
        var text = text
        let start = buffer.count
        let isASCII = text.withUTF8 { bytes in
            buffer.append(contentsOf: bytes)
            return bytes.allSatisfy { $0 < 0x80 }
        }
        guard !isASCII else { return lowercaseASCII(&buffer, from: start) }
        buffer.removeSubrange(start...)
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        for scalar in folded.unicodeScalars {
            if let plain = leftAlone[scalar] {
                buffer.append(contentsOf: plain.utf8)
            } else if !scalar.properties.isDiacritic || scalar.isASCII {
                buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// Where `needle`, already folded, stands in `text`; ranges do not overlap.
    public static func ranges(of needle: [UInt8], in text: String) -> [Range<String.Index>] {
        guard !needle.isEmpty else { return [] }
        var folded: [UInt8] = []
        var origin: [String.Index] = []
        for index in text.indices {
            append(String(text[index]), to: &folded)
            origin.append(contentsOf: repeatElement(index, count: folded.count - origin.count))
        }
        var found: [Range<String.Index>] = []
        var position = 0
        while position + needle.count <= folded.count {
            if folded[position..<position + needle.count].elementsEqual(needle) {
                let last = origin[position + needle.count - 1]
                found.append(origin[position]..<text.index(after: last))
                position += needle.count
            } else {
                position += 1
            }
        }
        return found
    }

    private static func lowercaseASCII(_ buffer: inout [UInt8], from start: Int) {
        for index in start..<buffer.count where buffer[index] >= 0x41 && buffer[index] <= 0x5A {
            buffer[index] |= 0x20
        }
    }

    /// The letters Foundation does not take apart.
    private static let leftAlone: [Unicode.Scalar: String] = [
        "ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th", "ð": "d", "ı": "i", "ħ": "h",
        "ŧ": "t", "ŋ": "n", "ĸ": "k", "ƒ": "f",
    ]
}
