import Foundation

/// Finds the bytes that end lines, whichever of the two a file has.
struct LineBreaks {
    private let bytes: UnsafeRawBufferPointer
    /// The next of each after the last place that was asked for; the end where there is not one.
    private var feed = -1
    private var carriage = -1

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The place of the first line feed or carriage return from `start` on, or nil.
    mutating func next(from start: Int) -> Int? {
        if feed < start { feed = find(0x0A, from: start, to: bytes.count) }
        if carriage < start { carriage = find(0x0D, from: start, to: bytes.count) }
        let place = min(feed, carriage)
        return place < bytes.count ? place : nil
    }

    private func find(_ byte: Int32, from start: Int, to end: Int) -> Int {
        guard let base = bytes.baseAddress, start < end else { return end }
        return memchr(base + start, byte, end - start).map { UnsafeRawPointer($0) - base } ?? end
    }
}
