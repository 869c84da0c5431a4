public import DirectoryModel
import Foundation
import Language

extension ListFile {
    /// Reads every element into `incoming`; one that is no record is set aside.
    /// - Parameters:
    ///   - incoming: what keeps them until they are taken over.
    ///   - store: where the records are that cards and rows of tables say only a part of.
    ///   - goesOn: asked after each piece with how many bytes are read; false stops.
    /// - Returns: false where it was stopped.
    /// - Throws: `StoreProblem` where the file cannot be read or is no whole list.
    @discardableResult
    public func read(
        into incoming: Incoming<R>, over store: Store, goesOn: (_ bytes: Int) -> Bool = { _ in true }
    ) throws(StoreProblem) -> Bool {
        guard mayBePipe || isFileOrNothing else {
            throw .cannotRead(file: fileName, reason: translated("something else has its name"))
        }
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            var reading: (any ListReading<R>)?
            var bytes = 0
            while let piece = try handle.read(upToCount: 1 << 16), !piece.isEmpty {
                let current = try reading ?? self.reading(startingWith: piece, into: incoming, over: store)
                reading = current
                try incoming.add(try current.push(piece), areNumbered: current.numbersRecords)
                bytes += piece.count
                guard goesOn(bytes) else { return false }
            }
            let last: any ListReading<R> = reading ?? JSONReading<R>(isStrict: isStrict)
            try incoming.add(try last.finish(), areNumbered: last.numbersRecords)
            return true
        } catch let problem as ListProblem {
            throw problem == .notAList
                ? .notAList(file: fileName, many: R.collection.many) : .unreadableList(file: fileName)
        } catch is PropertyListTooLarge {
            throw .tooLarge(file: fileName, megabytes: PropertyListKind.largest >> 20)
        } catch let problem as StoreProblem {
            throw problem
        } catch {
            throw .cannotRead(file: fileName, reason: Self.reason(for: error))
        }
    }

    /// What a list is shows in how it begins; a table shows only in its name.
    private func reading(
        startingWith piece: Data, into incoming: Incoming<R>, over store: Store
    ) throws(ListProblem) -> any ListReading<R> {
        let here: Here<R> = { brought throws(StoreProblem) in try store.here(brought, into: incoming) }
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
    /// The record here that `brought` is, or else it under its number, with what is here already of that number;
    /// nil where it has none and nobody here is known by its other keys.
    fileprivate func here<R: DirectoryModel.Record>(
        _ brought: Brought<R>, into incoming: Incoming<R>
    ) throws(StoreProblem) -> R? {
        guard brought.isNumbered || R.numbering == .counted else { return try known(brought.record) }
        let numbered = incoming.numbered(brought.record)
        return try find(R.self, key: numbered.key) ?? numbered
    }

    /// The only record here that has one of `record`'s other keys.
    private func known<R: DirectoryModel.Record>(_ record: R) throws(StoreProblem) -> R? {
        for field in R.otherKeys.compactMap(R.field(named:)) where !field.written(record).isEmpty {
            let same = try fetch(FetchRequest<R>(.equals(field.key, field.value(record)), limit: 2))
            if same.count == 1, let found = same.first { return try find(R.self, key: found.record.key) }
        }
        return nil
    }
}

extension Store {
    /// The list in `file`, whole and not taken over yet.
    public func read<R: Record>(
        _ file: ListFile<R>, _ how: TakeOver, rule: OwnRule = OwnRule()
    ) throws(StoreProblem) -> Incoming<R> {
        let incoming = try beginIncoming(R.self)
        _ = try read(file, how, rule: rule, isMirror: false, into: incoming) { _ in true }
        return incoming
    }

    /// As `read`, and nil where `goesOn`, which is told how many bytes are read, stopped it.
    public func read<R: Record>(
        _ file: ListFile<R>, _ how: TakeOver, rule: OwnRule = OwnRule(), goesOn: (_ bytes: Int) -> Bool
    ) throws(StoreProblem) -> Incoming<R>? {
        let incoming = try beginIncoming(R.self)
        return try read(file, how, rule: rule, isMirror: false, into: incoming, goesOn: goesOn) ? incoming : nil
    }

    private func read<R: Record>(
        _ file: ListFile<R>, _ how: TakeOver, rule: OwnRule, isMirror: Bool, into incoming: Incoming<R>,
        goesOn: (_ bytes: Int) -> Bool
    ) throws(StoreProblem) -> Bool {
        guard try file.read(into: incoming, over: self, goesOn: goesOn) else { return false }
        try setAsideClashes(in: incoming, how, rule, isMirror: isMirror || file.url == sandboxFile(of: R.self))
        return true
    }

    /// Takes over the list in `file`, in one transaction; nothing changes where it cannot be read.
    /// - Parameters:
    ///   - file: the list.
    ///   - how: what becomes of the records that are there.
    ///   - mayEmpty: false where an empty list is refused too.
    ///   - keepsUndo: false where nobody asked for it, so that undo does not take it away again.
    ///   - rule: what becomes of one's own records.
    ///   - isMirror: true where the file says what the store held, as the JSON file of the sandbox does.
    /// - Throws: `StoreProblem`; a list none of whose elements is a record is refused.
    @discardableResult
    public func load<R: Record>(
        _ file: ListFile<R>, _ how: TakeOver, mayEmpty: Bool = true, keepsUndo: Bool = true,
        rule: OwnRule = OwnRule(), isMirror: Bool = false
    ) throws(StoreProblem) -> ChangeSummary {
        var tries = TakeOverTries()
        while true {
            do { return try loadOnce(file, how, mayEmpty: mayEmpty, keepsUndo: keepsUndo, rule, isMirror) } catch {
                // What came through a pipe is gone.
                guard file.isFileOrNothing, tries.hasAnother(after: error) else { throw error }
            }
        }
    }

    private func loadOnce<R: Record>(
        _ file: ListFile<R>, _ how: TakeOver, mayEmpty: Bool, keepsUndo: Bool, _ rule: OwnRule,
        _ isMirror: Bool
    ) throws(StoreProblem) -> ChangeSummary {
        var rule = rule
        rule.keepsPlaceholder = true
        // Numbers are given as the list stands now.
        let revision = try revision(of: R.self)
        let incoming = try beginIncoming(R.self)
        _ = try read(file, how, rule: rule, isMirror: isMirror, into: incoming) { _ in true }
        if try incoming.count == 0, try incoming.setAsideCount > 0 || !mayEmpty {
            let aside = try incoming.setAside(limit: Store.mostToldAside)
            throw .nothingInFile(
                file: file.url.lastPathComponent, one: R.collection.one, aside: aside,
                more: try incoming.setAsideCount - aside.count)
        }
        return try apply(
            incoming, how, label: keepsUndo ? translated("Loading “\(file.fileName)”") : nil, rule: rule,
            expecting: revision)
    }
}
