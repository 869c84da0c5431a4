import ClassAPI
import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language

/// `GET /api/courses/in/{program}`: the courses of a program, by number.
struct CourseRoutes {
    let repository: any ItemRepository

    func add(to router: Router<ClassContext>) {
        OpenRoutes(ClassPath.courses.pattern, of: router).on("", [(.get, all)])
    }

    @Sendable private func all(_ request: Request, _ context: ClassContext) async throws -> Response {
        let program = context.parameters.get("program") ?? ""
        let courses = try await repository.items(of: Course.collection.name)
            .map { try JSONDecoder().decode(Course.self, from: $0.json) }
            .filter { Folding.text($0.program) == Folding.text(program) }
        guard !courses.isEmpty || Self.isKnown(program) else {
            throw Refusal(.notFound, translated("There is no program \(program)."))
        }
        let json = try WireJSON.encode(courses)
        let tag = ETags.tag(of: json)
        if ETags.isKnown(tag, to: request.headers) { return Response(status: .notModified, headers: [.eTag: tag]) }
        return .json(json, headers: [.eTag: tag])
    }

    /// True for the programs whose courses everybody fetches, even before there are any.
    private static func isKnown(_ program: String) -> Bool {
        guard case .fetched(let paths) = Course.home else { return false }
        return paths.contains(ClassPath.courses.path(program.lowercased()))
    }
}
