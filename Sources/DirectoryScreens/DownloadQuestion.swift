import DirectoryStore

/// Whether a download shows what it would change before it does; kept in the sandbox.
enum DownloadQuestion {
    private static let name = "asks-before-download"

    static func isAsked(in store: Store) -> Bool { (try? store.setting(name)) != "no" }

    static func keep(_ isAsked: Bool, in store: Store) throws(StoreError) {
        try store.keep(isAsked ? nil : "no", as: name)
    }
}
