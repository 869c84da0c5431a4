import ClassAPI
import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// `GET /api/courses/in/{program}`: the courses of a program, by number; `GET /api/courses`: the programs with courses.
struct CourseRoutes {
    let repository: SQLRepository
    let cache: ResponseCache
    private let turns = AsyncSemaphore(1)

    init(repository: SQLRepository, cache: ResponseCache) {
        (self.repository, self.cache) = (repository, cache)
    }

    func add(to router: Router<ClassContext>) {
        Routes.open(ClassPath.courses.pattern, of: router).on("", [.get: all])
        Routes.open(ClassPath.coursePrograms.pattern, of: router).on("", [.get: programs])
    }

    @Sendable private func programs(_ request: Request, _ context: ClassContext) async throws -> Response {
        try await answer(to: request, context, key: "programs") {
            let programs = try await CourseList(repository: repository).all().map { Folding.text($0.program) }
            return try WireJSON.encode(Set(programs).sorted())
        }
    }

    @Sendable private func all(_ request: Request, _ context: ClassContext) async throws -> Response {
        let program = context.parameter("program")
        return try await answer(to: request, context, key: "courses of \(program)") {
            try WireJSON.encode(try await courses(of: program))
        }
    }

    private func answer(
        to request: Request, _ context: ClassContext, key: String, _ json: @Sendable () async throws -> Data
    ) async throws -> Response {
        try await cache.answer(to: request, on: context.channel, key: key, turns: turns) {
            let json = try await json()
            return PreparedResponse(.init([ByteBuffer(bytes: json)], in: cache.folder), etag: ETags.tag(of: json))
        }
    }

    private func courses(of program: String) async throws -> [Course] {
        let courses = try await repository.items(of: ListKey(Course.definition))
            .map { try JSONDecoder().decode(Course.self, from: $0.json) }
            .filter { Folding.text($0.program) == Folding.text(program) }
        guard !courses.isEmpty || Self.isKnown(program) else {
            throw Refusal(.notFound, translated("The program \(program) does not exist."))
        }
        return courses
    }

    /// True for the programs that clients fetch by default.
    private static func isKnown(_ program: String) -> Bool {
        guard case .fetched(_, let names, _) = Course.home else { return false }
        return names.contains(program.lowercased())
    }
}
