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
    let turns: AsyncSemaphore
    /// The folder for the files of large answers.
    let folder: String

    func add(to router: Router<ClassContext>) {
        Routes.open(ClassPath.courses.pattern, of: router).on("", [.get: all])
        Routes.open(ClassPath.coursePrograms.pattern, of: router).on("", [.get: programs])
    }

    @Sendable private func programs(_ request: Request, _ context: ClassContext) async throws -> Response {
        try await answer(request, context) {
            Set(try await all(context).map { Folding.text($0.program) }).sorted()
        }
    }

    @Sendable private func all(_ request: Request, _ context: ClassContext) async throws -> Response {
        try await answer(request, context) { try await courses(of: context.parameter("program"), context) }
    }

    private func all(_ context: ClassContext) async throws -> [Course] {
        try await CourseList(repository: repository, list: context.list(of: Course.definition)).all()
    }

    private func answer(
        _ request: Request, _ context: ClassContext, _ list: @Sendable () async throws -> some Encodable
    ) async throws -> Response {
        let json = try await turns.run(for: context.channel, as: context.client) {
            try WireJSON.encode(try await list())
        }
        return try request.response(ETags.tag(of: json)) { try ResponseBody(ByteBuffer(bytes: json), in: folder) }
    }

    private func courses(of program: String, _ context: ClassContext) async throws -> [Course] {
        let courses = try await all(context)
            .filter { Folding.text($0.program) == Folding.text(program) }.sorted { $0.id < $1.id }
        guard !courses.isEmpty || Self.isKnown(program) else {
            throw Refusal(
                .notFound, translated("The program \(program) does not exist."),
                translated("The programs are listed at \(ClassPath.coursePrograms.path)."))
        }
        return courses
    }

    /// True for the programs that clients fetch by default.
    private static func isKnown(_ program: String) -> Bool {
        guard case .fetched(_, let names, _) = Course.home else { return false }
        return names.contains(program.lowercased())
    }
}
