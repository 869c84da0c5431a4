internal import GtkKit

/// The textures used last, by key.
@MainActor
struct RecentTextures {
    private struct Entry {
        let texture: Texture
        let hash: Int64
        var used: Int
    }
    private let capacity: Int
    private var entries: [Int64: Entry] = [:]
    private var clock = 0

    init(capacity: Int) { self.capacity = capacity }

    var count: Int { entries.count }

    mutating func texture(key: Int64, hash: Int64) -> Texture? {
        guard let entry = entries[key], entry.hash == hash else { return nil }
        clock += 1
        entries[key]?.used = clock
        return entry.texture
    }

    mutating func keep(_ texture: Texture, key: Int64, hash: Int64) {
        clock += 1
        entries[key] = Entry(texture: texture, hash: hash, used: clock)
        guard entries.count > capacity else { return }
        // A tenth is removed at once, so that sorting is rare.
        let oldest = entries.sorted { $0.value.used < $1.value.used }.prefix(entries.count - capacity + capacity / 10)
        for (key, _) in oldest { entries[key] = nil }
    }

    mutating func forget(_ key: Int64) { entries[key] = nil }
}
