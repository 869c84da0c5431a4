import ArgumentParser
import DirectoryModel
import DirectoryServer
import Foundation
import Language

struct CoursesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "courses", abstract: translated("Load and list courses."),
        subcommands: [Load.self, List.self])

    struct Load: ServerCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Replace the courses of the programs in a file."),
            discussion: translated(
                """
                The file is a JSON list or a CSV table with the columns Id, Code, Name, Program, Level, Status, \
                DateCreated. Programs that are not in the file stay as they are. If the file has an error, no \
                changes are made.
                """))

        @Argument(help: .init(translated("A JSON or CSV file.")), completion: .file(extensions: ["json", "csv"]))
        var file: String
        @OptionGroup var database: DatabaseOptions

        func work() async throws {
            let courses = try CourseFile.courses(
                in: try read(file, maxSize: CourseFile.maxSize), called: file)
            let change = try await CourseList(repository: try database.repository()).load(courses)
            let total = Course.collection.counted(courses.count)
            let (added, changed, removed) = (change.added, change.changed, change.removed)
            print(translated("\(total) loaded: \(added) new, \(changed) changed, \(removed) removed."))
        }
    }

    struct List: ServerCommand {
        static let configuration = CommandConfiguration(abstract: translated("List the courses."))

        @OptionGroup var database: DatabaseOptions

        func work() async throws {
            let courses = try await CourseList(repository: try database.existingRepository()).all()
            if courses.isEmpty {
                print(translated("There are no courses yet. Load some with “courses load FILE”."))
            }
            for course in courses {
                let columns = [course.program, course.displayText("Level"), course.code, course.name, course.status]
                print(([String(course.id)] + columns).joined(separator: "\t"))
            }
        }
    }
}
