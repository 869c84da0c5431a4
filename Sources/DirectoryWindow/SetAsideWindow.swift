import DirectoryModel
import GtkKit

/// Shows what was set aside and why.
@MainActor
enum SetAsideWindow {
    /// Opens over `parent`.
    static func present(_ elements: [SetAside], over parent: Window) {
        let content = Box(.vertical, spacing: 12)
        content.margin(18)
        for element in elements {
            let reason = Label(element.reason)
            reason.xalign = 0
            reason.wrap = true
            reason.addClass("heading")
            let raw = Label(String(element.raw.prefix(400)))
            raw.xalign = 0
            raw.wrap = true
            raw.lines = 4
            raw.ellipsize = .end
            raw.selectable = true
            raw.addClass("raw")
            content.append(Box(.vertical, spacing: 4, [reason, raw]))
        }
        let title = elements.count == 1 ? "1 Element Set Aside" : "\(elements.count) Elements Set Aside"
        let window = Window.secondary(title: title, over: parent, width: 480, height: 360)
        window.child = ScrolledWindow(child: content)
        window.present()
    }
}
