import DirectoryModel
import DirectoryStore
import Language

/// Selecting several records, and emailing them.
@MainActor
public final class MultiSelectionScreen: CollectionPart {
    private let editing: EditingScreen

    init(_ context: CollectionContext, editing: EditingScreen) {
        self.editing = editing
        super.init(context)
    }

    /// True while clicks toggle records in the selection.
    public var isOn: Bool { detail.isSelecting }

    /// "3 selected".
    public var words: String {
        let count = list.selectedRows.count
        return translated(count, one: "\(count) selected", many: "\(count) selected")
    }

    /// The actions on the selection, in order; Delete is last.
    public var acts: [ActionID] {
        let offered: [(ActionID, Bool)] = [
            (.email, definition.emailField != nil), (.copyEmail, definition.emailField != nil), (.export, true),
            (.print, true),
            (.favorite, true), (.newGroup, definition.hasGroups), (.delete, home.canDelete),
        ]
        return offered.filter(\.1).map(\.0)
    }

    // MARK: Selecting

    public func selectAllTapped() {
        guard list.emptyState == nil, !list.isPartial else { return }
        editing.leaveForm { [self] in
            let shown = list.entries.rows
            detail.select(shown + hidden(besides: shown), isSelecting: true)
        }
    }

    /// Starts with the current selection.
    public func beginTapped() {
        guard !list.selectedRows.isEmpty else { return }
        editing.leaveForm { [self] in detail.select(list.selectedRows, isSelecting: true) }
    }

    /// Toggles a row; removing the last one ends selecting.
    public func toggled(_ row: Int64) {
        editing.leaveForm { [self] in
            // The record opened before is not part of the selection.
            var rows = isOn ? list.selectedRows : []
            if let place = rows.firstIndex(of: row) { rows.remove(at: place) } else { rows.append(row) }
            detail.select(rows, isSelecting: !rows.isEmpty)
        }
    }

    /// Ends selecting and clears the selection.
    public func endTapped() {
        guard isOn else { return }
        detail.select([])
    }

    /// The list's selection changed.
    /// - Parameter rows: the selected rows that the list shows.
    func selected(_ rows: [Int64]) {
        guard isOn else { return detail.select(rows) }
        let rows = rows + hidden(besides: list.entries.rows)
        detail.select(rows, isSelecting: !rows.isEmpty)
    }

    /// Selected rows hidden by the search.
    private func hidden(besides shown: [Int64]) -> [Int64] {
        guard isOn, !list.searchText.isEmpty else { return [] }
        let shown = Set(shown)
        return list.selectedRows.filter { !shown.contains($0) }
    }

    // MARK: Email

    /// Opens an email to the selected people, or a window for several emails.
    public func emailTapped() {
        withAddresses { [self] found in
            let count = found.mail.receivers.count
            guard found.mail.parts.count > 1 else { return await openOnly(found) }
            presenter.open(
                .emails(
                    EmailsScreen(
                        found.mail, title: translated("Email \(info.inHeadings(count))"),
                        missing: missingWords(found.missing),
                        open: presenter.openAddress, copy: presenter.copy)))
        }
    }

    private func openOnly(_ found: SelectedAddresses) async {
        guard let only = found.mail.parts.first else { return }
        let isOpen = await presenter.openAddress(only.address)
        let words = isOpen ? "" : DetailTarget.noMailProgram
        let said = [words, missingWords(found.missing) ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        guard !said.isEmpty else { return }
        presenter.toast = Toast(text: said, recovery: isOpen ? nil : .copy(found.mail.text))
    }

    /// Copies the addresses of the selected people.
    public func copyTapped() {
        withAddresses { [self] found in
            presenter.copy(found.mail.text)
            let copied = found.mail.copiedWords
            presenter.say(missingWords(found.missing).map { translated("\(copied). \($0)") } ?? copied)
        }
    }

    /// Reads the addresses in the background; says so if there are none.
    private func withAddresses(_ body: @escaping @MainActor (SelectedAddresses) async -> Void) {
        let (rows, collection, info) = (inOrder, collection, info)
        guard definition.emailField != nil, !rows.isEmpty else { return }
        work.count { [presenter] in
            let result = await runInBackground { () throws(StoreError) in try collection.addresses(of: rows) }
            switch result {
            case .success(let found) where found.mail.parts.isEmpty:
                presenter.say(
                    translated(
                        rows.count, one: "The selected \(info.one) has no email address.",
                        many: "None of the selected \(info.many) has an email address."))
            case .success(let found): await body(found)
            case .failure(let problem): presenter.say(problem.description)
            }
        }
    }

    /// The selected rows in the list's order, hidden ones last.
    private var inOrder: [Int64] {
        let selected = Set(list.selectedRows)
        return list.entries.rows.filter(selected.contains) + hidden(besides: list.entries.rows)
    }

    private func missingWords(_ count: Int) -> String? {
        guard count > 0 else { return nil }
        let who = info.counted(count)
        return translated(
            count, one: "\(who) has no email address and is left out.",
            many: "\(who) have no email address and are left out.")
    }
}

/// An email to the selected records, and how many of them have no valid address.
private typealias SelectedAddresses = (mail: GroupMail, missing: Int)

extension StoredCollection {
    fileprivate func addresses(of rows: [Int64]) throws(StoreError) -> SelectedAddresses {
        var texts: [Int64: String] = [:]
        try each(in: rows) { texts[$0.row] = definition.emailField?.displayText($0.record) }
        let found = rows.compactMap { texts[$0].flatMap(MailAddress.init) }
        return (GroupMail(to: found), rows.count - found.count)
    }
}
