import DirectoryModel
import DirectoryStore
import DirectorySync
public import Foundation
import Language

/// Files, printing, and codes.
extension CollectionScreen {
    // MARK: Importing

    /// Loads the sandbox's file, or the bundled list if there is none.
    public func loadFromDiskTapped() async {
        guard canReplaceList, definition.sandboxFile != nil else { return }
        do throws(SyncError) {
            let summary = try await work.run(nil) { [collection] _ throws(SyncError) in
                try await inStore { () throws(StoreError) in try collection.loadFromDisk() }
            }
            toast = Toast(summary, text: summary.imported(of: info))
        } catch { notify(error.description) }
    }

    public func importTapped() { presenter.open(.importFile) }

    /// Imports a file, after showing its changes.
    public func importChosen(_ file: URL) async {
        presenter.close { if case .importFile = $0 { true } else { false } }
        guard canReplaceList else { return }
        guard home.canImport else {
            return notify(translated("\(info.manyInHeadings) cannot be imported from files"))
        }
        await transfer.readTapped(file)
    }

    public func rejectedTapped() {
        presenter.open(.rejected(rejected.opened()))
    }

    // MARK: Exporting

    /// False for an empty list or group.
    var canExport: Bool { list.group == nil ? list.total > 0 : !list.listing.rows.isEmpty }

    public func exportTapped() { presenter.open(.exportFile) }

    /// Exports the selected records, or all of them, in the format of the file name: vCard, CSV, or JSON.
    public func exportChosen(_ file: URL) async {
        presenter.close { if case .exportFile = $0 { true } else { false } }
        let (collection, info, name) = (collection, info, file.lastPathComponent)
        let rows = detail.isSelecting ? list.selectedRows : list.group == nil ? nil : list.listing.rows
        let total = rows?.count ?? list.total
        do throws(StoreError) {
            let step: WorkStep? = total < Self.shownCount ? nil : .exporting(name, 0, of: total, info)
            let count = try await work.run(step) { report throws(StoreError) in
                try await offMain { () throws(StoreError) in
                    try collection.write(rows, to: file) { count in
                        if count % 100 == 0 { report(.exporting(name, count, of: total, info)) }
                    }
                }
            }
            let what = info.counted(count)
            let text = translated(
                count, one: "\(what) exported to “\(name)”", many: "\(what) exported to “\(name)”")
            let lacksPictures = ListFormat(nameOf: file) == .csv && definition.hasPictures
            notify(lacksPictures ? translated("\(text). CSV contains no pictures.") : text)
        } catch {
            let text = translated("The export was canceled, and “\(name)” was not changed.")
            notify(error == .cancelled ? text : error.description)
        }
    }

    /// Exports of this many records show their progress.
    private static var shownCount: Int { 500 }

    /// The suggested file name for everything.
    public var exportName: String {
        "\(list.group?.asFileName ?? info.name).\(definition.hasCards ? "vcf" : "csv")"
    }

    /// Opens the print window; `.card` prints the open record.
    public func rosterTapped(_ subject: RosterOptions.Subject) {
        presenter.open(.roster(roster(RosterOptions { $0.subject = subject })))
    }

    /// - Parameter options: an empty grouping becomes the list's.
    public func roster(_ options: RosterOptions = RosterOptions()) -> RosterScreen {
        var options = options
        if options.grouping.isEmpty { options.grouping = list.looks.groupingID }
        let roster = RosterScreen(
            of: collection, emojis: emojis, shown: list.entries.rows, selected: list.selectedRows,
            order: list.looks.orderID, options: options)
        roster.report = { [presenter] in presenter.notify($0) }
        return roster
    }

    public func codeTapped() {
        if let openCard { presenter.open(.code(openCard)) }
    }

    /// Asks where to save the open record's vCard.
    public func shareTapped() {
        if let openCard, let row = detail.content?.header.row { presenter.open(.shareFile(openCard, row: row)) }
    }

    public func shareChosen(_ file: URL, row: Int64) async {
        do throws(StoreError) {
            let count = try await offMain { [collection] () throws(StoreError) in
                try collection.write([row], to: file, format: .vcard)
            }
            let gone = translated("The \(info.one) is no longer in the list.")
            notify(count > 0 ? translated("“\(file.lastPathComponent)” saved") : gone)
        } catch { notify(error.description) }
    }

    public func card(ofRow row: Int64) -> RecordCard? {
        keys(of: row).first.flatMap(record).flatMap(RecordCard.init)
    }

    public var openCard: RecordCard? {
        definition.hasCards ? detail.content.flatMap { card(ofRow: $0.header.row) } : nil
    }
}

extension StoredCollection {
    fileprivate func write(
        _ rows: [Int64]?, to file: URL, format: ListFormat? = nil, report: @escaping (Int) -> Void = { _ in }
    ) throws(StoreError) -> Int {
        try ListFile(file, format: format).write(from: self, rows: rows, progress: report)
    }
}
