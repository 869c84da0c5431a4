public import DirectoryScreens

/// A window's host that records the requests it gets.
@MainActor
public final class TestHost: WindowHost {
    public var opened: [String] = []
    public var copied = ""
    public var hasPrograms = true
    public var showsDetailAlone = false
    public var focusedRow: Int64?

    public init() {}

    public func open(_ address: String) async -> Bool {
        if hasPrograms { opened.append(address) }
        return hasPrograms
    }
    public func copy(_ text: String) { copied = text }
    public func focusSearch() {}
    public func focusOpen() {}
    public func widenList(by pixels: Int) {}
    public func openShortcuts() {}
    public func openHelp() {}
    public func openAbout() {}
}
