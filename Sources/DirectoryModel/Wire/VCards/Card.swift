import Foundation
import Language

/// The properties of a vCard of any version.
struct Card {
    /// True for version 2.1.
    let isOld: Bool
    private let lines: [String: [CardLine]]
    /// The other properties that contain data.
    private let others: [CardLine]

    /// The most properties of one name.
    private static let maxOfOneName = 64

    /// The most lines of a card; the largest picture takes fewer.
    private static let maxLines = 200_000

    /// - Parameter names: the properties to read.
    /// - Throws: `RecordDecodingError` if the card has too many lines.
    init(_ bytes: Data, names: Set<String>) throws(RecordDecodingError) {
        let found: (isOld: Bool, lines: [CardLine])? = bytes.withUnsafeBytes { bytes in
            let physical = Self.physicalLines(bytes)
            if physical.count > Self.maxLines { return nil }
            let isOld = physical.contains { line in
                line.count < 20 && String(decoding: line, as: UTF8.self).trimmed.uppercased() == "VERSION:2.1"
            }
            return (isOld, Self.unfolded(physical, isOld: isOld))
        }
        guard let found else { throw RecordDecodingError(reason: translated("it has too many lines")) }
        isOld = found.isOld
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
        guard let base = bytes.baseAddress else { return [] }
        // Files of old systems end lines in CR.
        let end: UInt8 = memchr(base, 0x0A, bytes.count) != nil ? 0x0A : 0x0D
        var lines: [UnsafeRawBufferPointer] = []
        var start = 0
        while start < bytes.count {
            let found = memchr(base + start, Int32(end), bytes.count - start)
            let place = found.map { UnsafeRawPointer($0) - base } ?? bytes.count
            if lines.count > maxLines { break }
            if place > start {
                let isReturned = bytes[place - 1] == 0x0D
                lines.append(UnsafeRawBufferPointer(rebasing: bytes[start..<(isReturned ? place - 1 : place)]))
            }
            start = place + 1
        }
        return lines
    }

    /// Joins folded lines as bytes, because folding may split characters.
    private static func unfolded(_ physical: [UnsafeRawBufferPointer], isOld: Bool) -> [CardLine] {
        var lines: [CardLine] = []
        // The property that the next line may continue, or its bytes until its name is complete.
        var (open, start): (CardLine?, Data) = (nil, Data())
        for line in physical {
            var rest = line
            if open?.endsSoftly == true {
                open?.value.removeLast()
            } else if line.first == 0x20 || line.first == 0x09, open != nil || !start.isEmpty {
                // Version 2.1 folds at a space and keeps it.
                if !isOld || open?.isBase64 == true { rest = UnsafeRawBufferPointer(rebasing: line.dropFirst()) }
            } else if open?.isBase64 != true || line.contains(UInt8(ascii: ":")) {
                if let whole = open ?? CardLine(start) { lines.append(whole) }
                open = CardLine(Data(line))
                start = open == nil ? Data(line) : Data()
                continue
            }
            if open == nil { start.append(contentsOf: rest) } else { open?.value.append(contentsOf: rest) }
        }
        return lines + [open ?? CardLine(start)].compactMap(\.self)
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
        var unread = others.map(\.localizedName)
        for name in single.union(["N"]).sorted() {
            let lines = all(name).filter(\.hasData)
            guard let first = lines.first else { continue }
            if name == "ORG", parts[name] == nil { unread.append(first.localizedName) }
            unread += lines.dropFirst().filter { $0.value != first.value }.map(\.localizedNameOfAnother)
            guard let taken = parts[name], let text = try? first.text(isOld: isOld) else { continue }
            for (place, part) in CardText.parts(text, UInt8(ascii: ";")).enumerated() {
                if !taken.contains(place), !part.allSatisfy(\.isWhitespace) {
                    unread.append(first.localizedName(ofPart: place))
                }
            }
        }
        var told: Set<String> = []
        return unread.filter { told.insert($0).inserted }.map { UnreadColumn(name: $0) }
    }

    /// The first nonempty value, still escaped, or "".
    private func raw(_ name: String) throws(RecordDecodingError) -> String {
        for line in all(name) {
            let text = try line.text(isOld: isOld)
            if !text.allSatisfy({ $0.isWhitespace || $0 == ";" }) { return text }
        }
        return ""
    }

    private func unescaped(_ text: some StringProtocol) -> String {
        CardText.unescaped(text, breaksLines: !isOld)
    }

    func text(_ name: String) throws(RecordDecodingError) -> String { unescaped(try raw(name)) }

    /// The parts of the first nonempty value, or [].
    func parts(_ name: String) throws(RecordDecodingError) -> [String] {
        let text = try raw(name)
        return text.isEmpty ? [] : CardText.parts(text, UInt8(ascii: ";")).map(unescaped)
    }

    /// The values of all properties of a name, in the order of the card.
    func texts(_ name: String) throws(RecordDecodingError) -> [String] {
        var texts: [String] = []
        for line in lines[name] ?? [] { texts.append(unescaped(try line.text(isOld: isOld))) }
        return texts.filter { !$0.trimmed.isEmpty }
    }

    /// The comma-separated items of all properties of a name.
    func items(_ name: String) throws(RecordDecodingError) -> [String] {
        var items: [String] = []
        for line in lines[name] ?? [] {
            items += CardText.parts(try line.text(isOld: isOld), UInt8(ascii: ",")).map { unescaped($0).trimmed }
        }
        return items
    }

    /// The first supported picture, or else the first picture, or "".
    var picture: String {
        let photos = all("PHOTO")
        if photos.count == 1 { return photos[0].picture ?? "" }
        let pictures = photos.lazy.compactMap(\.picture)
        return pictures.first { Data(base64Encoded: $0).map { PictureKind($0) != nil } == true } ?? pictures.first ?? ""
    }
}
