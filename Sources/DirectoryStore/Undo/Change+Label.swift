import DirectoryModel
import GRDB

/// The labels of changes, such as "Editing Ana Núñez". A label is stored with the number of the record instead of its
/// name, so that the history has no names but those in its versions.
extension Change {
    /// A control character, which names of groups and files do not have.
    private static let mark: Character = "\u{1A}"

    /// What stands for the name of the record with `key` in a stored label.
    static func nameMark(_ key: some CustomStringConvertible) -> String { "\(mark)\(key)\(mark)" }

    /// The stored label for a change that reverts another one, whose names it has.
    static func label(_ stored: String, reverting change: Int64) -> String {
        label(stored) { nameMark($0.contains(" ") ? String($0) : "\($0) \(change)") }
    }

    /// A stored label with another text for each of its marks.
    fileprivate static func label(_ stored: String, _ text: (Substring) throws -> String) rethrows -> String {
        let parts = stored.split(separator: mark, omittingEmptySubsequences: false).enumerated()
        return try parts.map { index, part in index.isMultiple(of: 2) ? String(part) : try text(part) }.joined()
    }
}

extension RecordTable {
    /// The label of a change as it is shown, with "…" for a name that the history no longer has.
    func shownLabel(_ stored: String, of change: Int64, in db: Database) throws -> String {
        try Change.label(stored) { mark in
            // The key, and the change after which the record had the name, unless it is this one.
            let numbers = mark.split(separator: " ").compactMap { Int64($0) }
            guard let key = numbers.first else { return "…" }
            return try names(of: Int(key), in: numbers.count > 1 ? numbers[1] : change, db).first ?? "…"
        }
    }

    /// The names of a record after a change and before it, as far as the history has them.
    func names(of key: Int, in change: Int64, _ db: Database) throws -> [String] {
        let images = try images(where: "key = \(key) AND change >= \(change)", limit: 2, in: db)
        let before = images.first { $0.change == change }
        let after: Record?
        if let next = images.first(where: { $0.change > change }) {
            after = try recordWithoutPicture(of: next, in: db)
        } else {
            after = try row(of: key, in: db).flatMap { try stored(row: $0, in: db)?.record }
        }
        return [after, try before.flatMap { try recordWithoutPicture(of: $0, in: db) }].compactMap { $0?.displayName }
    }
}
