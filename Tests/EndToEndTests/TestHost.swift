import DirectoryScreens

/// A window's host that notes what it was asked for.
@MainActor
final class TestHost: WindowHost {
    var opened: [String] = []
    var copied = ""
    var hasPrograms = true
    var showsDetailAlone = false

    func open(_ address: String) async -> Bool {
        if hasPrograms { opened.append(address) }
        return hasPrograms
    }
    func copy(_ text: String) { copied = text }
    func focusSearch() {}
    func focusOpen() {}
    func widenList(by pixels: Int) {}
    func openShortcuts() {}
    func openHelp() {}
    func openAbout() {}
}
