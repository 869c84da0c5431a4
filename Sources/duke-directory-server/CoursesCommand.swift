import ArgumentParser
import DirectoryModel
import DirectoryServer
import Foundation
import Language

/// `duke-directory-server courses …`: what the server's programs consist of.
struct CoursesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "courses", abstract: translated("Load and list the courses that are served."),
        subcommands: [Load.self, List.self])

    /// `courses load FILE`.
    struct Load: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Make the programs in a file consist of the courses in it."),
            discussion: translated(
                """
                The file is a JSON list, or a table (CSV) whose first row names the columns: Id, Code, Name, Program, \
                Level, Status, DateCreated. Programs that are not in it stay as they are. Where anything in it is \
                wrong, nothing is changed.
                """))

        @Argument(help: .init(translated("A JSON or CSV file.")), completion: .file(extensions: ["json", "csv"]))
        var file: String
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            try await explaining {
                let courses = try CourseFile.courses(in: try contents(), called: file)
                let change = try await CourseList(repository: try database.repository()).load(courses)
                let total = Course.collection.counted(courses.count)
                let (added, changed, removed) = (change.added, change.changed, change.removed)
                print(translated("\(total) loaded: \(added) new, \(changed) changed, \(removed) removed."))
            }
        }

        private func contents() throws(ServerError) -> Data {
            let url = URL(filePath: file)
            let kind = try? url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
            guard let kind else { throw .fileUnreadable(file, reason: translated("there is no such file")) }
            guard kind.isRegularFile == true else { throw .fileUnreadable(file, reason: translated("it is no file")) }
            guard (kind.fileSize ?? 0) <= CourseFile.largest else {
                throw .fileUnreadable(file, reason: translated("it is larger than 16 MB"))
            }
            do { return try Data(contentsOf: url) } catch {
                throw .fileUnreadable(file, reason: translated("you may not read it"))
            }
        }
    }

    /// `courses list`; a line each.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: translated("List the courses."))

        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            try await explaining {
                let courses = try await CourseList(repository: try database.repository()).all()
                if courses.isEmpty {
                    print(translated("There are no courses yet. Load some with “courses load FILE”."))
                }
                for course in courses {
                    let words = [course.program, "\(course.level)", course.code, course.name, course.status]
                    print(([String(course.id)] + words).joined(separator: "\t"))
                }
            }
        }
    }
}
