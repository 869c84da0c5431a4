import ArgumentParser
package import DirectoryModel

/// Says which collection a command is for. The parser takes commands as types, so a type carries the definition.
@dynamicMemberLookup
package protocol CommandCollection: SendableMetatype {
    static var definition: Definition { get }
}

extension CommandCollection {
    package static subscript<Value>(dynamicMember path: KeyPath<Definition, Value>) -> Value {
        definition[keyPath: path]
    }
}

/// The collection of a file in the sandbox that the first word of the command line names.
package enum FileCollection: CommandCollection {
    @TaskLocal package static var definition = Definition.people

    static var isNamed: Bool { definition !== Definition.people }
}

enum People: CommandCollection { static var definition: Definition { .people } }
enum Contacts: CommandCollection { static var definition: Definition { .contacts } }
enum ToDos: CommandCollection { static var definition: Definition { .toDos } }
enum Tours: CommandCollection { static var definition: Definition { .tours } }
enum Players: CommandCollection { static var definition: Definition { .players } }
enum Courses: CommandCollection { static var definition: Definition { .courses } }
