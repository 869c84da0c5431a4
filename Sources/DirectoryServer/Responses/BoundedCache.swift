/// Values up to a number and a total size; the least recently used ones are removed first.
struct BoundedCache<Key: Hashable, Value> {
    private struct Cached {
        let value: Value
        let size: Int
        var lastUse: Int
    }

    private let maxCount: Int
    private let maxSize: Int
    private var cached: [Key: Cached] = [:]
    private var uses = 0
    /// The total size of the values.
    private(set) var size = 0

    init(maxCount: Int, maxSize: Int = .max) {
        self.maxCount = maxCount
        self.maxSize = maxSize
    }

    var count: Int { cached.count }

    /// The value, which becomes the most recently used one.
    mutating func value(for key: Key) -> Value? {
        uses += 1
        cached[key]?.lastUse = uses
        return cached[key]?.value
    }

    /// Inserts or replaces a value, unless it is larger than all values may be.
    mutating func insert(_ value: Value, for key: Key, size: Int = 0) {
        remove(key)
        guard size <= maxSize else { return }
        while cached.count >= maxCount || self.size + size > maxSize,
            let oldest = cached.min(by: { $0.value.lastUse < $1.value.lastUse })
        { remove(oldest.key) }
        uses += 1
        cached[key] = Cached(value: value, size: size, lastUse: uses)
        self.size += size
    }

    mutating func remove(_ key: Key) { size -= cached.removeValue(forKey: key)?.size ?? 0 }
}
