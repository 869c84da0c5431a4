public import DirectoryModel
import DirectoryStore
import Language

/// What is done with several records at once, whichever collection they are of.
@MainActor
public protocol AnySeveralScreen: AnyObject {
    /// True while clicks add records to the selection and take them away.
    var isOn: Bool { get }
    /// How many records are selected, in words: "3 selected".
    var words: String { get }
    /// The actions on the selected records, in order; the one that deletes is last.
    var acts: [ActionID] { get }
    /// Selects all that the list shows.
    func selectAllTapped()
    /// Begins with what is selected.
    func beginTapped()
    /// Ends it; after that the selection is empty.
    func endTapped()
}

/// Selecting several records, and writing to all of them.
@MainActor
public final class SeveralScreen<R: DirectoryRecord>: AnySeveralScreen {
    private let records: CollectionRecords<R>
    private let selection: Selection<R>
    private let editing: EditingScreen<R>
    private let work: Work
    private let presenter: Presenter<R>
    /// Opens an address with another program; false where there is none for it.
    var openAddress: @MainActor (String) async -> Bool = { _ in false }
    /// Puts a text on the clipboard.
    var copy: @MainActor (String) -> Void = { _ in }

    private var list: ListScreen<R> { selection.list }

    init(
        _ records: CollectionRecords<R>, selection: Selection<R>, editing: EditingScreen<R>, work: Work,
        presenter: Presenter<R>
    ) {
        (self.records, self.selection, self.editing) = (records, selection, editing)
        (self.work, self.presenter) = (work, presenter)
    }

    public var isOn: Bool { selection.isSelecting }

    public var words: String {
        let count = list.selectedRows.count
        return translated(count, one: "\(count) selected", many: "\(count) selected")
    }

    public var acts: [ActionID] {
        let offered: [(ActionID, Bool)] = [
            (.email, R.emailField != nil), (.copyEmail, R.emailField != nil), (.export, true), (.print, true),
            (.favorite, true), (.delete, R.home.canDelete),
        ]
        return offered.filter(\.1).map(\.0)
    }

    // MARK: Selecting

    public func selectAllTapped() {
        guard list.emptyState == nil, !list.isPartial else { return }
        editing.leaveForm { [self] in
            let shown = list.entries.rows
            selection.select(shown + hidden(besides: shown), isSelecting: true)
        }
    }

    public func beginTapped() {
        guard !list.selectedRows.isEmpty else { return }
        editing.leaveForm { [self] in selection.select(list.selectedRows, isSelecting: true) }
    }

    /// Adds a row to the selection, or takes it away; the last one that is taken away ends it.
    public func toggled(_ row: Int64) {
        editing.leaveForm { [self] in
            // The record that was open before is not meant.
            var rows = isOn ? list.selectedRows : []
            if let place = rows.firstIndex(of: row) { rows.remove(at: place) } else { rows.append(row) }
            selection.select(rows, isSelecting: !rows.isEmpty)
        }
    }

    public func endTapped() {
        guard isOn else { return }
        selection.select([])
    }

    /// The list's own selection is another now.
    /// - Parameter rows: those of the selected rows that the list shows.
    func selected(_ rows: [Int64]) {
        guard isOn else { return selection.select(rows) }
        let rows = rows + hidden(besides: list.entries.rows)
        selection.select(rows, isSelecting: !rows.isEmpty)
    }

    /// The selected rows that a search does not show.
    private func hidden(besides shown: [Int64]) -> [Int64] {
        guard isOn, !list.searchText.isEmpty else { return [] }
        let shown = Set(shown)
        return list.selectedRows.filter { !shown.contains($0) }
    }

    // MARK: Email

    /// The addresses of the selected records.
    struct Addresses: Sendable {
        var mail = GroupMail(to: [])
        /// How many records do not have an address that can be written to.
        var missing = 0
    }

    /// Opens an email to everyone who is selected; where one is not enough, asks for each.
    public func emailTapped() {
        withAddresses { [self] found in
            let count = found.mail.receivers.count
            guard found.mail.parts.count > 1 else { return await openOnly(found) }
            presenter.open(
                .emails(
                    EmailsScreen(
                        found.mail, title: translated("Email \(R.collection.inHeadings(count))"),
                        missing: Self.missingWords(found.missing),
                        open: openAddress, copy: copy)))
        }
    }

    private func openOnly(_ found: Addresses) async {
        guard let only = found.mail.parts.first else { return }
        let isOpen = await openAddress(only.address)
        let words = isOpen ? "" : DetailTarget.noMailProgram
        let said = [words, Self.missingWords(found.missing) ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        guard !said.isEmpty else { return }
        presenter.toast = Toast(text: said, recovery: isOpen ? nil : .copy(Self.text(found.mail)))
    }

    /// Puts the addresses of everyone who is selected on the clipboard.
    public func copyTapped() {
        withAddresses { [self] found in
            copy(Self.text(found.mail))
            let count = found.mail.receivers.count
            let copied = translated(
                count, one: "\(count) email address copied", many: "\(count) email addresses copied")
            presenter.say(Self.missingWords(found.missing).map { translated("\(copied). \($0)") } ?? copied)
        }
    }

    /// Reads the addresses, which takes a moment where many are selected, and says so where there are none.
    private func withAddresses(_ body: @escaping @MainActor (Addresses) async -> Void) {
        let (rows, store) = (inOrder, records.store)
        guard let field = R.emailField, !rows.isEmpty else { return }
        work.count { [presenter] in
            let result = await runInBackground { () throws(StoreError) in
                try Self.addresses(of: rows, field, in: store)
            }
            switch result {
            case .success(let found) where found.mail.parts.isEmpty:
                presenter.say(
                    translated(
                        rows.count, one: "The selected \(R.collection.one) has no email address.",
                        many: "None of the selected \(R.collection.many) has an email address."))
            case .success(let found): await body(found)
            case .failure(let problem): presenter.say(problem.description)
            }
        }
    }

    /// The selected rows as the list has them, then those that it does not show.
    private var inOrder: [Int64] {
        let selected = Set(list.selectedRows)
        return list.entries.rows.filter(selected.contains) + hidden(besides: list.entries.rows)
    }

    nonisolated private static func addresses(
        of rows: [Int64], _ field: Field<R>, in store: Store
    ) throws(StoreError) -> Addresses {
        var texts: [Int64: String] = [:]
        try store.each(R.self, in: rows) { texts[$0.row] = field.displayText($0.record) }
        let found = rows.compactMap { texts[$0].flatMap(MailAddress.init) }
        return Addresses(mail: GroupMail(to: found), missing: rows.count - found.count)
    }

    private static func text(_ mail: GroupMail) -> String { mail.receivers.map(\.text).joined(separator: ", ") }

    private static func missingWords(_ count: Int) -> String? {
        guard count > 0 else { return nil }
        let who = R.collection.counted(count)
        return translated(
            count, one: "\(who) has no email address and is left out.",
            many: "\(who) have no email address and are left out.")
    }
}
