import ClassAPI
import DirectoryModel
import Foundation

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
