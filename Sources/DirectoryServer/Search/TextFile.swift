private import CMalloc
import Foundation
private import Glibc
private import NIOCore

/// The search texts of a list in page order, in an unlinked file. A search reads them from start to end, so that they
/// take no memory.
final class TextFile: Sendable {
    /// Consecutive entries: the ends of their texts, their keys, and the texts.
    private struct Block {
        let offset: Int
        let count: Int
        let bytes: Int
    }

    /// The sections in page order, each with the number of entries up to its end.
    let sections: [(name: String, end: Int)]
    private let blocks: [Block]
    private let descriptor: CInt

    /// The minimum size of the texts of a block; a processor’s cache has room for one.
    private static let blockSize = 128 << 10

    var count: Int { sections.last?.end ?? 0 }

    /// Writes the rows that `forEachRow` passes to its argument, in page order.
    /// - Throws: `IOError`, or the error of `forEachRow`.
    init(
        in folder: String, _ forEachRow: ((_ key: Int, _ section: String, _ text: String) throws -> Void) throws -> Void
    ) throws {
        let file = try ResponseFile.open(in: folder)
        do {
            var (sections, blocks): ([(name: String, end: Int)], [Block]) = ([], [])
            var (ends, keys, texts): ([Int], [Int], [UInt8]) = ([], [], [])
            var size = 0
            func writeBlock() throws {
                var block = Data()
                for numbers in [ends, keys] { numbers.withUnsafeBytes { block.append(contentsOf: $0) } }
                block.append(contentsOf: texts)
                try block.write(to: file)
                blocks.append(Block(offset: size, count: keys.count, bytes: block.count))
                size += block.count
                (ends, keys, texts) = ([], [], [])
            }
            try forEachRow { key, section, text in
                if sections.last?.name != section { sections.append((section, sections.last?.end ?? 0)) }
                sections[sections.count - 1].end += 1
                texts.append(contentsOf: text.utf8)
                // No searched word contains it.
                texts.append(UInt8(ascii: " "))
                ends.append(texts.count)
                keys.append(key)
                if texts.count >= Self.blockSize { try writeBlock() }
            }
            if !keys.isEmpty { try writeBlock() }
            (self.sections, self.blocks, descriptor) = (sections, blocks, file)
        } catch {
            close(file)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Calls `body` with the key and the section of each entry whose text contains all `words`, in page order.
    /// - Throws: `IOError`.
    func forEachMatch(of words: [SearchedWord], _ body: (_ key: Int, _ section: Int) -> Void) throws {
        let largest = blocks.map(\.bytes).max() ?? 0
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: largest, alignment: MemoryLayout<Int>.alignment)
        defer { room.deallocate() }
        var (first, section) = (0, 0)
        for block in blocks {
            try read(block, into: room)
            let numbers = room.bindMemory(to: Int.self)
            let texts = UnsafeRawBufferPointer(rebasing: room[2 * block.count * MemoryLayout<Int>.size..<block.bytes])
            SearchedWord.forEachText(containing: words, texts, ends: numbers[..<block.count]) { index in
                while sections[section].end <= first + index { section += 1 }
                body(numbers[block.count + index], section)
            }
            first += block.count
        }
    }

    private func read(_ block: Block, into room: UnsafeMutableRawBufferPointer) throws {
        var done = 0
        while done < block.bytes {
            let rest = room[done..<block.bytes]
            let count = pread(
                descriptor, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count,
                off_t(block.offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw IOError(errnoCode: count < 0 ? errno : EIO, reason: "pread") }
            done += count
        }
    }
}

/// A folded word that is searched within texts. It contains no space.
struct SearchedWord {
    private let bytes: [UInt8]

    init(_ word: String) { bytes = Array(word.utf8) }

    func isContained(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { place(in: UnsafeRawBufferPointer($0)[...]) != nil }
    }

    /// The offset of the first occurrence in `texts`.
    private func place(in texts: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard let start = texts.base.baseAddress else { return nil }
        return memmem(start + texts.startIndex, texts.count, bytes, bytes.count).map { UnsafeRawPointer($0) - start }
    }

    /// Calls `body` with the index of each text that contains all `words`. Each text ends with a space at its end in
    /// `ends`.
    fileprivate static func forEachText(
        containing words: [SearchedWord], _ texts: UnsafeRawBufferPointer, ends: Slice<UnsafeMutableBufferPointer<Int>>,
        _ body: (Int) -> Void
    ) {
        // A long word is found quickly, and rarely.
        guard let longest = words.max(by: { $0.bytes.count < $1.bytes.count }) else { return }
        var (text, start) = (0, 0)
        while let place = longest.place(in: texts[start...]) {
            while ends[text] <= place { text += 1 }
            let whole = (text == 0 ? 0 : ends[text - 1])..<ends[text]
            if words.count == 1 || words.allSatisfy({ $0.place(in: texts[whole]) != nil }) { body(text) }
            start = whole.upperBound
        }
    }
}
