import Foundation
import Language

/// The properties of a vCard of any version.
struct Card {
    /// True for version 2.1.
    let isVersion21: Bool
    /// True if only some bytes are not UTF-8.
    private let isUTF8: Bool
    private let lines: [String: [CardLine]]
    /// The other properties that contain data.
    private let others: [CardLine]
    /// The lines that are no properties.
    private let malformed: [String]

    /// The most properties of one name.
    private static let maxOfOneName = 64

    /// The most lines of a card; the largest picture takes fewer.
    private static let maxLines = 400_000

    /// Nil if the card has too many lines.
    /// - Parameter names: the properties to read.
    init?(_ bytes: Data, names: Set<String>) {
        let found: (isVersion21: Bool, lines: [CardLine], malformed: [String])? = bytes.withUnsafeBytes { bytes in
            let physical = Self.physicalLines(bytes)
            if physical.count > Self.maxLines { return nil }
            let isVersion21 = physical.contains { line in
                line.count < 20 && String(decoding: line, as: UTF8.self).trimmed.uppercased() == "VERSION:2.1"
            }
            var unfolder = Unfolder(isVersion21: isVersion21)
            for line in physical { unfolder.add(line) }
            unfolder.end()
            return (isVersion21, unfolder.lines, unfolder.malformed)
        }
        guard let found else { return nil }
        isVersion21 = found.isVersion21
        malformed = found.malformed
        isUTF8 = Charset.isDamagedUTF8(bytes)
        (lines, others) = Self.named(names, in: found.lines)
    }

    private static func named(
        _ names: Set<String>, in lines: [CardLine]
    ) -> (named: [String: [CardLine]], others: [CardLine]) {
        var (named, others): ([String: [CardLine]], [CardLine]) = ([:], [])
        var depth = 0
        for line in lines {
            // Properties of an embedded card belong to that card.
            if line.name == "BEGIN" { depth += 1 }
            if line.name == "END" { depth -= 1 }
            guard depth == 1 else { continue }
            if line.beginsAgent { depth += 1 }
            if !names.contains(line.name) {
                if others.count < maxOfOneName, line.hasData { others.append(line) }
            } else if named[line.name, default: []].count < maxOfOneName {
                named[line.name, default: []].append(line)
            }
        }
        return (named, others)
    }

    /// The nonempty lines without their line breaks.
    private static func physicalLines(_ bytes: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer] {
        var lines: [UnsafeRawBufferPointer] = []
        bytes.eachLine { line, isComplete in
            let text = isComplete ? UnsafeRawBufferPointer(rebasing: line.dropLast()) : line
            if !text.isEmpty, lines.count <= maxLines { lines.append(text) }
        }
        return lines
    }

    /// Joins folded lines as bytes, because folding may split characters.
    private struct Unfolder {
        private(set) var lines: [CardLine] = []
        private(set) var malformed: [String] = []
        private let isVersion21: Bool
        /// The property that the next line may continue.
        private var open: CardLine?
        /// Its bytes until its name is complete.
        private var start = Data()

        init(isVersion21: Bool) { self.isVersion21 = isVersion21 }

        mutating func add(_ line: UnsafeRawBufferPointer) {
            let isIndented = line.first == 0x20 || line.first == 0x09
            let isBase64 = open?.isBase64 == true
            if open?.endsSoftly == true {
                open?.continueSoftly(line)
            } else if isIndented ? open == nil && start.isEmpty : !isBase64 || line.contains(UInt8(ascii: ":")) {
                end()
                open = CardLine(Data(line))
                start = open == nil ? Data(line) : Data()
            } else {
                // Version 2.1 folds before a space of the value.
                let rest = line.dropFirst(isIndented && (!isVersion21 || isBase64) ? 1 : 0)
                if open == nil { start.append(contentsOf: rest) } else { open?.value.append(contentsOf: rest) }
            }
        }

        /// Ends the property.
        mutating func end() {
            let text = String(decoding: start.prefix(200), as: UTF8.self).plain
            if let whole = open ?? CardLine(start) {
                lines.append(whole)
            } else if !text.isEmpty, malformed.count < maxOfOneName {
                malformed.append(text)
            }
        }
    }

    // MARK: Properties

    /// The properties of a name by preference; numbers of machines come last, and home addresses before work addresses.
    private func all(_ name: String) -> [CardLine] {
        (lines[name] ?? []).enumerated().sorted {
            let (one, other) = ($0.element, $1.element)
            return (one.isMachineNumber ? 1 : 0, one.preference, one.addressRank, $0.offset)
                < (other.isMachineNumber ? 1 : 0, other.preference, other.addressRank, $1.offset)
        }
        .map(\.element)
    }

    /// The translated names of properties and parts that no field reads.
    /// - Parameters:
    ///   - single: the properties of which a field reads only one.
    ///   - parts: the parts that fields read, for properties with parts.
    func unread(besides single: Set<String>, parts: [String: Set<Int>]) -> [UnreadColumn] {
        let hasAddress = (lines["ADR"] ?? []).contains(where: \.hasData)
        var unread = others.filter { $0.name != "LABEL" || !hasAddress }.map(\.localizedName)
        unread += unreadFullNames.map(\.localizedName)
        unread += (lines["PHOTO"] ?? []).filter { $0.hasData && $0.picture == nil }.map(\.localizedName)
        for name in single.union(["N"]).sorted() {
            let lines = all(name).filter(\.hasData)
            guard let first = lines.first else { continue }
            if name == "ORG", parts[name] == nil { unread.append(first.localizedName) }
            unread += lines.dropFirst().filter { $0.value != first.value }.map(\.localizedNameOfAnother)
            guard let taken = parts[name] else { continue }
            let items = CardText.parts(first.text(isUTF8: isUTF8), UInt8(ascii: ";"))
            for (index, part) in items.enumerated() where !taken.contains(index) && !part.allSatisfy(\.isWhitespace) {
                unread.append(first.localizedName(ofPart: index))
            }
            // Version 4.0 may have the whole address beside its parts.
            if name == "ADR", items.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { unread.append(first.localizedName) }
        }
        var known: Set<String> = []
        return (unread + malformed.map { translated("“\($0.line(cutAt: 40))”") }).filter { known.insert($0).inserted }
            .map { UnreadColumn(name: $0) }
    }

    /// The full names with more than the other names of the card, such as "Aunt Polly" for Pauline Hughes.
    private var unreadFullNames: [CardLine] {
        func parts(_ line: CardLine) -> [Substring] {
            Folding.text(String(unescaped(line.text(isUTF8: isUTF8)).prefix(200)))
                .split { !$0.isLetter && !$0.isNumber }
        }
        let names = lines["N"] ?? []
        guard names.contains(where: \.hasData) else { return [] }
        let known = Set((names + (lines["ORG"] ?? [])).flatMap(parts)).sorted { $0.count > $1.count }
        return (lines["FN"] ?? []).filter { line in
            !known.reduce(parts(line).joined()) { $0.replacing($1, with: "") }.isEmpty
        }
    }

    /// The first nonempty property of a name, and its value, still escaped.
    private func first(_ name: String) -> (line: CardLine, text: String)? {
        for line in all(name) {
            let text = line.text(isUTF8: isUTF8)
            if !text.allSatisfy({ $0.isWhitespace || $0 == ";" }) { return (line, text) }
        }
        return nil
    }

    /// Why a value of the first nonempty property of a name may not be what was written, or nil.
    func fault(_ name: String, in text: String) -> String? {
        text.utf8.allSatisfy { $0 < 0x80 } ? nil : first(name)?.line.fault(in: text)
    }

    private func unescaped(_ text: some StringProtocol) -> String {
        CardText.unescaped(text, breaksLines: !isVersion21)
    }

    func text(_ name: String) -> String { unescaped(first(name)?.text ?? "") }

    /// The parts of the first nonempty value, or [].
    func parts(_ name: String) -> [String] {
        CardText.parts(first(name)?.text ?? "", UInt8(ascii: ";")).map(unescaped)
    }

    /// The values of all properties of a name, in the order of the card.
    func texts(_ name: String) -> [String] {
        (lines[name] ?? []).map { unescaped($0.text(isUTF8: isUTF8)) }.filter { !$0.trimmed.isEmpty }
    }

    /// The comma-separated items of all properties of a name.
    func items(_ name: String) -> [String] {
        (lines[name] ?? []).flatMap { line in
            CardText.parts(line.text(isUTF8: isUTF8), UInt8(ascii: ",")).map { unescaped($0).trimmed }
        }
    }

    /// The first supported picture, or else the first picture, or "".
    var picture: String {
        let photos = all("PHOTO")
        if photos.count == 1 { return photos[0].picture ?? "" }
        let pictures = photos.lazy.compactMap(\.picture)
        return pictures.first { Data(base64Encoded: $0).map { PictureKind($0) != nil } == true } ?? pictures.first ?? ""
    }
}
