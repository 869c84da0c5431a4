public import DirectoryModel
import Foundation
import Language

extension ListFile {
    /// Reads every element into `staging`; one that is not a record is rejected.
    /// - Parameters:
    ///   - staging: what keeps them until they are taken over.
    ///   - store: where the records are that cards and rows of tables say only a part of.
    ///   - goesOn: asked after each piece with how many bytes are read; false stops.
    /// - Returns: false where it was stopped.
    /// - Throws: `StoreError` where the file cannot be read or is not a whole list.
    @discardableResult
    public func read(
        into staging: StagingDatabase<R>, over store: Store, goesOn: (_ bytes: Int) -> Bool = { _ in true }
    ) throws(StoreError) -> Bool {
        guard mayBePipe || isFileOrNothing else {
            throw .cannotRead(file: fileName, reason: translated("something else has its name"))
        }
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            var reading: (any ListReading<R>)?
            var bytes = 0
            while let piece = try handle.read(upToCount: 1 << 16), !piece.isEmpty {
                let current = try reading ?? self.reading(startingWith: piece, into: staging, over: store)
                reading = current
                try staging.add(try current.push(piece), areNumbered: current.numbersRecords)
                bytes += piece.count
                guard goesOn(bytes) else { return false }
            }
            let last: any ListReading<R> = reading ?? JSONReading<R>(isStrict: isStrict)
            try staging.add(try last.finish(), areNumbered: last.numbersRecords)
            return true
        } catch let problem as ListError {
            throw problem == .notAList
                ? .notAList(file: fileName, many: R.collection.many) : .unreadableList(file: fileName)
        } catch is PropertyListTooLarge {
            throw .tooLarge(file: fileName, megabytes: PropertyListKind.largest >> 20)
        } catch let problem as StoreError {
            throw problem
        } catch {
            throw .cannotRead(file: fileName, reason: Self.reason(for: error))
        }
    }

    /// What a list is shows in how it begins; a table shows only in its name.
    private func reading(
        startingWith piece: Data, into staging: StagingDatabase<R>, over store: Store
    ) throws(ListError) -> any ListReading<R> {
        let here: Here<R> = { imported throws(StoreError) in try store.here(imported, into: staging) }
        if CardSplitter.isCard(start: piece) {
            guard let reader = CardReader<R>() else { throw .notAList }
            return CardReading(reader, here: here)
        }
        if format == .csv { return CSVReading<R>(here: here) }
        guard PropertyListKind(start: piece) == nil else { return PropertyListReading<R>(isStrict: isStrict) }
        return JSONReading<R>(isStrict: isStrict)
    }
}

extension Store {
    /// The record here that `imported` is, or else it under its number, with what is here already of that number;
    /// nil where it has none and nobody here is known by its other keys.
    fileprivate func here<R: DirectoryRecord>(
        _ imported: ImportedRecord<R>, into staging: StagingDatabase<R>
    ) throws(StoreError) -> R? {
        guard imported.isNumbered || R.numbering == .counted else { return try known(imported.record) }
        let numbered = staging.numbered(imported.record)
        return try find(R.self, key: numbered.key) ?? numbered
    }

    /// The only record here that has one of `record`'s other keys.
    private func known<R: DirectoryRecord>(_ record: R) throws(StoreError) -> R? {
        for field in R.otherKeys.compactMap(R.field(named:)) where !field.written(record).isEmpty {
            let same = try fetch(RecordQuery<R>(.equals(field.key, field.value(record)), limit: 2))
            if same.count == 1, let found = same.first { return try find(R.self, key: found.record.key) }
        }
        return nil
    }
}

extension Store {
    /// The list in `file`, whole and not taken over yet.
    public func read<R: DirectoryRecord>(
        _ file: ListFile<R>, _ how: MergeStrategy, rule: OwnRule = OwnRule()
    ) throws(StoreError) -> StagingDatabase<R> {
        let staging = try beginStaging(R.self)
        _ = try read(file, how, rule: rule, isMirror: false, into: staging) { _ in true }
        return staging
    }

    /// As `read`, and nil where `goesOn`, which is told how many bytes are read, stopped it.
    public func read<R: DirectoryRecord>(
        _ file: ListFile<R>, _ how: MergeStrategy, rule: OwnRule = OwnRule(), goesOn: (_ bytes: Int) -> Bool
    ) throws(StoreError) -> StagingDatabase<R>? {
        let staging = try beginStaging(R.self)
        return try read(file, how, rule: rule, isMirror: false, into: staging, goesOn: goesOn) ? staging : nil
    }

    private func read<R: DirectoryRecord>(
        _ file: ListFile<R>, _ how: MergeStrategy, rule: OwnRule, isMirror: Bool, into staging: StagingDatabase<R>,
        goesOn: (_ bytes: Int) -> Bool
    ) throws(StoreError) -> Bool {
        guard try file.read(into: staging, over: self, goesOn: goesOn) else { return false }
        try rejectClashes(in: staging, how, rule, isMirror: isMirror || file.url == sandboxFile(of: R.self))
        return true
    }

    /// Takes over the list in `file`, in one transaction; nothing changes where it cannot be read.
    /// - Parameters:
    ///   - file: the list.
    ///   - how: what becomes of the records that are there.
    ///   - mayEmpty: false where an empty list is refused too.
    ///   - keepsUndo: false where it was not asked for, so that undo does not take it away again.
    ///   - rule: what becomes of one's own records.
    ///   - isMirror: true where the file says what the store held, as the JSON file of the sandbox does.
    /// - Throws: `StoreError`; a list none of whose elements is a record is refused.
    @discardableResult
    public func load<R: DirectoryRecord>(
        _ file: ListFile<R>, _ how: MergeStrategy, mayEmpty: Bool = true, keepsUndo: Bool = true,
        rule: OwnRule = OwnRule(), isMirror: Bool = false
    ) throws(StoreError) -> ChangeSummary {
        var tries = MergeRetries()
        while true {
            do { return try loadOnce(file, how, mayEmpty: mayEmpty, keepsUndo: keepsUndo, rule, isMirror) } catch {
                // What came through a pipe is gone.
                guard file.isFileOrNothing, tries.hasAnother(after: error) else { throw error }
            }
        }
    }

    private func loadOnce<R: DirectoryRecord>(
        _ file: ListFile<R>, _ how: MergeStrategy, mayEmpty: Bool, keepsUndo: Bool, _ rule: OwnRule,
        _ isMirror: Bool
    ) throws(StoreError) -> ChangeSummary {
        var rule = rule
        rule.keepsPlaceholder = true
        // Numbers are given as the list stands now.
        let revision = try revision(of: R.self)
        let staging = try beginStaging(R.self)
        _ = try read(file, how, rule: rule, isMirror: isMirror, into: staging) { _ in true }
        if try staging.count == 0, try staging.rejectedCount > 0 || !mayEmpty {
            let rejected = try staging.rejected(limit: Store.mostToldRejected)
            throw .nothingInFile(
                file: file.url.lastPathComponent, one: R.collection.one, rejected: rejected,
                more: try staging.rejectedCount - rejected.count)
        }
        return try apply(
            staging, how, label: keepsUndo ? translated("Loading “\(file.fileName)”") : nil, rule: rule,
            expecting: revision)
    }
}
