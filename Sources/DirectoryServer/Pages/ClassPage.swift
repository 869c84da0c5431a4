import ClassAPI
import DirectoryModel
import Foundation
import Hummingbird
import Language
import Logging
import NIOCore

/// The page of a collection: search, sections with counts, and cards.
struct ClassPage {
    /// The number of entries on a page.
    static var size: Int { 200 }

    typealias Card = (section: String, html: Markup)

    /// An entry as the page shows it; empty if it cannot be read, which is logged.
    /// - Parameter reader: the NetID of the signed-in user, or nil.
    static func card(_ entry: Entry, of definition: Definition, for reader: String?, _ logger: Logger) -> Card {
        let isYours = entry.owner.lowercased() == reader
        do {
            let record = try entry.record(of: definition)
            return (entry.section, EntryCard(entry: entry, record: record, isYours: isYours).html)
        } catch {
            logger.reportUnreadableEntry(entry.key)
            return (entry.section, "")
        }
    }

    let definition: Definition
    let page: EntryPage<Card>
    let search: String
    /// Why nothing can be found, or nil.
    let problem: String?
    /// Starts at 1.
    let number: Int
    /// The NetID of the signed-in user, or nil.
    let reader: String?
    private var address: String { definition.entryPaths.page.path }

    var html: Markup {
        """
        <header><a href="/">Duke Directory</a><h1>\(definition.collection.title)</h1>\
        \(summary)\(form)</header>
        <main>\(sections)\(navigation)</main>
        """
    }

    private var summary: Markup {
        let entries = definition.collection.counted(page.total)
        let own: Markup = reader.map { "<a href=\"\(address)?q=\($0)\">\(translated("Show only mine"))</a>" } ?? ""
        guard !search.isEmpty else { return "<p class=\"dim\">\(entries). \(own)</p>" }
        let found = translated(
            page.total, one: "\(entries) found for “\(search)”.", many: "\(entries) found for “\(search)”.")
        return "<p class=\"dim\">\(found) <a href=\"\(address)\">\(translated("Show all"))</a></p>"
    }

    private var form: Markup {
        """
        <form action="\(address)" method="get" role="search">
        <input type="search" name="q" value="\(search)" placeholder="\(translated("Search"))" \
        aria-label="\(translated("Search"))"><button>\(translated("Search"))</button></form>
        """
    }

    private var sections: Markup {
        guard page.total > 0 else {
            let message =
                problem
                ?? (search.isEmpty ? translated("No entries yet.") : translated("No results. Try another word."))
            return "<p>\(message)</p>"
        }
        guard !page.entries.isEmpty else { return "<p>\(translated("Page \(number) does not exist."))</p>" }
        let found = Dictionary(grouping: page.entries, by: \.section)
        return Markup(found.keys.sorted().map { section($0, found[$0] ?? []) })
    }

    private func section(_ key: String, _ cards: [Card]) -> Markup {
        let title = SectionKey(stored: key).title
        return """
            <section>\(heading(title, page.counts[key] ?? 0))
            <div class="people">\(Markup(cards.map(\.html)))</div></section>
            """
    }

    /// Empty if the list has no sections.
    private func heading(_ title: String, _ count: Int) -> Markup {
        title.isEmpty ? "" : "<h2>\(title) <small>\(count)</small></h2>"
    }

    private var navigation: Markup {
        let pages = (page.total + Self.size - 1) / Self.size
        guard pages > 1 else { return "" }
        return """
            <nav aria-label="\(translated("Pages"))">\(link(translated("Previous"), to: number - 1, of: pages))
            <span class="dim">\(translated("Page \(number) of \(pages)"))</span>\
            \(link(translated("Next"), to: number + 1, of: pages))</nav>
            """
    }

    private func link(_ label: String, to target: Int, of pages: Int) -> Markup {
        guard target >= 1, target <= pages else { return "<span></span>" }
        var page = URLComponents()
        page.path = address
        page.queryItems = [URLQueryItem(name: "page", value: String(target))]
        if !search.isEmpty { page.queryItems?.append(URLQueryItem(name: "q", value: search)) }
        return "<a class=\"button\" href=\"\(page.string ?? address)\">\(label)</a>"
    }
}

/// An entry on the page, with all its fields.
struct EntryCard {
    let entry: Entry
    let record: Record
    /// True if it belongs to the signed-in user.
    let isYours: Bool

    var html: Markup {
        """
        <article class="card\(isYours ? " yours" : "")" id="\(entry.owner)">
        <div class="top">\(face)<div><h3>\(record.displayName)</h3>\(pills)\(contact)</div></div>
        \(sentences)
        <details\(isYours ? " open" : "")><summary>\(translated("All fields"))</summary>\
        <dl>\(fields)</dl></details></article>

        """
    }

    /// The picture, loaded lazily, or initials on a color derived from the NetID.
    private var face: Markup {
        let hue = entry.owner.utf8.reduce(7) { ($0 * 31 + Int($1)) % 360 }
        guard hasPicture else {
            return "<div class=\"face\" style=\"--hue: \(hue)\" aria-hidden=\"true\">\(initials)</div>"
        }
        let address = record.definition.entryPaths.picture.path(entry.owner)
        return """
            <img class="face" style="--hue: \(hue)" src="\(address)" alt="\(translated("Picture of \(record.displayName)"))" \
            width="64" height="64" loading="lazy" decoding="async">
            """
    }

    private var hasPicture: Bool {
        Data(base64Encoded: String(picture.prefix(16))).flatMap(PictureKind.init) != nil
    }

    private var initials: String {
        let names = record.displayName.split(separator: " ")
        return [names.first, names.count > 1 ? names.last : nil].compactMap { $0?.first }.map(String.init).joined()
            .uppercased()
    }

    private var pills: Markup {
        let labels = (isYours ? [translated("You")] : []) + record.pillParts.map(\.text)
        return Markup(labels.map { "<span class=\"pill\">\($0)</span> " })
    }

    private var contact: Markup {
        guard let field = record.definition.fields.first(where: { $0.editor == .text(.email) }) else { return "" }
        let email = field.displayText(record)
        guard !email.isEmpty else { return "<div class=\"dim\">\(translated("No email address"))</div>" }
        return "<div>\(Self.mail(email))</div>"
    }

    /// A mail link if the address is valid; mail programs would misread others.
    private static func mail(_ text: String) -> Markup {
        guard case .success(let address) = Rule.email.checked(text),
            let written = address.addingPercentEncoding(withAllowedCharacters: plainInAddress)
        else { return "\(text)" }
        return "<a href=\"mailto:\(written)\">\(text)</a>"
    }

    private var fields: Markup {
        Markup(
            record.definition.fields.map { field in
                let text = field.isPicture ? (hasPicture ? translated("set") : "") : field.displayText(record)
                guard !text.isEmpty else {
                    return "<dt>\(field.label)</dt><dd class=\"dim\">\(translated("not set"))</dd>"
                }
                let shown: Markup = field.editor == .text(.email) ? Self.mail(text) : "\(text)"
                return "<dt>\(field.label)</dt><dd>\(shown)</dd>"
            })
    }

    private var picture: String { record.definition.fields.first(where: \.isPicture).map { record[$0].text } ?? "" }

    private var sentences: Markup {
        let sentences = record.text(style: .sentences)
        return sentences.isEmpty ? "" : "<p>\(sentences)</p>"
    }
}

/// Characters that need no escape in a mail link.
private let plainInAddress = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@.-_+")

extension EntryRoutes {
    /// Answers with the page of the collection.
    @Sendable func page(_ request: Request, _ context: ClassContext) async throws -> Response {
        let search = Self.parameter("q", of: request)
        let number = min(max(Int(Self.parameter("page", of: request)) ?? 1, 1), 1_000_000)
        let typed = SearchQuery(search, in: definition)
        let problem = typed.problemOnPage(search)
        let query = PageQuery(typed, offset: (number - 1) * ClassPage.size, limit: ClassPage.size)
        let (list, reader) = (context.list(of: definition), context.account?.netid)
        let (definition, logger) = (definition, context.logger)
        let body = try await turns.run(for: context.channel, as: context.client) {
            let cards =
                try await problem != nil
                ? EntryPage(entries: [], counts: [:])
                : repository.page(query, of: list) {
                    ClassPage.card($0, of: definition, for: reader, logger)
                }
            let page = ClassPage(
                definition: definition, page: cards, search: search, problem: problem, number: number, reader: reader)
            let document = Markup.page(title: "\(definition.collection.title) · Duke Directory", page.html)
            return try ResponseBody(ByteBuffer(string: document.text), in: folder)
        }
        return Response(status: .ok, headers: Response.pageHeaders, body: body)
    }

    /// An item of the query, of at most 200 characters, or "".
    private static func parameter(_ name: String, of request: Request) -> String {
        let value = (request.uri.query ?? "").formValues[name] ?? ""
        // Databases do not accept NUL in texts.
        return String(value.replacing("\0", with: " ").prefix(200)).trimmed
    }
}

extension SearchQuery {
    /// Why the fields typed as `text` cannot be searched for on the page, or nil. Groups and states are known only to
    /// the program of whoever made them.
    fileprivate func problemOnPage(_ text: String) -> String? {
        do throws(TokenError) {
            try Tokens.refuseUnfinished(text, in: definition)
            if let mark = marks.first {
                throw .unknownKey(mark.kind.word.rawValue, known: definition.knownKeys + [SearchKey.missing.rawValue])
            }
            return problem.map { "\($0)" }
        } catch { return "\(error)" }
    }
}
