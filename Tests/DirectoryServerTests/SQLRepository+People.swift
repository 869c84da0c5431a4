@testable public import DirectoryServer

extension ListKey: ExpressibleByStringLiteral {
    /// The list of a collection of the class at the root.
    public init(stringLiteral collection: String) { self.init(collection) }
}

/// Short for people and students of the class at the root, whom most tests are about.
extension SQLRepository {
    func add(_ person: Entry) async throws { try await add(person, to: "people") }

    func page(_ query: PageQuery, of list: ListKey) async throws -> EntryPage<Entry> {
        try await page(query, of: list) { $0 }
    }

    func replace(entryOf owner: String, with person: Entry) async throws {
        try await replace(entryOf: owner, in: "people", with: person) { _ in }
    }

    func add(_ account: Account) async throws -> Bool { try await add([Member(account: account, role: .student)]) }
}
