import DirectoryModel
import Foundation

/// The texts that the sample class is composed of, in `sample.json`.
struct SampleTexts: Decodable, Sendable {
    /// Names that belong together, each `written` or `written=plain`. First names alternate between a man's and a
    /// woman's. There are 12 first and 13 last names, so that all combinations are used before one repeats.
    struct Family: Decodable, Sendable {
        let city: String
        let firstNames: [String]
        let lastNames: [String]
    }

    struct Task: Decodable, Sendable {
        /// The index of the person in the class.
        let person: Int
        let isDone: Bool
        let title: String
    }

    let families: [Family]
    let hobbies, languages, movies, programs, plans: [String]
    /// One for each of the 20 teams.
    let teams: [String]
    /// A hobby of 40 words.
    let longHobby: String
    let courses: [Course]
    let toDos: [Task]

    /// Reads the texts that are compiled in.
    /// - Throws: `DecodingError`, which tests rule out.
    static func load() throws -> SampleTexts {
        try JSONDecoder().decode(SampleTexts.self, from: Data(PackageResources.sample_json))
    }

    /// An invented name.
    struct Name: Equatable, Sendable {
        let first: String
        let last: String
        /// The first letters of both, a to z.
        let initials: String
        let isWomans: Bool
        let city: String
    }

    /// The name of the person at `index`; no two people have the same. After some thousands, people have a second first
    /// name, and after some ten thousands, a second last name.
    func name(at index: Int) -> Name {
        let (rest, number) = index.quotientAndRemainder(dividingBy: families.count)
        let (firsts, lasts) = (families[number].firstNames, families[number].lastNames)
        // 12 and 13 do not have a common factor, so that both indices can advance together.
        let place = (rest + number) % firsts.count
        let (first, last) = (firsts[place], lasts[(rest + number * 5) % lasts.count])
        let (third, second) = (rest / (firsts.count * lasts.count)).quotientAndRemainder(dividingBy: firsts.count + 1)
        let middle = second == 0 ? "" : " " + Self.written(firsts[second - 1])
        let extra = third == 0 ? "" : "-" + Self.written(lasts[(third - 1) % lasts.count])
        return Name(
            first: Self.written(first) + middle, last: Self.written(last) + extra,
            initials: (Self.plain(first).prefix(1) + Self.plain(last).prefix(1)).lowercased(),
            isWomans: place % 2 == 1, city: families[number].city)
    }

    private static func written(_ name: String) -> String { String(name.prefix { $0 != "=" }) }

    private static func plain(_ name: String) -> String {
        Folding.text(name.split(separator: "=").last.map(String.init) ?? name)
    }
}
