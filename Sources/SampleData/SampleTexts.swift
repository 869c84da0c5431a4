import DirectoryModel

/// The texts of the sample class, from `sample.json`.
struct SampleTexts: Decodable, Sendable {
    /// Names of one culture, each `written` or `written=plain`. First names alternate between men’s and women’s. 12
    /// first and 13 last names are coprime, so that all combinations occur before one repeats.
    struct Family: Decodable, Sendable {
        let city: String
        let firstNames: [String]
        let lastNames: [String]
    }

    struct Task: Decodable, Sendable {
        /// An index in the class.
        let person: Int
        let isDone: Bool
        let title: String
    }

    let families: [Family]
    let hobbies, languages, movies, programs, plans: [String]
    /// For 20 teams.
    let teams: [String]
    /// Of 40 words.
    let longHobby: String
    let courses: [Course]
    let toDos: [Task]

    struct Name: Equatable, Sendable {
        let first: String
        let last: String
        /// The first letters of both, in ASCII.
        let initials: String
        let isWomans: Bool
        let city: String
    }

    /// The unique name of the person at `index`. Large classes have second first and last names.
    func name(at index: Int) -> Name {
        let (rest, number) = index.quotientAndRemainder(dividingBy: families.count)
        let (firsts, lasts) = (families[number].firstNames, families[number].lastNames)
        // Both indices can advance together, because 12 and 13 are coprime.
        let position = (rest + number) % firsts.count
        let (first, last) = (firsts[position], lasts[(rest + number * 5) % lasts.count])
        let (third, second) = (rest / (firsts.count * lasts.count)).quotientAndRemainder(dividingBy: firsts.count + 1)
        let middle = second == 0 ? "" : " " + Self.written(firsts[second - 1])
        let extra = third == 0 ? "" : "-" + Self.written(lasts[(third - 1) % lasts.count])
        return Name(
            first: Self.written(first) + middle, last: Self.written(last) + extra,
            initials: (Self.plain(first).prefix(1) + Self.plain(last).prefix(1)).lowercased(),
            isWomans: position % 2 == 1, city: families[number].city)
    }

    private static func written(_ name: String) -> String { String(name.prefix { $0 != "=" }) }

    private static func plain(_ name: String) -> String {
        Folding.text(name.split(separator: "=").last.map(String.init) ?? name)
    }
}
