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
        if appendLatin(text, to: &buffer) { return }
        buffer.removeSubrange(start...)
        appendAny(text, to: &buffer)
    }

    /// Adds a text of Latin letters by table, some ten times faster than Foundation folds it; false for any other text.
    private static func appendLatin(_ text: String, to buffer: inout [UInt8]) -> Bool {
        for scalar in text.unicodeScalars {
            let value = scalar.value
            switch value {
            case 0x41...0x5A: buffer.append(UInt8(value) | 0x20)
            case 0..<0x80: buffer.append(UInt8(value))
            case 0xC0..<0x250: buffer.append(contentsOf: latin[Int(value - 0xC0)])
            case 0x1E00..<0x1F00: buffer.append(contentsOf: latinExtended[Int(value - 0x1E00)])
            case 0x300..<0x370: continue
            default: return false
            }
        }
        return true
    }

    private static let latin = table(0xC0..<0x250)
    private static let latinExtended = table(0x1E00..<0x1F00)

    /// What Foundation makes of each letter by itself.
    private static func table(_ range: Range<UInt32>) -> [[UInt8]] {
        range.map { value in
            var folded: [UInt8] = []
            if let scalar = Unicode.Scalar(value) { appendAny(String(scalar), to: &folded) }
            return folded
        }
    }

    private static func appendAny(_ text: String, to buffer: inout [UInt8]) {
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        for scalar in folded.unicodeScalars {
            if let plain = leftAlone[scalar] {
                buffer.append(contentsOf: plain.utf8)
            } else if !combining.contains(scalar.value) {
                buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// Where `needle`, already folded, stands in `text`; ranges do not overlap.
    public static func ranges(of needle: [UInt8], in text: String) -> [Range<String.Index>] {
        guard !needle.isEmpty else { return [] }
        let whole = bytes(text)
        guard whole.contains(needle) else { return [] }
        // As many bytes as before: nothing was taken apart, so that places are the same.
        if whole.count == text.utf8.count, text.utf8.allSatisfy({ $0 < 0x80 }) {
            return ranges(of: needle, in: text, whole)
        }
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

    private static func ranges(of needle: [UInt8], in text: String, _ folded: [UInt8]) -> [Range<String.Index>] {
        var found: [Range<String.Index>] = []
        var position = 0
        while position + needle.count <= folded.count {
            guard folded[position..<position + needle.count].elementsEqual(needle) else {
                position += 1
                continue
            }
            let start = text.utf8.index(text.startIndex, offsetBy: position)
            found.append(start..<text.utf8.index(start, offsetBy: needle.count))
            position += needle.count
        }
        return found
    }

    private static func lowercaseASCII(_ buffer: inout [UInt8], from start: Int) {
        for index in start..<buffer.count where buffer[index] >= 0x41 && buffer[index] <= 0x5A {
            buffer[index] |= 0x20
        }
    }

    /// Accents that stand by themselves after their letter.
    private static let combining: Range<UInt32> = 0x300..<0x370

    /// The letters Foundation does not take apart.
    private static let leftAlone: [Unicode.Scalar: String] = [
        "ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th", "ð": "d", "ı": "i", "ħ": "h",
        "ŧ": "t", "ŋ": "n", "ĸ": "k", "ƒ": "f", "ɛ": "e", "ɔ": "o", "ə": "a",
    ]
}
