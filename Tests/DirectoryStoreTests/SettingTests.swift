import DirectoryStore
import Testing
import TypedStore

struct SettingTests {
    private let sandbox = Sandboxed()

    @Test func valueThatCannotBeEncodedLeavesTheStoredOne() throws {
        let store = try sandbox.store()
        let setting = Setting<Double>("scale")
        try setting.set(1.5, in: store)
        // JSON has no infinity
        #expect(throws: StoreError.self) { try setting.set(.infinity, in: store) }
        #expect(try setting.value(in: store) == 1.5)
    }
}
