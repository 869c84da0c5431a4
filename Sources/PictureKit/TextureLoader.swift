public import Foundation
public import GtkKit

/// Decodes pictures for list rows, the latest request first, and caches them.
@MainActor
public final class TextureLoader {
    /// Identifies a request.
    public typealias Token = Int

    private struct Request {
        let token: Token
        let key: Int64
        let hash: Int64
        let data: @Sendable () throws -> Data?
        var done: @MainActor (Texture?) -> Void
    }

    private let side: Int
    private let parallel: Int
    private var cache: RecentTextures
    private var pending: [Request] = []
    private var running: [Token: Request] = [:]
    private var lastToken = 0

    /// - Parameters:
    ///   - side: the size of the square pictures in pixels.
    ///   - capacity: how many pictures are cached.
    ///   - parallel: how many are decoded at the same time.
    public init(side: Int = 96, capacity: Int = 500, parallel: Int = 2) {
        self.side = side
        self.parallel = max(1, parallel)
        cache = RecentTextures(capacity: max(1, capacity))
    }

    public var isIdle: Bool { pending.isEmpty && running.isEmpty }

    /// Requests a picture. `data` is called off the main thread; `done` gets nil without a picture. A cached picture
    /// with the same key and hash is passed at once.
    @discardableResult
    public func request(
        key: Int64, hash: Int64 = 0, data: @escaping @Sendable () throws -> Data?,
        done: @escaping @MainActor (Texture?) -> Void
    ) -> Token {
        lastToken += 1
        let token = lastToken
        if let texture = cache.texture(key: key, hash: hash) {
            done(texture)
            return token
        }
        pending.append(Request(token: token, key: key, hash: hash, data: data, done: done))
        startNext()
        return token
    }

    /// Cancels a request; its `done` is not called.
    public func cancel(_ token: Token) {
        pending.removeAll { $0.token == token }
        running[token]?.done = { _ in }
    }

    private func startNext() {
        while running.count < parallel, let request = pending.popLast() {
            running[request.token] = request
            let (side, data) = (side, request.data)
            Task {
                let decoding = Task.detached { try data().map { try PictureDecoder.square($0, side: side) } }
                let decoded = try? await decoding.value
                self.finish(request, with: decoded?.texture)
            }
        }
    }

    private func finish(_ request: Request, with texture: Texture?) {
        if let texture { cache.insert(texture, key: request.key, hash: request.hash) }
        let current = running.removeValue(forKey: request.token)
        startNext()
        current?.done(texture)
    }
}

/// A cache of recently used textures.
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

    mutating func insert(_ texture: Texture, key: Int64, hash: Int64) {
        clock += 1
        entries[key] = Entry(texture: texture, hash: hash, used: clock)
        guard entries.count > capacity else { return }
        // Sorts rarely by removing a tenth at once.
        let oldest = entries.sorted { $0.value.used < $1.value.used }.prefix(entries.count - capacity + capacity / 10)
        for (key, _) in oldest { entries[key] = nil }
    }
}
