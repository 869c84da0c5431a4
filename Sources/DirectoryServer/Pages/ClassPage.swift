import ClassAPI
import DirectoryModel
import Foundation
import Language

/// The page of a collection: search, sections with their counts, cards, and the link to the next page.
struct ClassPage<R: DirectoryRecord> {
    /// How many entries a page shows.
    static var size: Int { 200 }

    /// One entry as the page shows it.
    struct Card: Sendable {
        /// The key of its section.
        let section: String
        /// Empty where the entry is not a record.
        let html: HTML

        /// - Parameter reader: the NetID of the person who signed in, or nil.
        init(_ entry: Entry, for reader: String?) {
            section = entry.section
            guard let record = try? entry.record(as: R.self) else {
                html = ""
                return
            }
            html = EntryCard(entry: entry, record: record, isYours: entry.owner.lowercased() == reader).html
        }
    }

    let page: EntryPage<Card>
    let search: String
    /// The page's number, from 1 on.
    let number: Int
    /// The NetID of the person who signed in, or nil.
    let reader: String?
    private let address = R.entryPaths.page.path

    var html: HTML {
        """
        <header><a href="/">Duke Directory</a><h1>\(R.collection.title)</h1>\
        \(summary)\(form)</header>
        <main>\(sections)\(navigation)</main>
        """
    }

    private var summary: HTML {
        let entries = R.collection.counted(page.total)
        let own: HTML = reader.map { "<a href=\"\(address)?q=\($0)\">\(translated("Show only mine"))</a>" } ?? ""
        guard !search.isEmpty else { return "<p class=\"dim\">\(entries). \(own)</p>" }
        let found = translated(
            page.total, one: "\(entries) found for “\(search)”.", many: "\(entries) found for “\(search)”.")
        return "<p class=\"dim\">\(found) <a href=\"\(address)\">\(translated("Show all"))</a></p>"
    }

    private var form: HTML {
        """
        <form action="\(address)" method="get" role="search">
        <input type="search" name="q" value="\(search)" placeholder="\(translated("Search"))" \
        aria-label="\(translated("Search"))"><button>\(translated("Search"))</button></form>
        """
    }

    private var sections: HTML {
        guard page.total > 0 else {
            let words = search.isEmpty ? translated("No entries yet.") : translated("No results. Try another word.")
            return "<p>\(words)</p>"
        }
        guard !page.entries.isEmpty else { return "<p>\(translated("Page \(number) does not exist."))</p>" }
        let found = Dictionary(grouping: page.entries, by: \.section)
        return HTML(found.keys.sorted().map { section($0, found[$0] ?? []) })
    }

    private func section(_ key: String, _ cards: [Card]) -> HTML {
        let title = SectionKey(stored: key).title
        return """
            <section>\(heading(title, page.counts[key] ?? 0))
            <div class="people">\(HTML(cards.map(\.html)))</div></section>
            """
    }

    /// The title of a section and how many entries it has; empty where the list is not divided.
    private func heading(_ title: String, _ count: Int) -> HTML {
        title.isEmpty ? "" : "<h2>\(title) <small>\(count)</small></h2>"
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
