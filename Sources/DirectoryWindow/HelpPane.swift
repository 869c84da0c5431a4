import DirectoryScreens
import DirectoryWidgets
import Foundation
import GtkKit
import Language

/// The help window: its pages on the left, the open one on the right; a narrow window shows one at a time.
final class HelpPane {
    let window: Window
    private let pages: [HelpText.Page]
    private let list = NavigationList<Int>().named(translated("Contents"))
    private let shown = Box(.vertical, spacing: 10).padded(18)
    private let scrolled: ScrolledWindow
    private let fold: FoldBox
    private let back = Button.icon("go-previous-symbolic", translated("Back to the Contents"))

    /// Opens over `parent`, which remains usable; `closed` runs once.
    init(pages: [HelpText.Page], over parent: Window, closed: @escaping @MainActor () -> Void) {
        self.pages = pages
        window = Window.secondary(title: translated("Help"), over: parent, width: 720, height: 560)
        window.isModal = false
        scrolled = ScrolledWindow(child: Clamp(maximumWidth: 640, child: shown))
        fold = FoldBox(sidebar: Box(), list: ScrolledWindow(child: list), detail: scrolled)
        fold.sizes.list = 210
        fold.sizes.leastList = 180
        fold.sizes.threePanesFrom = .max
        build()
        window.onDestroy(closed)
        window.present()
        show(0, isChosen: false)
        list.grabFocus()
    }

    private func build() {
        let bar = HeaderBar()
        back.onClicked { [weak self] in self?.showContents() }
        bar.packStart(back)
        window.setTitlebar(bar)
        window.child = fold
        list.update(pages.enumerated().map { .init($0, icon: "text-x-generic-symbolic", $1.title) })
        list.onActivated { [weak self] in self?.show($0, isChosen: true) }
        fold.onFoldChanged { [weak self] _ in self?.drawBack() }
        scrolled.accessibleName = translated("Page")
    }

    private func show(_ index: Int, isChosen: Bool) {
        guard pages.indices.contains(index) else { return }
        let page = pages[index]
        list.selected = index
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
        guard part.kind == .point else { return label(part.text, look: part.kind == .heading ? "heading" : nil) }
        let label = label("•  \(part.text)")
        label.setMargins(start: 10)
        return label
    }

    private static func label(_ text: String, look: String? = nil) -> Label {
        let label = Label.paragraph(text)
        label.selectable = true
        if let look { label.addClass(look) }
        return label
    }
}

/// The help in the format of Resources: `# Page`, `## Heading`, paragraphs between empty lines, `- ` for points. Action
/// names in braces are replaced by their keys.
struct HelpText {
    struct Page: Equatable, Sendable {
        let title: String
        var parts: [Part] = []
    }

    struct Part: Equatable, Sendable {
        enum Kind { case heading, paragraph, point }

        let kind: Kind
        var text: String
    }

    private(set) var pages: [Page] = []

    init(_ text: String) {
        for block in text.split(separator: "\n\n") {
            // As `make pot` reads it: a block is one text of the catalog.
            let paragraph = LocalizedString(english: block.trimmingCharacters(in: .newlines)).text
            // A line without a mark continues the one before.
            for line in paragraph.split(separator: "\n") { read(line) }
            isOpen = false
        }
    }

    /// True while the next line continues the last part.
    private var isOpen = false

    private mutating func read(_ line: Substring) {
        let marks: [(text: String, kind: Part.Kind?)] = [("## ", .heading), ("# ", nil), ("- ", .point)]
        let mark = marks.first { line.hasPrefix($0.text) } ?? ("", .paragraph)
        let text = Self.withKeys(String(line.dropFirst(mark.text.count)))
        guard let kind = mark.kind else { return pages.append(Page(title: text)) }
        guard var page = pages.popLast() else { return }
        if isOpen, kind == .paragraph, let last = page.parts.indices.last {
            page.parts[last].text += " \(text)"
        } else {
            page.parts.append(Part(kind: kind, text: text))
            isOpen = kind != .heading
        }
        pages.append(page)
    }

    /// "{win.search}" becomes "Ctrl+F".
    private static func withKeys(_ text: String) -> String {
        text.replacing(/\{([a-z.:-]+)\}/) { found in
            WindowAction.named(String(found.1))?.keyLabel ?? String(found.0)
        }
    }
}
