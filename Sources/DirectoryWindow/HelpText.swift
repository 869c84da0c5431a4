import Foundation
import DirectoryScreens
import GtkKit
import Language

/// The help in the format of Resources: `# Page`, `## Heading`, paragraphs between empty lines, `- ` for points. Braces
/// contain the name of an action and are replaced by its keys.
@MainActor
struct HelpText {
    struct Page: Equatable, Sendable {
        let title: String
        var parts: [Part] = []
    }

    enum Part: Equatable, Sendable {
        case heading(String)
        case paragraph(String)
        case point(String)
    }

    private(set) var pages: [Page] = []

    init(_ text: String) {
        for block in text.split(separator: "\n\n") {
            // As `make pot` reads it: the whole block is one text of the catalog.
            let words = LocalizedString(english: block.trimmingCharacters(in: .newlines)).text
            // A line that does not begin a new part continues the one before.
            for line in words.split(separator: "\n") { read(line) }
            isOpen = false
        }
    }

    /// True while the next line continues the part before.
    private var isOpen = false

    private mutating func read(_ line: Substring) {
        let text = { (mark: String) in Self.withKeys(String(line.dropFirst(mark.count))) }
        if line.hasPrefix("## ") {
            add(.heading(text("## ")))
        } else if line.hasPrefix("# ") {
            pages.append(Page(title: text("# ")))
        } else if line.hasPrefix("- ") {
            add(.point(text("- ")))
        } else if isOpen, let last = pages.last?.parts.last {
            pages[pages.count - 1].parts[pages[pages.count - 1].parts.count - 1] = last.followed(by: text(""))
        } else {
            add(.paragraph(text("")))
            isOpen = true
        }
    }

    private mutating func add(_ part: Part) {
        guard !pages.isEmpty else { return }
        pages[pages.count - 1].parts.append(part)
        if case .point = part { isOpen = true } else { isOpen = false }
    }

    /// "{win.search}" becomes "Ctrl+F".
    private static func withKeys(_ text: String) -> String {
        text.replacing(/\{([a-z.:-]+)\}/) { found in
            WindowAction.named(String(found.1))?.keyLabel ?? String(found.0)
        }
    }
}

extension HelpText.Part {
    fileprivate func followed(by line: String) -> HelpText.Part {
        switch self {
        case .heading(let text): .heading("\(text) \(line)")
        case .paragraph(let text): .paragraph("\(text) \(line)")
        case .point(let text): .point("\(text) \(line)")
        }
    }
}
