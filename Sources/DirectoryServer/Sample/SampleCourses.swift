import ClassAPI
import DirectoryModel
import Foundation

/// The invented courses of two invented programs.
enum SampleCourses {
    /// One per line: program | level | status | code and name, comma separated.
    private static let plan = """
        CPA | 1 | Required | IPC144 Thinking in Programs, ULI101 The Shell and Its Friends, BTC140 Writing Clear Sentences
        CPA | 2 | Required | OOQ244 Objects and Their Quarrels, DBW201 Tables That Keep, WEX222 Pages for Everybody
        CPA | 3 | Required | SYD366 Drawing Systems, DSJ333 Lists and Trees and Heaps
        CPA | 3 | Option | MAP303 Small Screens, GAM301 Games on Paper
        CPA | 4 | Required | SPO456 Planning With Others, NTW444 Talking Machines, TST405 Finding What Fails
        CPA | 5 | Required | DPS545 Drawing on Screens, PRJ566 A Project From the Ground
        CPA | 5 | Option | EML520 Machines That Guess, HIS510 Ninety Years of Computing
        CPA | 6 | Required | PRJ666 A Project That Ships
        CPA | 6 | Option | CLD610 Other People's Computers, LAW612 Licenses and Rights, ERG600 Kind Interfaces
        BSD | 1 | Required | IPS101 First Programs, MTH120 Numbers for Builders, COM111 Speaking Up
        BSD | 2 | Required | OPS205 Systems From Below, STA212 Counting Chance
        BSD | 3 | Required | ALG314 Steps That End, DBD323 Many Tables
        BSD | 3 | Option | MUS330 Sound as Numbers
        BSD | 4 | Required | CMP428 A Compiler in a Term, NET414 Packets
        BSD | 4 | Option | ROB440 Little Robots, LIN404 Words and Grammars
        BSD | 5 | Required | SEC515 Locks and Keys, CON525 Many Things at Once
        BSD | 6 | Option | GEO606 Maps, OPT616 The Best of All Ways
        BSD | 7 | Required | CAP707 The Long Project Begins
        BSD | 7 | Option | QUA717 Strange Computers
        BSD | 8 | Required | CAP808 The Long Project Ends
        BSD | 8 | Option | ETH818 What Should Be Built
        """

    /// All courses of the plan, numbered from 1.
    /// - Throws: `EncodingError`, which no course is known to cause.
    static func items() throws -> [Item] {
        try courses().map { Item(number: $0.id, json: try WireJSON.encode($0)) }
    }

    private static func courses() -> [Course] {
        let blanks = plan.split(separator: "\n").flatMap { line in
            let parts = line.split(separator: "|").map { String($0).trimmed }
            return parts.count == 4 ? parts[3].split(separator: ", ").map { (parts, String($0)) } : []
        }
        return blanks.enumerated().map { place, blank in
            let (parts, words) = blank
            var course = Course(id: place + 1)
            (course.program, course.level, course.status) = (parts[0], Int(parts[1]) ?? 0, parts[2])
            course.code = String(words.prefix { $0 != " " })
            course.name = String(words.dropFirst(course.code.count + 1))
            course.dateCreated = created(place)
            return course
        }
    }

    /// The creation date, which differs for each course.
    private static func created(_ place: Int) -> String {
        let first = Moment("2016-10-19T09:30Z")?.date ?? Date()
        return Moment(first.addingTimeInterval(Double(place * 11) * 86_400)).text
    }
}

/// The invented to-dos of the sample class.
enum SampleToDos {
    /// One per line: index of the person in the class | done or open | task.
    private static let plan = """
        6 | open | Book the projector for the demo day
        0 | done | Print the roster for the first session
        1 | open | Grade lab 2
        3 | open | Find a room with enough sockets
        6 | open | Write down who brings what to the picnic
        5 | done | Collect the pictures that are missing
        2 | open | Learn the names of Monday’s section
        """

    /// All to-dos of the plan, numbered from 1.
    /// - Parameter name: the name of the person at an index of the class.
    /// - Throws: `EncodingError`, which no to-do is known to cause.
    static func items(name: (Int) -> String) throws -> [Item] {
        try plan.split(separator: "\n").enumerated().map { index, line in
            let parts = line.split(separator: "|").map { String($0).trimmed }
            var todo = ToDo(key: index + 1)
            (todo.title, todo.user) = (parts[2], name(Int(parts[0]) ?? 0))
            (todo.order, todo.completed) = (index + 1, parts[1] == "done")
            return Item(number: index + 1, json: try WireJSON.encode(todo))
        }
    }
}
