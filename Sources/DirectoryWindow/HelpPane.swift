import DirectoryWidgets
import GtkKit
import Language

/// The help in its own window: its pages on the left, the open one on the right; a narrow window shows one
/// after the other.
@MainActor
final class HelpPane {
    let window: Window
    private let pages: [HelpText.Page]
    private let list = NavigationList()
    private let shown = Box(.vertical, spacing: 10)
    private let scrolled: ScrolledWindow
    private let fold: FoldBox
    private let back = Button(iconName: "go-previous-symbolic")

    /// Opens over `parent`, which can be used meanwhile; `closed` runs once.
    init(pages: [HelpText.Page], over parent: Window, closed: @escaping @MainActor () -> Void) {
        self.pages = pages
        window = Window.secondary(title: translated("Help"), over: parent, width: 720, height: 560)
        window.isModal = false
        shown.margin(18)
        scrolled = ScrolledWindow(child: Clamp(maximumWidth: 640, child: shown))
        fold = FoldBox(sidebar: Box(), list: ScrolledWindow(child: list), detail: scrolled)
        (fold.sizes.list, fold.sizes.leastList, fold.sizes.threePanesFrom) = (210, 180, .max)
        build()
        window.onDestroy(closed)
        window.present()
        show(0, isChosen: false)
        list.grabFocus()
    }

    private func build() {
        let bar = HeaderBar()
        back.accessibleName = translated("Back to the Contents")
        back.tooltip = translated("Back to the Contents")
        back.onClicked { [weak self] in self?.showContents() }
        bar.packStart(back)
        window.setTitlebar(bar)
        window.child = fold
        list.accessibleName = translated("Contents")
        list.update(pages.map { (Self.icon, $0.title, nil) })
        list.onActivated { [weak self] in self?.show($0, isChosen: true) }
        fold.onFoldChanged { [weak self] _ in self?.drawBack() }
        scrolled.accessibleName = translated("Page")
    }

    private static let icon = "text-x-generic-symbolic"

    private func show(_ place: Int, isChosen: Bool) {
        guard pages.indices.contains(place) else { return }
        let page = pages[place]
        list.selected = place
        shown.removeAll()
        shown.append(Self.label(page.title, look: "title-2"))
        for part in page.parts { shown.append(Self.label(of: part)) }
        scrolled.scrollToTop()
        if isChosen { fold.showsDetail = true }
        drawBack()
    }

    private func showContents() {
        fold.showsDetail = false
        drawBack()
        window.afterNextFrame { [weak self] in self?.list.grabFocus() }
    }

    private func drawBack() { back.isVisible = fold.mode == .folded && fold.showsDetail }

    private static func label(of part: HelpText.Part) -> Label {
        switch part {
        case .heading(let text): return label(text, look: "heading")
        case .paragraph(let text): return label(text)
        case .point(let text):
            let label = label("•  \(text)")
            label.setMargins(start: 10)
            return label
        }
    }

    private static func label(_ text: String, look: String? = nil) -> Label {
        let label = Label(text)
        label.wrap = true
        label.xalign = 0
        label.selectable = true
        if let look { label.addClass(look) }
        return label
    }
}
