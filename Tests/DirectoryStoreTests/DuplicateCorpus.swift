import DirectoryModel
import Hostile

/// Invented contacts of which some are twice.
struct DuplicateCorpus {
    /// In the order of their keys, from 1.
    private(set) var contacts: [Contact] = []
    /// The person of each contact, by key.
    private(set) var people: [Int: Int] = [:]
    /// Pairs of keys that are about one person, with how they differ.
    private(set) var same: [(keys: [Int], kind: String)] = []
    private var draw: Draw
    private var lastPerson = 0

    init(seed: UInt64, count: Int = 10_000, sameCount: Int = 1_100) {
        draw = Draw(seed: seed)
        for number in 0..<sameCount { addSame(number) }
        while contacts.count < count { add(newPerson()) }
    }

    // MARK: Records

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &draw)]
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &draw) }

    /// A contact of a person of their own.
    private mutating func newPerson() -> Contact {
        lastPerson += 1
        var contact = Contact(id: 0)
        contact.firstName = pick(Self.firstNames)
        contact.lastName = "\(pick(Self.starts))\(pick(Self.middles))\(pick(Self.ends))"
        contact.street =
            "\(number(1...9_999)) \(pick(Self.starts))\(pick(Self.ends)) \(pick(["Street", "Road", "Lane"]))"
        contact.city = pick(Self.cities)
        contact.state = .northCarolina
        contact.zipcode = String(number(27_000...28_999))
        contact.phone = newPhone()
        contact.email = newEmail(of: contact)
        return contact
    }

    private mutating func newPhone() -> String { "9\(number(10...89))\(number(2_000_000...9_999_999))" }

    private mutating func newEmail(of contact: Contact) -> String {
        let name = "\(contact.firstName).\(contact.lastName)".filter(\.isLetter)
        let folded = Folding.text(name)
        return "\(folded)\(number(1...99_999))@\(pick(["duke.edu", "example.org", "mail.example.com"]))"
    }

    @discardableResult
    private mutating func add(_ contact: Contact) -> Int {
        let key = contacts.count + 1
        contacts.append(contact.keyed(key))
        people[key] = lastPerson
        return key
    }

    /// The text with one wrong, missing, additional, or swapped letter.
    private mutating func misspelled(_ text: String) -> String {
        var letters = Array(text)
        let index = number(1...max(1, letters.count - 2))
        switch number(0...3) {
        case 0: letters[index] = letters[index] == "x" ? "q" : "x"
        case 1: letters.remove(at: index)
        case 2: letters.insert("x", at: index)
        default:
            guard letters[index - 1] != letters[index] else { return text + "x" }
            letters.swapAt(index, index - 1)
        }
        return String(letters)
    }

    // MARK: One person twice

    private mutating func addSame(_ number: Int) {
        let base = newPerson()
        let kind = Self.sameKinds[number % Self.sameKinds.count]
        var other = base
        for change in kind.changes { change(&self, &other) }
        same.append(([add(base), add(other)], kind.name))
    }

    private typealias Change = @Sendable (_ corpus: inout DuplicateCorpus, _ contact: inout Contact) -> Void
    private typealias Property = any WritableKeyPath<Contact, String> & Sendable

    private static let sameKinds: [(name: String, changes: [Change])] = [
        ("copy", []),
        ("fewer fields", [clear(\.street, \.phone, \.zipcode)]),
        ("misspelled first name", [misspell(\.firstName)]),
        ("misspelled last name", [misspell(\.lastName)]),
        ("misspelled, other phone", [misspell(\.lastName), newPhone, clear(\.email)]),
        ("swapped names", [swapNames]),
        ("swapped names, other email", [swapNames, newEmail]),
        (
            "phone format",
            [edit(\.phone) { "(\($0.prefix(3))) \($0.dropFirst(3).prefix(3))-\($0.suffix(4))" }, clear(\.email)]
        ),
        ("country code", [edit(\.phone) { "+1\($0)" }, clear(\.email)]),
        ("maiden name, same phone", [replace(\.lastName), newEmail]),
        ("maiden name, same email", [replace(\.lastName), newPhone]),
        ("nickname", [edit(\.firstName) { "\($0.prefix(2))bby" }, newEmail]),
        ("no accents, moved", [edit(\.firstName) { Folding.text($0) }, replace(\.street), newEmail]),
        ("initial", [edit(\.firstName) { "\($0.prefix(1))." }, clear(\.phone, \.email)]),
        ("middle name", [{ $1.firstName += " \($0.pick(firstNames))" }, newPhone, newEmail]),
        ("title", [edit(\.firstName) { "Dr. \($0)" }]),
        ("email in capitals", [edit(\.email) { $0.uppercased() }, clear(\.phone)]),
        ("tagged email", [edit(\.email) { $0.replacing("@", with: "+lists@") }]),
        ("misspelled email", [misspell(\.email)]),
        ("misspelled phone", [edit(\.phone) { String($0.reversed()) }]),
        ("moved", [replace(\.street), moveToElon]),
        ("junior dropped", [edit(\.lastName) { "\($0) Jr." }]),
        ("only first name", [clear(\.lastName, \.street)]),
        ("email only", [clear(\.firstName, \.lastName, \.street, \.phone)]),
        ("other phone and email", [newPhone, newEmail]),
        ("new everything", [replace(\.phone, \.email, \.street, \.lastName), moveToElon]),
    ]

    private static let newPhone: Change = { $1.phone = $0.newPhone() }
    private static let newEmail: Change = { $1.email = $0.newEmail(of: $1) }
    private static let swapNames: Change = { ($1.firstName, $1.lastName) = ($1.lastName, $1.firstName) }
    private static let moveToElon: Change = { ($1.city, $1.zipcode) = ("Elon", "27244") }

    private static func clear(_ properties: Property...) -> Change {
        { for property in properties { $1[keyPath: property] = "" } }
    }

    private static func misspell(_ property: Property) -> Change {
        { $1[keyPath: property] = $0.misspelled($1[keyPath: property]) }
    }

    /// Takes values of another person.
    private static func replace(_ properties: Property...) -> Change {
        { corpus, contact in
            let other = corpus.newPerson()
            for property in properties { contact[keyPath: property] = other[keyPath: property] }
        }
    }

    private static func edit(_ property: Property, _ change: @escaping @Sendable (String) -> String) -> Change {
        { $1[keyPath: property] = change($1[keyPath: property]) }
    }

    // MARK: Names

    private static let firstNames = [
        "Ana", "Zoë", "Łukasz", "Søren", "Priya", "José", "Åsa", "Chloé", "Marta", "Robert", "Elena", "Tomás", "Ingrid",
        "Mateo", "Noor", "Yusuf", "Hannah", "Oskar", "Beatriz", "Dmitri", "Farida", "Giulia", "Henrik", "Ilse",
        "Joaquín",
        "Katya", "Leonie", "Magnus", "Naomi", "Olivia", "Pavel", "Quentin", "Renée", "Stefan", "Tamar", "Ulrich",
        "Valeria", "Wiktor", "Ximena", "Yara",
    ]
    private static let starts = [
        "Bar", "Cal", "Dor", "Fen", "Gar", "Hol", "Jan", "Kel", "Lor", "Mar", "Nor", "Ost", "Pel", "Quin", "Ros", "Sal",
        "Tor", "Ven", "Wal", "Zel",
    ]
    private static let middles = ["a", "e", "i", "o", "u", "an", "en", "in", "on", "er"]
    private static let ends = [
        "berg", "court", "dale", "field", "ford", "ham", "lund", "mann", "sen", "ski", "ton", "vez",
    ]
    private static let cities = ["Durham", "Raleigh", "Cary", "Chapel Hill", "Carrboro", "Apex", "Hillsborough"]
}
