import ClassAPI
import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// `GET /api/courses/in/{program}`: the courses of a program, by number; `GET /api/courses`: the programs that have any.
struct CourseRoutes {
    let repository: SQLRepository
    let answers: LargeAnswers

    func add(to router: Router<ClassContext>) {
        OpenRoutes(ClassPath.courses.pattern, of: router).on("", [(.get, all)])
        OpenRoutes(ClassPath.coursePrograms.pattern, of: router).on("", [(.get, programs)])
    }

    @Sendable private func programs(_ request: Request, _ context: ClassContext) async throws -> Response {
        try await answers.answer(to: request, on: context.channel, key: "programs") {
            let programs = try await CourseList(repository: repository).all().map { Folding.text($0.program) }
            let json = try WireJSON.encode(Set(programs).sorted())
            return .init(
                pieces: [ByteBuffer(bytes: json)], etag: ETags.tag(of: json),
                headers: [.contentType: "application/json; charset=utf-8"])
        }
    }

    @Sendable private func all(_ request: Request, _ context: ClassContext) async throws -> Response {
        let program = context.parameter("program")
        return try await answers.answer(to: request, on: context.channel, key: "courses of \(program)") {
            let json = try WireJSON.encode(try await courses(of: program))
            return .init(
                pieces: [ByteBuffer(bytes: json)], etag: ETags.tag(of: json),
                headers: [.contentType: "application/json; charset=utf-8"])
        }
    }

    private func courses(of program: String) async throws -> [Course] {
        let courses = try await repository.items(of: Course.collection.name)
            .map { try JSONDecoder().decode(Course.self, from: $0.json) }
            .filter { Folding.text($0.program) == Folding.text(program) }
        guard !courses.isEmpty || Self.isKnown(program) else {
            throw Refusal(.notFound, translated("The program \(program) does not exist."))
        }
        return courses
    }

    /// True for the programs whose courses all clients fetch, even before there are any.
    private static func isKnown(_ program: String) -> Bool {
        guard case .fetched(_, let names, _) = Course.home else { return false }
        return names.contains(program.lowercased())
    }
}
