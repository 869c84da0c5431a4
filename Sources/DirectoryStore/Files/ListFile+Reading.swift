public import DirectoryModel
import Foundation

extension ListFile {
    /// Reads every element into `incoming`; one that is no record is set aside.
    /// - Parameter store: where the records are that rows of comma separated values say only a part of.
    /// - Throws: `StoreProblem` where the file cannot be read or is no whole list.
    public func read(into incoming: Incoming<R>, over store: Store) throws(StoreProblem) {
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            var reading: (any ListReading<R>)?
            while let piece = try handle.read(upToCount: 1 << 18), !piece.isEmpty {
                let current = reading ?? self.reading(startingWith: piece, into: incoming, over: store)
                reading = current
                try incoming.add(try current.push(piece), areNumbered: isCSV)
            }
            try incoming.add(try (reading ?? JSONReading<R>(isStrict: isStrict)).finish(), areNumbered: isCSV)
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

    private func reading(
        startingWith piece: Data, into incoming: Incoming<R>, over store: Store
    ) -> any ListReading<R> {
        if isCSV {
            return CSVReading<R> { record throws(StoreProblem) in
                let numbered = incoming.numbered(record)
                return try store.find(R.self, key: numbered.key) ?? numbered
            }
        }
        guard PropertyListKind(start: piece) == nil else { return PropertyListReading<R>(isStrict: isStrict) }
        return JSONReading<R>(isStrict: isStrict)
    }
}

extension Store {
    /// Takes over the list in `file`, in one transaction; nothing changes where it cannot be read.
    /// - Parameters:
    ///   - mayEmpty: false where an empty list is refused too.
    ///   - keepsUndo: false where nobody asked for it, so that undo does not take it away again.
    /// - Throws: `StoreProblem`; a list none of whose elements is a record is refused.
    @discardableResult
    public func load<R: Record>(
        _ file: ListFile<R>, _ how: TakeOver, mayEmpty: Bool = true, keepsUndo: Bool = true
    ) throws(StoreProblem) -> ChangeSummary {
        var tries = TakeOverTries()
        while true {
            do { return try loadOnce(file, how, mayEmpty: mayEmpty, keepsUndo: keepsUndo) } catch {
                // What came through a pipe is gone.
                guard file.isFileOrNothing, tries.hasAnother(after: error) else { throw error }
            }
        }
    }

    private func loadOnce<R: Record>(
        _ file: ListFile<R>, _ how: TakeOver, mayEmpty: Bool, keepsUndo: Bool
    ) throws(StoreProblem) -> ChangeSummary {
        // Numbers are given as the list stands now.
        let revision = try revision(of: R.self)
        let incoming = try beginIncoming(R.self)
        try file.read(into: incoming, over: self)
        if try incoming.count == 0, try incoming.setAsideCount > 0 || !mayEmpty {
            throw .nothingInFile(file: file.url.lastPathComponent, one: R.collection.one)
        }
        return try apply(
            incoming, how, label: keepsUndo ? "Loading “\(file.fileName)”" : nil, expecting: revision)
    }
}
