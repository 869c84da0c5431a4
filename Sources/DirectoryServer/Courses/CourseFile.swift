public import DirectoryModel
public import Foundation
internal import Language

/// Courses in a JSON list or in a CSV table.
public struct CourseFile: Sendable {
    /// For messages.
    private let name: String
    private var courses: [Course] = []
    /// The faults found so far, with their positions.
    private var faults: [String] = []
    private var elements = 0
    private var numbers: Set<Int> = []

    /// The maximum size of the file, in bytes.
    public static let maxSize = ItemError.maxBytes
    /// The maximum number of faults to list.
    private static let maxFaults = 20

    private init(name: String) { self.name = name }

    /// The courses in `data`, complete and with unique numbers. The default creation date is `now`.
    /// - Throws: `ServerError.badCourses` with all faults and their positions.
    public static func courses(
        in data: Data, called name: String, now: Date = Date()
    ) throws(ServerError) -> [Course] {
        var file = CourseFile(name: name)
        do {
            let isJSON = data.first { !$0.isBlankOrMark } == UInt8(ascii: "[")
            try data.withUnsafeBytes { try isJSON ? file.readJSON($0, now) : file.readTable($0, now) }
        } catch {
            file.faults.append(
                translated("The file is not a complete JSON list or a table with columns such as Id, Code, Name."))
        }
        if file.faults.isEmpty, file.courses.isEmpty { file.faults.append(translated("The file contains no courses.")) }
        guard file.faults.isEmpty else { throw .badCourses(file: name, faults: firstFaults(file.faults)) }
        return file.courses
    }

    private mutating func readJSON(_ bytes: UnsafeRawBufferPointer, _ now: Date) throws {
        var splitter = ElementSplitter()
        let reader = ElementReader(Course.definition, isStrict: true)
        try splitter.push(bytes) { take(reader.read($0), now) }
        try splitter.finish { take(reader.read($0), now) }
    }

    private mutating func readTable(_ bytes: UnsafeRawBufferPointer, _ now: Date) throws {
        var splitter = CSVSplitter()
        var reader: CSVReader?
        let read: (inout CourseFile, CSVRow) throws -> Void = { file, row in
            guard let known = reader else { return reader = try CSVReader(Course.definition, header: row) }
            file.take(
                known.decode(row).resolved { $0.isNumbered ? Record(Course.definition, key: $0.record.key) : nil }, now)
        }
        try splitter.push(bytes) { try read(&self, $0) }
        try splitter.finish { try read(&self, $0) }
        guard reader != nil else { throw ListError.notAList }
    }

    private mutating func take(_ element: ReadElement, _ now: Date) {
        elements += 1
        switch element {
        case .rejected(let rejected), .partly(_, _, let rejected):
            // Files call the number of a course “Id”.
            fault(rejected.reason.replacing(Course.fields[0].label, with: Course.fields[0].key))
        case .record(let record):
            var course = Course(record)
            if course.dateCreated.isEmpty { course.dateCreated = Moment(now).text }
            if let reason = reason(against: course) { return fault(reason) }
            courses.append(course)
        }
    }

    private mutating func reason(against course: Course) -> String? {
        guard course.id > 0 else { return translated("It needs an Id greater than 0.") }
        guard numbers.insert(course.id).inserted else {
            return translated("The Id \(String(course.id)) belongs to another course.")
        }
        for (label, text) in [("Code", course.code), ("Name", course.name), ("Program", course.program)]
        where text.trimmed.isEmpty { return translated("It has no \(label).") }
        if let reason = course.reasonsAgainst.first { return reason }
        guard (0...99).contains(course.level ?? 0) else { return translated("Its Level must be from 0 to 99.") }
        let day = course.dateCreated
        guard Moment(day) != nil || Moment("\(day)T12:00Z") != nil else {
            return translated("Its DateCreated must be a day such as 2016-10-19.")
        }
        return nil
    }

    private mutating func fault(_ reason: String) { faults.append(translated("Course \(elements): \(reason)")) }

    /// The first faults, and a sentence about the rest.
    static func firstFaults(_ faults: [String]) -> [String] {
        guard faults.count > maxFaults else { return faults }
        let more = faults.count - maxFaults
        return faults.prefix(maxFaults) + [translated(more, one: "And \(more) more.", many: "And \(more) more.")]
    }
}

extension UInt8 {
    /// True for white space and for bytes of a byte order mark.
    fileprivate var isBlankOrMark: Bool { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(self) }
}
