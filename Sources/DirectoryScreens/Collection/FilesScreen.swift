public import DirectoryModel
import DirectoryStore
public import Foundation
import Language

/// Reading, writing and printing in a collection, whichever collection it is.
@MainActor
public protocol AnyFilesScreen: AnyObject {
    func loadFromDiskTapped() async
    func importTapped()
    func importChosen(_ file: URL) async
    func exportTapped()
    func exportChosen(_ file: URL) async
    func rejectedTapped()
    func rosterTapped(_ subject: RosterOptions.Subject)
    func codeTapped()
    func shareTapped()
}

/// Lists in files, on paper and as codes: importing, exporting, and the file in the sandbox.
@MainActor
public final class FilesScreen<R: DirectoryRecord>: AnyFilesScreen {
    /// False while another list is being applied, or its question is open.
    let canTakeOver: () -> Bool
    private let records: CollectionRecords<R>
    private let selection: Selection<R>
    private let detail: DetailScreen<R>
    private let work: Work
    private let presenter: Presenter<R>
    private lazy var rejected = RejectedElementsScreen<R>(store: store)

    private var store: Store { records.store }
    private var list: ListScreen<R> { selection.list }

    init(
        _ records: CollectionRecords<R>, selection: Selection<R>, detail: DetailScreen<R>, work: Work,
        presenter: Presenter<R>, canTakeOver: @escaping () -> Bool
    ) {
        (self.records, self.selection, self.detail) = (records, selection, detail)
        (self.work, self.presenter, self.canTakeOver) = (work, presenter, canTakeOver)
    }

    // MARK: Importing

    /// Load from Disk: the sandbox file if it exists, otherwise the list that ships with the program.
    public func loadFromDiskTapped() async {
        guard canTakeOver(), R.sandboxFile != nil else { return }
        work.begin()
        defer { work.end() }
        let store = store
        let result = await runInBackground { () throws(StoreError) in try store.loadFromDisk(R.self) }
        takenOver(result) { count, what, changes in
            translated(count, one: "\(what) loaded: \(changes)", many: "\(what) loaded: \(changes)")
        }
    }

    /// Asks for a file.
    public func importTapped() { presenter.open(.importFile) }

    /// Reads the list in a file from elsewhere; asks about the changes it would make.
    public func importChosen(_ file: URL) async {
        presenter.close { if case .importFile = $0 { true } else { false } }
        guard canTakeOver() else { return }
        guard R.home.canImport else {
            return presenter.say(translated("\(R.collection.manyInHeadings) cannot be imported from files"))
        }
        do throws(StoreError) {
            let step = WorkStep.reading(file.lastPathComponent, bytes: 0, of: 0)
            let shown = try await work.run(step) { [store] told throws(StoreError) in
                try await ImportScreen<R>.read(file, store: store, told: told)
            }
            guard let shown else { return presenter.say(Self.cancelled) }
            if !presenter.waitForForm(.preview(shown)) { presenter.say(shown.preview.waitingWords) }
        } catch { presenter.say(error.description) }
    }

    private static var cancelled: String { translated("The import was canceled. Your list was not changed.") }

    /// - Parameter applies: true to apply what is ticked.
    public func importAnswered(applies: Bool) async {
        guard let shown = presenter.importing else { return }
        presenter.close { if case .preview = $0 { true } else { false } }
        guard applies else { return }
        let result: Result<ChangeSummary, StoreError>
        do throws(StoreError) {
            let step = WorkStep.working(translated("Importing…"), canCancel: true)
            result = .success(
                try await work.run(step) { [store] _ throws(StoreError) in try await shown.apply(in: store) })
        } catch {
            guard error != .cancelled else { return presenter.say(Self.cancelled) }
            result = .failure(error)
        }
        takenOver(result) { count, what, changes in
            translated(count, one: "\(what) imported: \(changes)", many: "\(what) imported: \(changes)")
        }
    }

    /// - Parameter words: makes the message from the number of records, in words, and from their changes.
    private func takenOver(
        _ result: Result<ChangeSummary, StoreError>, _ words: (Int, _ what: String, _ changes: String) -> String
    ) {
        switch result {
        case .success(let summary):
            let rejected = summary.rejectedElements
            presenter.toast = Toast(
                text: words(summary.arrived, R.collection.counted(summary.arrived), summary.words),
                details: rejected + summary.leftOut.filter { !rejected.contains($0) },
                offersUndo: summary.isChange)
        case .failure(let problem): presenter.say(problem.description)
        }
    }

    /// Opens the rejected elements.
    public func rejectedTapped() {
        presenter.open(.rejected(rejected.opened()))
    }

    // MARK: Exporting

    /// Asks for the file to write.
    public func exportTapped() { presenter.open(.exportFile) }

    /// Writes the selected records, or everything where there is not a selection of several, to a file in the format of
    /// its name: vCards, comma separated values or JSON.
    public func exportChosen(_ file: URL) async {
        presenter.close { if case .exportFile = $0 { true } else { false } }
        guard !work.isBusy else { return presenter.say(translated("Another task is still running. Try again.")) }
        let (store, name) = (store, file.lastPathComponent)
        let rows = selection.isSelecting ? list.selectedRows : nil
        let total = rows?.count ?? list.total
        do throws(StoreError) {
            let count = try await work.run(total < Self.many ? nil : .exporting(name, 0, of: total, R.collection)) {
                told throws(StoreError) in
                try await runInBackgroundUntilCancelled { () throws(StoreError) in
                    try ListFile<R>(file).write(from: store, rows: rows) { count in
                        if count % 100 == 0 { told(.exporting(name, count, of: total, R.collection)) }
                    }
                }.get()
            }
            let what = R.collection.counted(count)
            let words = translated(
                count, one: "\(what) exported to “\(name)”", many: "\(what) exported to “\(name)”")
            let lacksPictures = ListFormat(nameOf: file) == .csv && R.fields.contains(where: \.isPicture)
            presenter.say(lacksPictures ? translated("\(words). CSV contains no pictures.") : words)
        } catch {
            let words = translated("The export was canceled, and “\(name)” was not changed.")
            presenter.say(error == .cancelled ? words : error.description)
        }
    }

    /// The number of records from which on exporting shows its progress.
    private static var many: Int { 500 }

    /// The suggested name of a file of everything.
    public var exportName: String { "\(R.collection.name).\(R.hasCards ? "vcf" : "csv")" }

    /// Opens what is shown for printing; with `.card` everything about the one record that is open.
    public func rosterTapped(_ subject: RosterOptions.Subject) {
        presenter.open(.roster(roster(RosterOptions(subject: subject))))
    }

    /// What of the shown records can be printed.
    /// - Parameter options: an empty grouping becomes the list's own.
    public func roster(_ options: RosterOptions = RosterOptions()) -> RosterScreen<R> {
        var options = options
        if options.grouping.isEmpty { options.grouping = list.groupingID }
        return RosterScreen(
            store: store, emojis: records.emojis, shown: list.entries.rows, selected: list.selectedRows,
            order: list.orderID, options: options)
    }

    /// Shows the record that is open as a QR code.
    public func codeTapped() {
        if let openCard { presenter.open(.code(openCard)) }
    }

    /// Asks for the file that the record that is open is written to, to send it to someone.
    public func shareTapped() {
        if let openCard, let row = detail.content?.header.row { presenter.open(.shareFile(openCard, row: row)) }
    }

    /// Writes one record to a file.
    public func shareChosen(_ file: URL, row: Int64) async {
        let store = store
        let result = await runInBackground { () throws(StoreError) in
            try ListFile<R>(file, format: .vcard).write(from: store, rows: [row])
        }
        switch result {
        case .success(let count):
            let gone = translated("The \(R.collection.one) is no longer in the list.")
            presenter.say(count > 0 ? translated("“\(file.lastPathComponent)” saved") : gone)
        case .failure(let problem): presenter.say(problem.description)
        }
    }

    /// The vCard of a row, or nil where it has no card.
    public func card(ofRow row: Int64) -> RecordCard? {
        records.keys(of: row).first.flatMap(records.record).flatMap(RecordCard.init)
    }

    /// The vCard of the open record, or nil where it has no card.
    public var openCard: RecordCard? { R.hasCards ? detail.content.flatMap { card(ofRow: $0.header.row) } : nil }
}
