internal import DirectoryModel
public import Foundation
public import ProgramFiles

/// An invented class: a professor, five teaching assistants, and students in 20 teams. The same every time.
/// A few students are odd on purpose, as people who wrote their own upload program are; all are still people.
public struct SampleClass: Sendable {
    /// How many people there are.
    public let count: Int
    private let pictures: SamplePictures
    private let names = SampleNames()

    /// A class of `count` people. Each picture has `pictureBytes` bytes where that is given, or else
    /// the drawn portrait as it is; `portraits` are the JPEG files that are dealt out.
    public init(count: Int = 150, pictureBytes: Int? = nil, portraits: [URL] = DataFolder.portraits) {
        self.count = count
        pictures = SamplePictures(files: portraits, size: pictureBytes)
    }

    /// Puts everyone, the courses and the account `demo` into `repository`, unless there already are some there.
    /// - Throws: what the database says.
    public func fill(_ repository: any DirectoryRepository) async throws {
        try await repository.fill(count: count) { try entry(at: $0) }
        try await repository.fill(Course.collection.name, with: try SampleCourses.items())
        try await Accounts(repository: repository).addDemo()
    }

    /// The entry at `index`, from 0 up to `count`.
    /// - Throws: `EncodingError`, which no sample is known to cause.
    public func entry(at index: Int) throws -> Entry {
        let person = person(at: index)
        let json = try SampleOddity(studentIndex: index - firstStudent).json(of: person)
        return Entry(person, json: pictures.json(json, picture: index, gender: person.gender))
    }

    /// Where the students begin, the first of whom is `demo`.
    private var firstStudent: Int { max(0, min(6, count - 1)) }

    /// The person at `index`, without the picture.
    private func person(at index: Int) -> DukePerson {
        var person = DukePerson(DUID: Self.duid(index))
        setName(of: &person, index)
        person.role = index >= firstStudent ? .Student : index == 0 ? .Professor : .TA
        var random = SplitMix(seed: UInt64(index) &+ 564)
        person.hobby = random.some(SampleWords.hobbies, 1...3).joined(separator: ", ")
        person.languages = random.some(SampleWords.languages, 1...4)
        person.movie = random.one(SampleWords.movies)
        person.program = random.one(SampleWords.programs)
        if index >= firstStudent {
            person.plan = random.one(SampleWords.plans)
            // Another order in every twenty, so that teams are not all of one city.
            let place = (index - firstStudent) * 7 + (index - firstStudent) / 20
            person.team = SampleWords.teams[place % SampleWords.teams.count]
        }
        return person
    }

    private func setName(of person: inout DukePerson, _ index: Int) {
        let name = names.name(at: index)
        let isDemo = index == firstStudent
        person.fName = isDemo ? "Demo" : name.first
        person.lName = isDemo ? "Quillfeather" : name.last
        person.netid = isDemo ? Accounts.demo : "\(name.initials)\(index + 11)"
        person.email = "\(person.netid)@duke.example"
        person.from = name.city
        person.gender = index % 17 == 9 ? .Other : index % 23 == 8 ? .Unknown : name.isWomans ? .Female : .Male
    }

    /// Seven digits, some with zeros in front; no two indices have the same (48,271 and 9,899,999 share no factor).
    private static func duid(_ index: Int) -> Int { 100_000 + (index * 48_271 + 2_718_281) % 9_899_999 }
}

/// A small random number generator that gives the same numbers on every computer (SplitMix64).
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

    /// One of `items`.
    mutating func one(_ items: [String]) -> String { items[next(below: items.count)] }

    /// A few different ones of `items`, as many as `range` allows.
    mutating func some(_ items: [String], _ range: ClosedRange<Int>) -> [String] {
        let count = range.lowerBound + next(below: range.count)
        let start = next(below: items.count)
        let step = 1 + next(below: max(1, items.count / count - 1))
        return (0..<count).map { items[(start + $0 * step) % items.count] }
    }
}
