import DirectoryModel
import DirectoryStore
public import Foundation
import Language
public import Observation

/// A roster before it is printed.
@MainActor @Observable
public final class RosterScreen {
    public private(set) var options: RosterOptions
    public private(set) var problem: String?
    public var isWriting: Bool { progress != nil }
    /// The progress of writing the file, or nil.
    public private(set) var progress: WorkStep?
    public private(set) var text: String?
    public private(set) var page = 0

    private var list = Listing.empty
    @ObservationIgnored private let collection: StoredCollection
    @ObservationIgnored private let emojis: HobbyEmojis
    @ObservationIgnored private let shown: [Int64]
    @ObservationIgnored private let selected: [Int64]
    @ObservationIgnored private let order: String
    @ObservationIgnored private var isTitleTyped: Bool
    @ObservationIgnored private var isClosed = false
    @ObservationIgnored private var writing: Task<Void, Never>?
    /// Reports the result of writing after the window was closed.
    @ObservationIgnored var report: (String) -> Void = { _ in }
    /// The date on the pages.
    @ObservationIgnored var date = Date()

    /// - Parameters:
    ///   - shown: the list's rows.
    ///   - selected: the selected rows.
    ///   - options: an empty title becomes the usual one.
    init(
        of collection: StoredCollection, emojis: HobbyEmojis, shown: [Int64], selected: [Int64], order: String,
        options: RosterOptions
    ) {
        self.collection = collection
        self.emojis = emojis
        self.shown = shown
        self.selected = selected
        self.order = order
        self.options = options
        isTitleTyped = !options.title.isEmpty
        changed()
    }

    private var definition: Definition { collection.definition }

    // MARK: What can be chosen

    public var subjects: [RosterOptions.Subject] {
        [.list] + (selected.isEmpty ? [] : [.selected]) + (selected.count == 1 ? [.card] : [])
    }

    /// "Entire List (150 people)".
    public func label(of subject: RosterOptions.Subject) -> String {
        switch subject {
        case .list: translated("Entire List (\(definition.collection.counted(shown.count)))")
        case .selected: translated("Selected (\(definition.collection.counted(selected.count)))")
        case .card: translated("Card for One \(definition.collection.oneInHeadings)")
        }
    }

    public var groupings: [ListChoice] { definition.groupingItems }

    /// From one to as many as fit the paper.
    public var columnChoices: [Int] {
        Array(1...min(8, RosterCell.maxColumns(width: sheet.content.width / sheet.scale, hasSignIn: options.hasSignIn)))
    }

    /// The printed number, or nil for automatic. The choice is kept for paper it fits.
    public var columns: Int? { options.columns.flatMap { wished in columnChoices.last { $0 <= wished } } }

    /// False for a card.
    public var hasFaces: Bool { options.subject != .card }

    public var canPrint: Bool { !list.rows.isEmpty && !isWriting }

    public var fileName: String {
        let name = options.title.map { $0 == "/" || $0 == "\\" || $0.isNewline ? "-" : $0 }
        let text = String(name.prefix(80)).trimmed.drop { $0 == "." }
        return "\(text.isEmpty ? definition.collection.title : String(text)).pdf"
    }

    // MARK: What the user does

    public func pageTurned(by count: Int, of total: Int) { page = max(0, min(page + count, total - 1)) }

    /// Changes options. A title that is changed is kept.
    public func change(_ change: (inout RosterOptions) -> Void) {
        var next = options
        change(&next)
        guard next != options else { return }
        isTitleTyped = isTitleTyped || next.title != options.title
        options = next
        changed()
    }

    private func changed() {
        if !subjects.contains(options.subject) { options.subject = .list }
        if !groupings.contains(where: { $0.id == options.grouping }) { options.grouping = groupings[0].id }
        read()
        if !isTitleTyped { options.title = usualTitle }
        text = nil
        page = 0
    }

    private var usualTitle: String {
        let card = options.subject == .card ? list.rows.first.flatMap(content)?.title : nil
        return card ?? definition.collection.title
    }

    private func read() {
        let wanted = Set(options.subject == .list ? shown : selected)
        problem = nil
        do throws(StoreError) {
            list = try collection.listing(ListArrangement(grouping: options.grouping, order: order))
                .filtered(wanted.contains)
        } catch {
            list = .empty
            problem = error.description
        }
    }

    // MARK: Pages

    public var sheet: PaperSheet { PaperSheet(options.paper, isLandscape: options.isLandscape) }

    /// - Parameter sheet: may differ from the chosen one.
    public func pages(on sheet: PaperSheet, measure: @escaping RosterMeasure) -> RosterPages {
        if options.subject == .card,
            let detail = list.rows.first.flatMap({ collection.detail(of: $0, emojis) })
        {
            return RosterCard(sheet: sheet, detail: detail, title: options.title, date: today, measure: measure).pages
        }
        let counted = definition.collection.counted(list.rows.count)
        return RosterGrid(
            sheet: sheet, options: options, list: list, counted: counted, date: today, content: content
        ).pages
    }

    private func content(of row: Int64) -> RowContent? { collection.content(of: row) }

    /// May be called on any thread.
    public nonisolated func pictureData(of row: Int64) throws -> Data? { try collection.picture(row: row) }

    private var today: String {
        date.formatted(Date.FormatStyle(date: .long, time: .omitted, locale: Localization.locale))
    }

    // MARK: The result

    /// Prints or exports, if there is something to print, and shows the result.
    /// - Parameter body: returns the message, or nil if the user canceled; an error's description is shown.
    public func write(canCancel: Bool, _ body: @escaping @MainActor () async throws -> String?) {
        guard canPrint else { return }
        problem = nil
        text = nil
        progress = .working(translated("Preparing pages…"), canCancel: canCancel)
        writing = Task {
            do { writingEnded(try await body()) } catch { writingEnded(nil, problem: "\(error)") }
        }
    }

    public func wrote(_ done: Int, of count: Int) { if isWriting { progress = .printing(done, of: count) } }

    public func cancelTapped() { writing?.cancel() }

    private func writingEnded(_ result: String?, problem: String? = nil) {
        progress = nil
        text = result
        self.problem = problem
        if isClosed, let sentence = problem ?? result { report(sentence) }
    }

    /// The window was closed, which cancels writing.
    public func closed() {
        isClosed = true
        writing?.cancel()
    }
}

public struct RosterOptions: Equatable, Sendable {
    public enum Subject: String, CaseIterable, Sendable {
        case list
        case selected
        /// Everything about the open record.
        case card
    }

    public var subject = Subject.list
    /// The grouping's id.
    public var grouping = ""
    /// Pictures per row, if they fit; nil for automatic.
    public var columns: Int?
    /// True to add a line to sign for each record.
    public var hasSignIn = false
    public var title = ""
    public var paper = Paper.ofLocale
    public var isLandscape = false

    /// The usual options, with changes.
    public init(_ change: (inout RosterOptions) -> Void = { _ in }) { change(&self) }
}
