import Foundation
import Language

/// A property of a vCard: `item1.TEL;TYPE=CELL,PREF:+1 919 555 0100`.
struct CardLine {
    /// In upper case, without the group.
    let name: String
    /// In upper case; parameters without a name, as in version 2.1, are called TYPE.
    let parameters: [(name: String, value: String)]
    let isQuotedPrintable: Bool
    let isBase64: Bool
    var value: Data
    /// Where quoted-printable text continued in another line, and whether that began with a space.
    private var softBreaks: [(offset: Int, isIndented: Bool)] = []

    /// Nil if `line` is not a property.
    init?(_ line: Data) {
        guard let colon = Self.colon(in: line), line.distance(from: line.startIndex, to: colon) < 4096 else {
            return nil
        }
        let parts = String(decoding: line[..<colon], as: UTF8.self).uppercased().split(separator: ";")
        guard let first = parts.first else { return nil }
        name = (first.split(separator: ".").last.map(String.init) ?? "").plain
        parameters = parts.dropFirst().flatMap { part in
            let halves = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard halves.count == 2 else {
                return [(Self.kind(of: part.trimmingCharacters(in: .whitespaces)), String(part))]
            }
            return halves[1].replacing("\"", with: "").split(separator: ",").map { (halves[0].trimmed, String($0)) }
        }
        value = Data(line[line.index(after: colon)...])
        let encoding = parameters.first { $0.name == "ENCODING" }?.value.trimmed ?? ""
        isQuotedPrintable = encoding == "QUOTED-PRINTABLE"
        isBase64 = ["B", "BASE64"].contains(encoding)
    }

    /// The colon before the value.
    private static func colon(in line: Data) -> Data.Index? {
        var isQuoted = false
        return line.firstIndex { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ":") && !isQuoted
        }
    }

    /// True if quoted-printable text continues in the next line.
    var endsSoftly: Bool { isQuotedPrintable && value.last == UInt8(ascii: "=") }

    /// Appends the line after a soft break.
    mutating func continueSoftly(_ line: UnsafeRawBufferPointer) {
        value.removeLast()
        softBreaks.append((value.count, line.first == 0x20 || line.first == 0x09))
        value.append(contentsOf: line)
    }

    private static func kind(of bare: String) -> String {
        ["QUOTED-PRINTABLE", "BASE64", "B", "8BIT", "7BIT"].contains(bare) ? "ENCODING" : "TYPE"
    }

    private func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value.trimmed }

    /// The lowest is preferred; the default is 100.
    var preference: Int {
        if let rank = parameter("PREF").flatMap({ Int($0) }) { return rank }
        return parameters.contains { $0.name == "TYPE" && $0.value == "PREF" } ? 1 : 100
    }

    /// The decoded value without invisible characters.
    /// - Parameter isUTF8: true if the card certainly is UTF-8.
    func text(isUTF8: Bool) -> String { (certainText ?? Charset.text(bytes(value), isUTF8: isUTF8)).seen }

    /// The text in the character set that is named, or else in UTF-8; nil if it is in neither.
    private var certainText: String? {
        let unfolded = withoutFolds
        if softBreaks.count < 2 || unfolded == nil, let text = inNamedSet(bytes(value)) { return text }
        return unfolded.flatMap { inNamedSet(bytes($0)) }
    }

    private var charset: String? { parameter("CHARSET").flatMap { $0.isEmpty ? nil : $0 } }

    private func inNamedSet(_ bytes: Data) -> String? { Charset.text(bytes, in: charset ?? "UTF-8") }

    /// Why `text` may not be what was written, as the rest of a sentence that starts with a field's label, or nil.
    func fault(in text: String) -> String? {
        guard certainText == nil else { return nil }
        if let charset, !["UTF-8", "UTF8"].contains(charset) {
            return translated("is not text in the character set “\(charset.prefix(40))”")
        }
        return text.contains("\u{FFFD}") ? translated("has characters that could not be read") : nil
    }

    private func bytes(_ value: Data) -> Data {
        let bytes = isQuotedPrintable ? Self.unquoted(value) : value
        guard isBase64 else { return bytes }
        return Data(base64Encoded: bytes, options: .ignoreUnknownCharacters) ?? bytes
    }

    /// The value without the spaces after its soft breaks, which some old programs add; nil if not all have one.
    private var withoutFolds: Data? {
        guard !softBreaks.isEmpty, softBreaks.allSatisfy(\.isIndented) else { return nil }
        var (joined, start) = (Data(capacity: value.count), 0)
        for softBreak in softBreaks {
            joined.append(value.dropFirst(start).prefix(softBreak.offset - start))
            start = softBreak.offset + 1
        }
        return joined + value.dropFirst(start)
    }

    /// Decodes quoted-printable text.
    private static func unquoted(_ bytes: Data) -> Data {
        let bytes = [UInt8](bytes)
        var (plain, index) = (Data(), 0)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "="), index + 2 < bytes.count,
                let code = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                plain.append(code)
                index += 3
            } else {
                plain.append(bytes[index])
                index += 1
            }
        }
        return plain
    }

    /// The base64 of an embedded picture, or nil.
    var picture: String? {
        guard value.count <= ElementSplitter.largestElement else { return nil }
        var text = Self.withoutSpace(value)
        if text.prefix(5).lowercased() == "data:" {
            guard let encoding = text.firstRange(of: "base64") else { return nil }
            text = String(text[encoding.upperBound...].drop { $0 == "\\" || $0 == "," })
        } else if !isBase64, parameter("VALUE") != nil {
            return nil
        }
        let base64 = text.bareBase64
        return base64.isEmpty || Data(base64Encoded: base64) == nil ? nil : base64
    }

    private static func withoutSpace(_ bytes: Data) -> String {
        let isUnbroken = bytes.withUnsafeBytes { $0.extremes.lowest > 0x20 }
        return isUnbroken
            ? String(decoding: bytes, as: UTF8.self) : String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
    }
}

/// The meaning of a property.
extension CardLine {
    private func isOf(_ kinds: Set<String>) -> Bool {
        parameters.contains { $0.name == "TYPE" && kinds.contains($0.value.trimmed) }
    }

    /// True for fax numbers and other machines.
    var isMachineNumber: Bool { name == "TEL" && isOf(["FAX", "PAGER", "MODEM", "BBS", "TEXTPHONE"]) }

    /// The rank of an address: 0 at home, 2 at work.
    var addressRank: Int {
        guard name == "ADR" else { return 0 }
        return isOf(["HOME"]) ? 0 : isOf(["WORK"]) ? 2 : 1
    }

    /// True if the property contains data for people. An agent's card follows in lines of its own.
    var hasData: Bool {
        if name == "AGENT" { return true }
        // Apple's own labels, such as "_$!<Home>!$_", add nothing to the types.
        if Self.technical.contains(name) || name == "X-ABLABEL" && value.starts(with: "_$!<".utf8) { return false }
        return value.contains { $0 > 0x20 && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
            || name == "ADR" && parameter("LABEL")?.isEmpty == false
    }

    /// True for `AGENT:BEGIN:VCARD`, after which the agent's card follows.
    var beginsAgent: Bool {
        name == "AGENT" && String(decoding: value.prefix(20), as: UTF8.self).trimmed.uppercased() == "BEGIN:VCARD"
    }

    private static let technical: Set<String> = [
        "BEGIN", "END", "VERSION", "PRODID", "REV", "UID", "KIND", "X-ADDRESSBOOKSERVER-KIND", "SOURCE", "NAME",
        "PROFILE", "CLASS", "SORT-STRING", "MAILER", "X-ABADR", "X-ABSHOWAS", "X-ABUID", "FN", "CLIENTPIDMAP",
        "X-EVOLUTION-FILE-AS", "X-MOZILLA-HTML", "XML",
    ]

    /// The property's name in the user's language.
    var localizedName: String {
        switch name {
        case "NOTE": translated("Notes")
        case "BDAY": translated("Birthday")
        case "ANNIVERSARY", "X-ANNIVERSARY": translated("Anniversary")
        case "URL": translated("Website")
        case "NICKNAME": translated("Nickname")
        case "ORG": translated("Organization")
        case "TITLE": translated("Job Title")
        case "ROLE": translated("Role")
        case "CATEGORIES": translated("Categories")
        case "IMPP": translated("Instant Messaging")
        case "PHOTO": translated("Picture")
        case "TEL": translated("Phone")
        case "ADR", "LABEL": translated("Address")
        case "FN": translated("Full Name")
        case "X-ABLABEL": translated("Label")
        case "AGENT": translated("Agent")
        default: name
        }
    }

    /// The name of one of its parts.
    func localizedName(ofPart index: Int) -> String {
        switch (name, index) {
        case ("N", 2): translated("Middle Name")
        case ("N", 3): translated("Title")
        case ("N", 4): translated("Suffix")
        case ("ADR", 0): translated("PO Box")
        case ("ADR", 6): translated("Country")
        default: translated("other values of \(localizedName)")
        }
    }

    /// The property's name if another one of the same name was read.
    var localizedNameOfAnother: String {
        switch name {
        case "TEL" where isOf(["FAX"]): translated("Fax")
        case "TEL": translated("another phone")
        case "EMAIL": translated("another email")
        case "ADR": translated("another address")
        default: localizedName
        }
    }
}
