import DirectoryModel

/// Invented names of many scripts. No two indices get the same name.
struct SampleNames: Sendable {
    /// A name as it is written, and in plain letters for a netid.
    private struct Word: Sendable {
        let written: String
        let plain: String
    }

    /// Names that belong together; first names alternate between a man's and a woman's.
    private struct Family: Sendable {
        let firstNames: [Word]
        let lastNames: [Word]
        let city: String
    }

    /// One invented name.
    struct Name: Equatable, Sendable {
        let first: String
        let last: String
        /// The first letters of both, a to z.
        let initials: String
        let isWomans: Bool
        let city: String
    }

    private let families: [Family]

    init() { families = SampleWords.families.split(separator: "\n").compactMap { Self.family(String($0)) } }

    /// The name of the person at `index`. After some thousands, people have a second first name, and after some ten
    /// thousands, a second last name.
    func name(at index: Int) -> Name {
        let (rest, number) = index.quotientAndRemainder(dividingBy: families.count)
        let family = families[number]
        let (firsts, lasts) = (family.firstNames, family.lastNames)
        // 12 first and 13 last names do not have a common factor, so that both indices can advance together.
        let place = (rest + number) % firsts.count
        let (first, last) = (firsts[place], lasts[(rest + number * 5) % lasts.count])
        let (third, second) = (rest / (firsts.count * lasts.count)).quotientAndRemainder(dividingBy: firsts.count + 1)
        let middle = second == 0 ? "" : " " + firsts[second - 1].written
        let extra = third == 0 ? "" : "-" + lasts[(third - 1) % lasts.count].written
        return Name(
            first: first.written + middle, last: last.written + extra,
            initials: (first.plain.prefix(1) + last.plain.prefix(1)).lowercased(),
            isWomans: place % 2 == 1, city: family.city)
    }

    /// A family from a line "city | first, first, … | last, last, …", where a name is `written` or `written=plain`.
    private static func family(_ line: String) -> Family? {
        let parts = line.split(separator: "|").map { String($0).commaSeparated.map(word) }
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        let city = line.split(separator: "|")[0]
        return Family(firstNames: parts[1], lastNames: parts[2], city: String(city).trimmed)
    }

    private static func word(_ text: String) -> Word {
        let parts = text.split(separator: "=").map(String.init)
        return Word(written: parts[0], plain: Folding.text(parts.last ?? text))
    }
}
