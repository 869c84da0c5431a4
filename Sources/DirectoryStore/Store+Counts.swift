public import DirectoryModel
import GRDB

extension Store {
    /// Calls `onChange` with the number of records in each collection, by its name: now, before this returns, and after
    /// every change of a collection.
    @MainActor
    public func observeCounts(
        of types: [any DirectoryRecord.Type], onChange: @escaping @MainActor ([String: Int]) -> Void
    ) -> StoreObservation {
        let names = types.map { $0.collection.name }
        let observation = ValueObservation.tracking { db in
            var counts: [String: Int] = [:]
            for name in names { counts[name] = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(name)") }
            return counts
        }.removeDuplicates()
        return StoreObservation(
            observation.start(in: pool, scheduling: .immediate, onError: { _ in }, onChange: onChange))
    }
}
