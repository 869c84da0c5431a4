/// The form of texts in a vCard.
enum CardText {
    /// The text with escapes for characters that would end a value or one of its parts.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { "\\;,\n\r".utf8.contains($0) }) else { return text }
        var escaped = ""
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar {
            case "\\", ";", ",": escaped += "\\\(scalar)"
            case "\n", "\r": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// The text without its escapes.
    /// - Parameter breaksLines: false where `\n` is a backslash and a letter, as in version 2.1.
    static func unescaped(_ text: some StringProtocol, breaksLines: Bool) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
        var plain = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                plain.append(contentsOf: meaning(of: scalar, breaksLines: breaksLines))
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                plain.append(scalar)
            }
        }
        if isEscaped { plain.append("\\") }
        return String(plain)
    }

    private static func meaning(of scalar: Unicode.Scalar, breaksLines: Bool) -> [Unicode.Scalar] {
        switch scalar {
        case "\\", ";", ",", ":": [scalar]
        case "n", "N": breaksLines ? ["\n"] : ["\\", scalar]
        default: ["\\", scalar]
        }
    }

    /// The still escaped parts between each `separator` that does not follow a backslash.
    static func parts(_ text: String, _ separator: UInt8) -> [Substring] {
        var parts: [Substring] = []
        var (start, isEscaped) = (text.startIndex, false)
        for place in text.utf8.indices {
            let byte = text.utf8[place]
            if byte == separator && !isEscaped {
                parts.append(text[start..<place])
                start = text.utf8.index(after: place)
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return parts + [text[start...]]
    }

    /// The line in pieces of at most 75 bytes that do not cut a character, each but the first after a space.
    static func folded(_ line: String) -> String {
        let bytes = Array(line.utf8)
        var (folded, start, room) = ([UInt8](), 0, 75)
        folded.reserveCapacity(bytes.count + bytes.count / 24 + 2)
        while bytes.count - start > room {
            var end = start + room
            while end > start + 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            folded += bytes[start..<end] + [0x0D, 0x0A, 0x20]
            (start, room) = (end, 74)
        }
        folded += bytes[start...] + [0x0D, 0x0A]
        return String(decoding: folded, as: UTF8.self)
    }
}
