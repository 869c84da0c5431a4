import Testing

@testable import DirectoryServer

@Suite struct BoundedCacheTests {
    @Test func theLeastRecentlyUsedMakesRoom() {
        var cache = BoundedCache<String, Int>(maxCount: 2)
        cache.insert(1, for: "a")
        cache.insert(2, for: "b")
        #expect(cache.value(for: "a") == 1)
        cache.insert(3, for: "c")
        #expect(cache.value(for: "a") == 1 && cache.value(for: "b") == nil && cache.value(for: "c") == 3)
    }

    @Test func theTotalSizeIsLimited() {
        var cache = BoundedCache<String, Int>(maxCount: 9, maxSize: 10)
        cache.insert(1, for: "a", size: 4)
        cache.insert(2, for: "b", size: 4)
        cache.insert(3, for: "c", size: 8)
        #expect(cache.count == 1 && cache.size == 8 && cache.value(for: "c") == 3)
        // One that is too large is not inserted, and replaces its older value
        cache.insert(4, for: "c", size: 11)
        #expect(cache.count == 0 && cache.size == 0)
        cache.insert(5, for: "d", size: 3)
        cache.insert(6, for: "d", size: 2)
        cache.remove("e")
        #expect(cache.size == 2 && cache.value(for: "d") == 6)
    }
}
