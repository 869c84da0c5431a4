public import DirectoryModel
import Foundation

/// A numbered version of a list. Its number is in all records and pictures, so that mixtures are detected.
public struct Generation: Sendable {
    public static let count = testSize("DIRECTORY_TEST_PEOPLE", 60)
    public let number: Int

    public init(_ number: Int) { self.number = number }

    /// The generation of a record.
    public init?(of person: DukePerson) {
        guard let number = Int(person.team) else { return nil }
        self.number = number
    }

    /// In every second generation a tenth are others.
    public var people: [DukePerson] {
        let first = number.isMultiple(of: 2) ? 1 : 1 + Self.count / 10
        return (first..<first + Self.count).map(person)
    }

    /// A complete record.
    public func person(_ key: Int) -> DukePerson {
        let picture = Data([0xFF, 0xD8, 0xFF]) + Data(String(repeating: "\(number) of \(key), ", count: 200).utf8)
        return DukePerson(
            DUID: key, netid: "n\(key)", fName: "Generation\(number)", lName: "L\(key)", email: "n\(key)@duke.edu",
            role: .Student, team: "\(number)", hobby: "chess", languages: ["Swift", "C"],
            picture: picture.base64EncodedString())
    }

    /// The record after an edit.
    public static func edited(_ person: DukePerson) -> DukePerson {
        var edited = person
        edited.movie = "Edited"
        edited.picture = ""
        return edited
    }
}

/// What `ChangeLoop` does in turn.
public enum ChangeStep: String, CaseIterable, Sendable {
    case replace, file, save, fileEdit, replaceForUndo, fileReplaced, undoReplace, fileUndone, undoSave
}

/// How many people, kills or steps: what an environment variable says, as `make long` sets it, or `usual`.
public func testSize(_ variable: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual
}
