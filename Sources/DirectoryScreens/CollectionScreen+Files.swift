import DirectoryModel
import DirectoryStore
public import Foundation
import Language

/// Lists in files: taking them in, and the one in the sandbox.
extension CollectionScreen {
    /// Load from Disk: the sandbox file if it exists, otherwise the list that ships with the program.
    public func loadFromDiskTapped() async {
        guard canTakeOver, R.bundled != nil else { return }
        isLoading = true
        defer { isLoading = false }
        let store = store
        let result = await runInBackground { () throws(StoreError) in try store.loadFromDisk(R.self) }
        takenOver(result) { count, what, changes in
            translated(count, one: "\(what) loaded: \(changes)", many: "\(what) loaded: \(changes)")
        }
    }

    /// Reads the list in a file that somebody brought along; what it would change is asked about.
    public func importChosen(_ file: URL) async {
        guard canTakeOver else { return }
        guard R.home.canImport else {
            return say(translated("\(R.collection.manyInHeadings) are not taken in from files"))
        }
        isLoading = true
        defer { (isLoading, progress) = (false, nil) }
        do throws(StoreError) {
            let shown = try await read(file)
            importing = shown
            if shown == nil {
                say(translated("The import was cancelled, and your list was left as it was."))
            }
        } catch { toast = Toast(text: error.description) }
    }

    /// Stops what `progress` tells of, where that can be stopped; the list stays as it is.
    public func cancelWorkTapped() { if progress?.canCancel == true { reading?.cancel() } }

    /// - Returns: nil where the user stopped it.
    private func read(_ file: URL) async throws(StoreError) -> ImportScreen<R>? {
        let (steps, continuation) = AsyncStream.makeStream(of: WorkStep.self, bufferingPolicy: .bufferingNewest(1))
        let showing = Task { [weak self] in
            for await step in steps where self?.reading != nil { self?.progress = step }
        }
        progress = .reading(file.lastPathComponent, bytes: 0, of: 0)
        let reading = Task { [store] () -> Result<ImportScreen<R>?, StoreError> in
            do throws(StoreError) {
                return .success(try await ImportScreen<R>.read(file, store: store) { continuation.yield($0) })
            } catch { return .failure(error) }
        }
        self.reading = reading
        defer {
            self.reading = nil
            continuation.finish()
            showing.cancel()
        }
        return try await reading.value.get()
    }

    /// - Parameter applies: true to take over what is ticked.
    public func importAnswered(applies: Bool) async {
        guard let shown = importing else { return }
        importing = nil
        guard applies else { return }
        isLoading = true
        progress = .working(translated("Taking over what was read…"))
        defer { (isLoading, progress) = (false, nil) }
        let result: Result<ChangeSummary, StoreError>
        do throws(StoreError) { result = .success(try await shown.apply(in: store)) } catch {
            result = .failure(error)
        }
        takenOver(result) { count, what, changes in
            translated(count, one: "\(what) read: \(changes)", many: "\(what) read: \(changes)")
        }
    }

    /// Writes everything to a file, as its name says: vCards, comma separated values or JSON.
    public func exportChosen(_ file: URL) async {
        let store = store
        let result = await runInBackground { () throws(StoreError) in try ListFile<R>(file).write(from: store) }
        switch result {
        case .success(let count):
            let (what, name) = (R.collection.counted(count), file.lastPathComponent)
            toast = Toast(
                text: translated(count, one: "\(what) written to “\(name)”", many: "\(what) written to “\(name)”"))
        case .failure(let problem): toast = Toast(text: problem.description)
        }
    }

    /// What a file of everything is called at first.
    public var exportName: String { "\(R.collection.name).\(R.hasCards ? "vcf" : "csv")" }

    /// The vCard of a row, or nil where there is none.
    public func card(ofRow row: Int64) -> RecordCard? {
        guard let stored = (try? store.stored(R.self, row: row)) ?? nil,
            let record = (try? store.find(R.self, key: stored.record.key)) ?? nil
        else { return nil }
        return RecordCard(record)
    }

    /// The vCard of the record that is open, or nil where there is none.
    public var openCard: RecordCard? { R.hasCards ? detail.content.flatMap { card(ofRow: $0.header.row) } : nil }

    /// - Parameter words: says it of how many records, counted in words, and of what they changed.
    private func takenOver(
        _ result: Result<ChangeSummary, StoreError>, _ words: (Int, _ what: String, _ changes: String) -> String
    ) {
        switch result {
        case .success(let summary):
            let rejected = summary.rejected > 0 ? (try? store.rejected(R.self)) ?? [] : []
            toast = Toast(
                text: words(summary.arrived, R.collection.counted(summary.arrived), summary.words), details: rejected,
                offersUndo: summary.isChange)
        case .failure(let problem): toast = Toast(text: problem.description)
        }
    }
}
