import Foundation

/// The properties of one vCard of any version, as far as anybody asks for them.
struct Card {
    /// True for version 2.1.
    let isOld: Bool
    private var lines: [String: [CardLine]] = [:]

    /// How many properties of one name are looked at.
    private static let mostOfOneName = 64

    /// - Parameter names: the properties that are asked for; others are passed over.
    init(_ bytes: Data, names: Set<String>) {
        let physical = Self.physicalLines(bytes)
        isOld = physical.contains {
            String(decoding: $0.prefix(20), as: UTF8.self).trimmed.uppercased() == "VERSION:2.1"
        }
        var depth = 0
        for line in Self.unfolded(physical, isOld: isOld) {
            guard let line = CardLine(line) else { continue }
            // What stands in an inner card is not this one's.
            if line.name == "BEGIN" { depth += 1 }
            if line.name == "END" { depth -= 1 }
            guard depth == 1, names.contains(line.name), lines[line.name, default: []].count < Self.mostOfOneName
            else { continue }
            lines[line.name, default: []].append(line)
        }
    }

    private static func physicalLines(_ bytes: Data) -> [Data] {
        // Long ago lines ended in CR alone.
        let end: UInt8 = bytes.contains(0x0A) ? 0x0A : 0x0D
        return bytes.split(separator: end).map { $0.last == 0x0D ? $0.dropLast() : $0 }
    }

    /// The lines with what was folded put together again, byte by byte, for characters may have been cut.
    private static func unfolded(_ physical: [Data], isOld: Bool) -> [Data] {
        var lines: [Data] = []
        var last = Data()
        var (isQuoted, isBase64) = (false, false)
        for line in physical {
            let isIndented = line.first == 0x20 || line.first == 0x09
            if isQuoted, last.last == UInt8(ascii: "=") {
                last.removeLast()
                last.append(line)
            } else if isIndented, !last.isEmpty {
                // Version 2.1 breaks lines where a space was, and keeps it.
                last.append(isOld && !isBase64 ? line : line.dropFirst())
            } else if isBase64, !line.contains(UInt8(ascii: ":")) {
                last.append(line)
            } else {
                lines.append(last)
                last = Data(line)
                let start = CardLine(last)
                (isQuoted, isBase64) = (start?.isQuotedPrintable == true, start?.isBase64 == true)
            }
        }
        return lines + [last]
    }

    // MARK: What it says

    /// The properties of that name, what is preferred first.
    private func all(_ name: String) -> [CardLine] {
        (lines[name] ?? []).enumerated().sorted {
            ($0.element.preference, $0.offset) < ($1.element.preference, $1.offset)
        }
        .map(\.element)
    }

    /// What the first that says anything says, as it stands there: "" where none does.
    private func raw(_ name: String) throws(NotARecord) -> String {
        for line in all(name) {
            let text = try line.text(isOld: isOld)
            if !text.allSatisfy({ $0.isWhitespace || $0 == ";" }) { return text }
        }
        return ""
    }

    private func unescaped(_ text: some StringProtocol) -> String {
        CardText.unescaped(text, breaksLines: !isOld)
    }

    /// The text of a property, or "".
    func text(_ name: String) throws(NotARecord) -> String { unescaped(try raw(name)) }

    /// The parts of a property, in order; empty where it says nothing.
    func parts(_ name: String) throws(NotARecord) -> [String] {
        let text = try raw(name)
        return text.isEmpty ? [] : CardText.parts(text, UInt8(ascii: ";")).map(unescaped)
    }

    /// The items of a property, or empty.
    func items(_ name: String) throws(NotARecord) -> [String] {
        let text = try raw(name)
        return text.isEmpty ? [] : CardText.parts(text, UInt8(ascii: ",")).map { unescaped($0).trimmed }
    }

    /// The first picture that can be kept, or else the first at all; "" where there is none.
    var picture: String {
        let pictures = all("PHOTO").lazy.compactMap(\.picture)
        return pictures.first { Data(base64Encoded: $0).map { PictureKind($0) != nil } == true } ?? pictures.first ?? ""
    }
}
