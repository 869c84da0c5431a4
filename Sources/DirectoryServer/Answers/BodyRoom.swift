import Synchronization

/// The memory for the bodies that are being received, which is shared by all connections.
final class BodyRoom: Sendable {
    /// How many bytes there are for all bodies together.
    private static let size = 48 << 20
    /// A body of this size is let in even where the room is full.
    private static let small = 16 << 10

    private let used = Mutex(0)

    /// Takes the room for a body of `length` bytes.
    /// - Returns: how much was taken, or nil where there is not enough.
    func take(_ length: Int) -> Int? {
        used.withLock { used in
            guard used + length <= Self.size || length <= Self.small else { return nil }
            used += length
            return length
        }
    }

    func give(back length: Int) { used.withLock { $0 -= length } }
}
