import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

/// Selecting several records.
extension CollectionScreen {
    /// True while clicks toggle records in the selection.
    public var isSelecting: Bool { detail.isSelecting }

    /// "3 selected".
    public var selectedWords: String {
        let count = list.selectedRows.count
        return translated(count, one: "\(count) selected", many: "\(count) selected")
    }

    /// The actions on the selection, in order; Delete is last.
    public var selectionActions: [ActionID] {
        let offered: [(ActionID, Bool)] = [
            (.email, definition.emailField != nil), (.copyEmail, definition.emailField != nil), (.export, true),
            (.print, true),
            (.favorite, true), (.newGroup, definition.hasGroups), (.delete, home.canDelete),
        ]
        return offered.filter(\.1).map(\.0)
    }

    public func selectAllTapped() {
        guard list.emptyState == nil, !list.isPartial else { return }
        afterForm { [self] in
            let shown = list.entries.rows
            detail.select(shown + hidden(besides: shown), isSelecting: true)
        }
    }

    /// Starts with the current selection.
    public func selectTapped() {
        guard !list.selectedRows.isEmpty else { return }
        afterForm { [self] in detail.select(list.selectedRows, isSelecting: true) }
    }

    /// Toggles a row; removing the last one ends selecting.
    public func selectToggled(_ row: Int64) {
        afterForm { [self] in
            // The record opened before is not part of the selection.
            var rows = isSelecting ? list.selectedRows : []
            if let index = rows.firstIndex(of: row) { rows.remove(at: index) } else { rows.append(row) }
            detail.select(rows, isSelecting: !rows.isEmpty)
        }
    }

    /// Ends selecting and clears the selection.
    public func stopSelectingTapped() { if isSelecting { detail.select([]) } }

    /// The list's selection changed.
    /// - Parameter rows: the selected rows that the list shows.
    func selectionChanged(_ rows: [Int64]) {
        guard isSelecting else { return detail.select(rows) }
        let rows = rows + hidden(besides: list.entries.rows)
        detail.select(rows, isSelecting: !rows.isEmpty)
    }

    /// Selected rows hidden by the search.
    private func hidden(besides shown: [Int64]) -> [Int64] {
        guard isSelecting, !list.searchText.isEmpty else { return [] }
        let shown = Set(shown)
        return list.selectedRows.filter { !shown.contains($0) }
    }
}

/// Emailing the open record or the selected ones.
extension CollectionScreen {
    public func emailTapped() {
        guard !isSelecting else { return emailSelected() }
        guard let content = detail.content, let address = content.mailAddress, let email = content.email else {
            return copyEmailTapped()
        }
        follow(.address(address, value: email, .mail))
    }

    public func copyEmailTapped() {
        guard !isSelecting else { return copySelected() }
        guard let email = detail.content?.email else {
            if detail.isRecordShown { notify(translated("No email address")) }
            return
        }
        notify(translated("Copied \(email)"))
        copy(email)
    }

    /// Opens an email to the selected people, or a window for several emails.
    private func emailSelected() {
        withAddresses { [self] found in
            let count = found.mail.receivers.count
            guard found.mail.parts.count > 1 else { return await openOnly(found) }
            presenter.open(
                .emails(
                    EmailsScreen(
                        found.mail, title: translated("Email \(info.inHeadings(count))"),
                        missing: missingMessage(found.missing),
                        open: openAddress, copy: copy)))
        }
    }

    private func openOnly(_ found: SelectedAddresses) async {
        guard let only = found.mail.parts.first else { return }
        let isOpen = await openAddress(only.address)
        let text = isOpen ? "" : DetailTarget.noMailProgram
        let message = [text, missingMessage(found.missing) ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        guard !message.isEmpty else { return }
        toast = Toast(text: message, recovery: isOpen ? nil : .copy(found.mail.text))
    }

    /// Copies the addresses of the selected people.
    private func copySelected() {
        withAddresses { [self] found in
            copy(found.mail.text)
            let copied = found.mail.copiedMessage
            notify(missingMessage(found.missing).map { translated("\(copied). \($0)") } ?? copied)
        }
    }

    /// Reads the addresses in the background; says so if there are none.
    private func withAddresses(_ body: @escaping @MainActor (SelectedAddresses) async -> Void) {
        let (rows, collection) = (inOrder, collection)
        guard definition.emailField != nil, !rows.isEmpty else { return }
        Task.immediate {
            await work.count {
                do throws(SyncError) {
                    let found = try await inStore { () throws(StoreError) in try collection.addresses(of: rows) }
                    guard found.mail.parts.isEmpty else { return await body(found) }
                    notify(
                        translated(
                            rows.count, one: "The selected \(info.one) has no email address.",
                            many: "None of the selected \(info.many) has an email address."))
                } catch { notify(error.description) }
            }
        }
    }

    /// The selected rows in the list's order, hidden ones last.
    private var inOrder: [Int64] {
        let selected = Set(list.selectedRows)
        return list.entries.rows.filter(selected.contains) + hidden(besides: list.entries.rows)
    }

    private func missingMessage(_ count: Int) -> String? {
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
