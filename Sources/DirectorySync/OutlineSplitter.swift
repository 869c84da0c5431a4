import ClassAPI
import DirectoryModel
import Foundation

/// Takes the outline, which is the first line, off the pieces of an answer that contains only what changed.
struct OutlineSplitter {
    /// The longest outline that is read, in bytes: the keys of some 200,000 entries.
    private static let longest = 4 << 20
    private static let end = UInt8(ascii: "\n")

    private let outlined: @Sendable (ListOutline) -> Void
    private var line: [UInt8] = []
    private var isComplete = false

    init(_ outlined: @escaping @Sendable (ListOutline) -> Void) { self.outlined = outlined }

    /// Reads a piece, and passes what follows the outline to `rest`.
    /// - Throws: `ListError.notAList` where the first line is not an outline, or the error of `rest`.
    mutating func take(_ piece: UnsafeRawBufferPointer, rest: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard !isComplete else { return try rest(piece) }
        let part = piece.prefix { $0 != Self.end }
        line += part
        guard line.count <= Self.longest else { throw ListError.notAList }
        guard part.endIndex < piece.endIndex else { return }
        guard let outline = try? JSONDecoder().decode(ListOutline.self, from: Data(line)), outline.count >= 0 else {
            throw ListError.notAList
        }
        (isComplete, line) = (true, [])
        outlined(outline)
        let following = piece.dropFirst(part.count + 1)
        if !following.isEmpty { try rest(UnsafeRawBufferPointer(rebasing: following)) }
    }
}
