import ClassAPI
public import DirectoryModel
private import Foundation

/// Administers the courses.
public struct CourseList: Sendable {
    /// What loading a list changed.
    public struct Change: Equatable, Sendable {
        public let added: Int
        public let changed: Int
        public let removed: Int
    }

    private let repository: SQLRepository
    private let list: ListKey

    public init(repository: SQLRepository, list: ListKey = ListKey(Course.definition)) {
        self.repository = repository
        self.list = list
    }

    /// All courses, by program, level, and code.
    public func all() async throws -> [Course] {
        try await repository.items(of: list).map { try Self.course($0) }
            .sorted { ($0.program, $0.level ?? 0, $0.code, $0.id) < ($1.program, $1.level ?? 0, $1.code, $1.id) }
    }

    /// Replaces the courses of all programs in `courses`, in one transaction.
    /// - Throws: `ServerError.courseNumbersTaken` if a course of another program has one of the numbers,
    ///   `ItemError.full`, or an error of the database; then the list is unchanged.
    public func load(_ courses: [Course]) async throws -> Change {
        let items = try courses.map { Item(number: $0.id, json: try WireJSON.encode($0)) }
        let programs = Set(courses.map { Folding.text($0.program) })
        let numbers = Set(courses.map(\.id))
        let before = try await repository.replaceItems(of: list) { old in
            let others = try old.map(Self.course).filter { !programs.contains(Folding.text($0.program)) }
            let taken = others.filter { numbers.contains($0.id) }
            guard taken.isEmpty else { throw ServerError.courseNumbersTaken(by: taken) }
            let unchanged = Set(others.map(\.id))
            return old.filter { unchanged.contains($0.number) } + items
        }
        let known = Dictionary(before.map { ($0.number, $0.json) }) { first, _ in first }
        let removed = try before.filter { item in
            try !numbers.contains(item.number) && programs.contains(Folding.text(Self.course(item).program))
        }
        return Change(
            added: items.count { known[$0.number] == nil },
            changed: items.count { item in known[item.number].map { $0 != item.json } ?? false },
            removed: removed.count)
    }

    private static func course(_ item: Item) throws -> Course {
        try JSONDecoder().decode(Course.self, from: item.json)
    }
}
