public import DirectoryModel
import Foundation
import Language

/// The result of restoring a damaged file.
public struct Restored: Equatable, Sendable {
    /// How many people there are now.
    public let people: Int
    /// True where people.json could be read, false where the people are only those that could be read from the damaged
    /// file.
    public let isFromFile: Bool
    /// The collections that could not be read completely.
    public let incomplete: [CollectionInfo]
    /// The elements of people.json that were set aside; the first 200 of them.
    public let rejected: [RejectedElement]
    /// Which record is the user's own, where that could not be read.
    public let own: Own?
    /// True where the NetID and the server of the sign-in could not be read.
    public let areSettingsLost: Bool
    /// The present name of the damaged file, or of its copy.
    public let keptAs: String

    /// The user's own record, where its mark could not be read.
    public enum Own: Equatable, Sendable {
        /// The record with this name has the NetID, or the login name.
        case found(name: String)
        /// No record has it, so none is marked as the user's own.
        case lost
    }

    /// One sentence or several.
    public var words: String {
        let who = DukePerson.collection.counted(people)
        let first =
            isFromFile
            ? translated(people, one: "\(who) restored from people.json.", many: "\(who) restored from people.json.")
            : translated(
                people, one: "\(who) restored from the damaged file because people.json could not be read.",
                many: "\(who) restored from the damaged file because people.json could not be read.")
        let names = incomplete.map(\.many).joined(separator: translated(", "))
        let lost = names.isEmpty ? [] : [translated("Some of these could not be read and are missing: \(names).")]
        return ([first] + lost + ownWords + rejectedWords + [translated("The damaged file is kept as “\(keptAs)”.")])
            .joined(
                separator: " ")
    }

    private var ownWords: [String] {
        var words: [String] = []
        if areSettingsLost {
            words.append(translated("Your sign-in and the server could not be read. Sign in again."))
        }
        switch own {
        case .found(let name): words.append(translated("\(name) was recognized as your own record by its NetID."))
        case .lost:
            words.append(
                translated("Your own record could not be identified. It is the one with the NetID you sign in with."))
        case nil: break
        }
        return words
    }

    private var rejectedWords: [String] {
        guard !rejected.isEmpty else { return [] }
        let count = rejected.count
        let counted = translated(
            count, one: "\(count) entry of people.json was skipped:",
            many: "\(count) entries of people.json were skipped:")
        return [counted] + rejected.prefix(5).map(\.reason) + (count > 5 ? ["…"] : [])
    }
}
