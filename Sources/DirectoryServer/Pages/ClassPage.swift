import ClassAPI
import DirectoryModel
import Foundation
import Language

/// The page of everyone: search, sections with their counts, cards, and the way to the next page.
struct ClassPage {
    /// How many people a page shows.
    static let size = 200

    let page: EntryPage
    let search: String
    /// Counted from 1.
    let number: Int
    /// The netid of whoever signed in, or nil.
    let reader: String?
    private let address = ClassPath.entries.path

    var html: HTML {
        """
        <header><a href="/">Duke Directory</a><h1>\(translated("Everyone in the class"))</h1>\
        \(summary)\(form)</header>
        <main>\(sections)\(navigation)</main>
        """
    }

    private var summary: HTML {
        let people = DukePerson.collection.counted(page.total)
        let own: HTML = reader.map { "<a href=\"\(address)?q=\($0)\">\(translated("Show only mine"))</a>" } ?? ""
        guard !search.isEmpty else { return "<p class=\"dim\">\(people). \(own)</p>" }
        let found = translated(
            page.total, one: "\(people) found for “\(search)”.", many: "\(people) found for “\(search)”.")
        return "<p class=\"dim\">\(found) <a href=\"\(address)\">\(translated("Show everyone"))</a></p>"
    }

    private var form: HTML {
        """
        <form action="\(address)" method="get" role="search">
        <input type="search" name="q" value="\(search)" placeholder="\(translated("Name, team, hobby…"))" \
        aria-label="\(translated("Search the class"))"><button>\(translated("Search"))</button></form>
        """
    }

    private var sections: HTML {
        guard page.total > 0 else {
            let words =
                search.isEmpty
                ? translated("Nobody has an entry yet.") : translated("Nobody matches. Try fewer letters.")
            return "<p>\(words)</p>"
        }
        guard !page.entries.isEmpty else { return "<p>\(translated("There is no page \(number)."))</p>" }
        let found = Dictionary(grouping: page.entries, by: \.section)
        return HTML(found.keys.sorted().map { section($0, found[$0] ?? []) })
    }

    private func section(_ key: String, _ entries: [Entry]) -> HTML {
        let cards = entries.compactMap { entry -> HTML? in
            guard let person = try? entry.person() else { return nil }
            return PersonCard(entry: entry, person: person, isYours: entry.netid.lowercased() == reader).html
        }
        let title = SectionKey(stored: key).title
        return """
            <section><h2>\(title) <small>\(page.counts[key] ?? 0)</small></h2>
            <div class="people">\(HTML(cards))</div></section>
            """
    }

    private var navigation: HTML {
        let pages = (page.total + Self.size - 1) / Self.size
        guard pages > 1 else { return "" }
        return """
            <nav aria-label="\(translated("Pages"))">\(link(translated("Previous"), to: number - 1, of: pages))
            <span class="dim">\(translated("Page \(number) of \(pages)"))</span>\
            \(link(translated("Next"), to: number + 1, of: pages))</nav>
            """
    }

    private func link(_ label: String, to target: Int, of pages: Int) -> HTML {
        guard target >= 1, target <= pages else { return "<span></span>" }
        var page = URLComponents()
        page.path = address
        page.queryItems = [URLQueryItem(name: "page", value: String(target))]
        if !search.isEmpty { page.queryItems?.append(URLQueryItem(name: "q", value: search)) }
        return "<a class=\"button\" href=\"\(page.string ?? address)\">\(label)</a>"
    }
}
