import ClassAPI
import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// `GET /api/courses/in/{program}`: the courses of a program, by number.
struct CourseRoutes {
    let repository: any ItemRepository
    let answers: LargeAnswers

    func add(to router: Router<ClassContext>) {
        OpenRoutes(ClassPath.courses.pattern, of: router).on("", [(.get, all)])
    }

    @Sendable private func all(_ request: Request, _ context: ClassContext) async throws -> Response {
        let program = context.parameters.get("program") ?? ""
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
        guard case .fetched(let paths) = Course.home else { return false }
        return paths.contains(ClassPath.courses.path(program.lowercased()))
    }
}
