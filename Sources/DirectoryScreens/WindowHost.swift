/// What only the window can do for its screen.
@MainActor
public protocol WindowHost: AnyObject {
    /// Puts the keyboard into the search entry.
    func focusSearch()
    /// Puts the keyboard on the selected row, or on what a narrow window shows in the list's place.
    func focusOpen()
    /// True where a narrow window shows a record or a form in the list's place.
    var showsDetailAlone: Bool { get }
    /// Makes the list wider by a number of pixels.
    func widenList(by pixels: Int)
    /// Puts a text on the clipboard.
    func copy(_ text: String)
    /// Opens an address with the program that the desktop has for it; false where there is none.
    func open(_ address: String) async -> Bool
    func openShortcuts()
    func openHelp()
    func openAbout()
}
