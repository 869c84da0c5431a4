/// Escaping and folding of vCard text.
enum CardText {
    /// Escapes characters that would end a value or a part.
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

    /// Removes escapes.
    /// - Parameter breaksLines: false in version 2.1, which does not know `\n`.
    static func unescaped(_ text: some StringProtocol, breaksLines: Bool) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
        var plain = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if scalar == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            if isEscaped, breaksLines, scalar == "n" || scalar == "N" {
                plain.append("\n")
            } else {
                if isEscaped, !"\\;,:".unicodeScalars.contains(scalar) { plain.append("\\") }
                plain.append(scalar)
            }
            isEscaped = false
        }
        if isEscaped { plain.append("\\") }
        return String(plain)
    }

    /// Splits at unescaped separators; the parts are still escaped.
    static func parts(_ text: String, _ separator: UInt8) -> [Substring] {
        var parts: [Substring] = []
        var (start, isEscaped) = (text.startIndex, false)
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if byte == separator && !isEscaped {
                parts.append(text[start..<index])
                start = text.utf8.index(after: index)
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return parts + [text[start...]]
    }

    /// Folds a line at 75 bytes without splitting characters.
    static func folded(_ line: String) -> String {
        let bytes = Array(line.utf8)
        var (folded, start, room) = ([UInt8](), 0, 75)
        folded.reserveCapacity(bytes.count + bytes.count / 24 + 2)
        while bytes.count - start > room {
            var end = start + room
            while end > start + 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            folded += bytes[start..<end] + [0x0D, 0x0A, 0x20]
            start = end
            room = 74
        }
        folded += bytes[start...] + [0x0D, 0x0A]
        return String(decoding: folded, as: UTF8.self)
    }
}
