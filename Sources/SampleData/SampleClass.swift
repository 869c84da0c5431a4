import ClassAPI
import DirectoryModel
public import DirectoryServer
public import Foundation
public import ProgramFiles

/// An invented class: a professor, five teaching assistants, and students in 20 teams, the same every time. A few
/// entries look as if written by other upload programs; all are valid.
public struct SampleClass: Sendable {
    public let count: Int
    private let pictures: SamplePictures
    private let texts: SampleTexts

    /// - Parameters:
    ///   - pictureBytes: the size of each picture, or nil to leave pictures as they are drawn.
    ///   - pictures: a file of concatenated JPEGs.
    /// - Throws: `DecodingError`, which tests rule out.
    public init(count: Int = 150, pictureBytes: Int? = nil, pictures: URL? = DataFolder.classPictures) throws {
        self.count = count
        self.pictures = SamplePictures(file: pictures, size: pictureBytes)
        texts = try JSONDecoder().decode(SampleTexts.self, from: Data(PackageResources.sample_json))
    }

    /// Adds people, courses, and the account `demo`, unless there are any.
    /// - Parameter withToDos: true to add to-dos too.
    /// - Throws: an error of the database.
    public func fill(_ repository: SQLRepository, withToDos: Bool = false) async throws {
        try await repository.reindexEntries(EntryDerivation(.people))
        try await repository.fill(ListKey(DukePerson.definition), count: count) { try entry(at: $0) }
        let courses = try texts.courses.map { Item(number: $0.id, json: try WireJSON.encode($0)) }
        try await repository.fill(ListKey(Course.definition), with: courses)
        if withToDos { try await repository.fill(ListKey(ToDo.definition), with: try toDos()) }
        try await Accounts(repository: repository).addDemo()
    }

    private func toDos() throws -> [Item] {
        try texts.toDos.enumerated().map { index, task in
            var todo = ToDo(key: index + 1)
            todo.title = task.title
            todo.user = person(at: task.person).name
            todo.order = index + 1
            todo.completed = task.isDone
            return Item(number: index + 1, json: try WireJSON.encode(todo))
        }
    }

    /// - Throws: `ServerError.notASample` if `repository` has people or accounts other than a sample’s.
    public static func refuseOther(_ repository: SQLRepository) async throws {
        let accounts = try await repository.accounts()
        // `demo` is added last; after an interruption there may only be its entry.
        if accounts.contains(where: { $0.netid == Accounts.demo }) { return }
        let people = ListKey(DukePerson.definition)
        if accounts.isEmpty, try await repository.entry(of: Accounts.demo, in: people) != nil { return }
        guard accounts.isEmpty, try await repository.version(of: people).count == 0 else {
            throw ServerError.notASample
        }
    }

    /// - Throws: `EncodingError`, which no sample is known to cause.
    public func entry(at index: Int) throws -> Entry {
        let person = person(at: index)
        let json = try WireJSON.encode(person)
        guard let odd = try oddJSON(json, of: person, studentIndex: index - firstStudent) else {
            return Entry(person.record, json: pictures.json(json, picture: index))
        }
        return Entry(try Record(.people, json: odd), json: pictures.json(odd, picture: index))
    }

    /// The JSON of a few students as if other upload programs had written it, or nil.
    private func oddJSON(_ json: Data, of person: DukePerson, studentIndex: Int) throws -> Data? {
        guard [4, 7, 11, 15, 19].contains(studentIndex),
            var object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
        else { return nil }
        switch studentIndex {
        case 4: object["role"] = "Wizard"
        case 7: object["email"] = nil
        case 11: object["hobby"] = texts.longHobby
        case 15: object["languages"] = person.languages.joined(separator: ", ")
        default: object["DUID"] = person.paddedDUID
        }
        return try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    }

    /// The index of the first student, `demo`.
    private var firstStudent: Int { max(0, min(6, count - 1)) }

    /// The person at `index`, without a picture.
    private func person(at index: Int) -> DukePerson {
        var person = DukePerson(DUID: Self.duid(index))
        setName(of: &person, index)
        person.role = index >= firstStudent ? .Student : index == 0 ? .Professor : .TA
        var random = SplitMix(seed: UInt64(index) &+ 564)
        person.hobby = random.some(texts.hobbies, 1...3).joined(separator: ", ")
        person.languages = random.some(texts.languages, 1...4)
        person.movie = random.one(texts.movies)
        person.program = random.one(texts.programs)
        if index >= firstStudent {
            person.plan = random.one(texts.plans)
            // Shifts every twenty, so that teams are not all of one city.
            let number = (index - firstStudent) * 7 + (index - firstStudent) / 20
            person.team = texts.teams[number % texts.teams.count]
        }
        return person
    }

    private func setName(of person: inout DukePerson, _ index: Int) {
        let name = texts.name(at: index)
        let isDemo = index == firstStudent
        person.fName = isDemo ? "Demo" : name.first
        person.lName = isDemo ? "Quillfeather" : name.last
        person.netid = isDemo ? Accounts.demo : "\(name.initials)\(index + 11)"
        person.email = "\(person.netid)@duke.example"
        person.from = name.city
        person.gender = Self.gender(index, name)
    }

    private static func gender(_ index: Int, _ name: SampleTexts.Name) -> Gender {
        index % 17 == 9 ? .Other : index % 23 == 8 ? .Unknown : name.isWomans ? .Female : .Male
    }

    /// A unique number of seven digits (48,271 and 9,899,999 are coprime).
    private static func duid(_ index: Int) -> Int { 100_000 + (index * 48_271 + 2_718_281) % 9_899_999 }
}

/// A deterministic random number generator (SplitMix64).
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func next(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }

    mutating func one(_ items: [String]) -> String { items[next(below: items.count)] }

    /// A few different items.
    mutating func some(_ items: [String], _ range: ClosedRange<Int>) -> [String] {
        let count = range.lowerBound + next(below: range.count)
        let start = next(below: items.count)
        let step = 1 + next(below: max(1, items.count / count - 1))
        return (0..<count).map { items[(start + $0 * step) % items.count] }
    }
}
