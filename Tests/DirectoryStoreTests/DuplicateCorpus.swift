import DirectoryModel
import Hostile

/// Invented contacts of which some are twice, and some only look so.
struct DuplicateCorpus {
    /// In the order of their keys, from 1.
    private(set) var contacts: [Contact] = []
    /// The person of each contact, by key.
    private(set) var people: [Int: Int] = [:]
    /// Pairs of keys that are about one person, with how they differ.
    private(set) var same: [(keys: [Int], kind: String)] = []
    /// Pairs of keys that are about two people.
    private(set) var different: [(keys: [Int], kind: String)] = []
    private var draw: Draw
    private var lastPerson = 0

    init(seed: UInt64, count: Int = 10_000, sameCount: Int = 1_100, differentCount: Int = 400) {
        draw = Draw(seed: seed)
        for number in 0..<sameCount { addSame(number) }
        for number in 0..<differentCount { addDifferent(number) }
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
    private mutating func add(_ contact: Contact, as person: Int? = nil) -> Int {
        let key = contacts.count + 1
        contacts.append(contact.keyed(key))
        people[key] = person ?? lastPerson
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
        let kinds = Self.sameKinds
        let kind = kinds[number % kinds.count]
        var other = base
        change(&other, kind)
        let keys = [add(base), add(other)]
        same.append((keys, kind))
    }

    private static let sameKinds = [
        "copy", "fewer fields", "misspelled first name", "misspelled last name", "misspelled, other phone",
        "swapped names", "swapped names, other email", "phone format", "country code", "maiden name, same phone",
        "maiden name, same email", "nickname", "no accents, moved", "initial", "middle name", "title",
        "email in capitals",
        "tagged email", "misspelled email", "misspelled phone", "moved", "junior dropped", "only first name",
        "email only", "other phone and email", "new everything",
    ]

    private mutating func change(_ contact: inout Contact, _ kind: String) {
        switch kind {
        case "fewer fields": (contact.street, contact.phone, contact.zipcode) = ("", "", "")
        case "email only": (contact.firstName, contact.lastName, contact.street, contact.phone) = ("", "", "", "")
        case "only first name": (contact.lastName, contact.street) = ("", "")
        case "moved": (contact.street, contact.city, contact.zipcode) = (newPerson().street, "Elon", "27244")
        case "new everything":
            let new = newPerson()
            contact.phone = new.phone
            contact.email = new.email
            contact.street = new.street
            contact.city = "Elon"
            contact.zipcode = "27244"
            contact.lastName = new.lastName
        default:
            changeName(&contact, kind)
            changeReach(&contact, kind)
        }
    }

    private mutating func changeName(_ contact: inout Contact, _ kind: String) {
        switch kind {
        case "misspelled first name": contact.firstName = misspelled(contact.firstName)
        case "misspelled last name", "misspelled, other phone": contact.lastName = misspelled(contact.lastName)
        case "swapped names", "swapped names, other email":
            (contact.firstName, contact.lastName) = (contact.lastName, contact.firstName)
        case "maiden name, same phone", "maiden name, same email": contact.lastName = newPerson().lastName
        case "nickname": contact.firstName = String(contact.firstName.prefix(2)) + "bby"
        case "no accents, moved":
            contact.firstName = Folding.text(contact.firstName)
            contact.street = newPerson().street
        case "initial": contact.firstName = "\(contact.firstName.prefix(1))."
        case "middle name": contact.firstName += " \(pick(Self.firstNames))"
        case "title": contact.firstName = "Dr. \(contact.firstName)"
        case "junior dropped": contact.lastName += " Jr."
        default: break
        }
    }

    private mutating func changeReach(_ contact: inout Contact, _ kind: String) {
        switch kind {
        case "misspelled, other phone": (contact.phone, contact.email) = (newPhone(), "")
        case "swapped names, other email", "maiden name, same phone", "nickname", "no accents, moved":
            contact.email = newEmail(of: contact)
        case "maiden name, same email": contact.phone = newPhone()
        case "phone format":
            let digits = contact.phone
            contact.phone = "(\(digits.prefix(3))) \(digits.dropFirst(3).prefix(3))-\(digits.suffix(4))"
            contact.email = ""
        case "country code": (contact.phone, contact.email) = ("+1\(contact.phone)", "")
        case "initial": (contact.phone, contact.email) = ("", "")
        case "middle name": (contact.phone, contact.email) = (newPhone(), newEmail(of: contact))
        case "email in capitals": (contact.email, contact.phone) = (contact.email.uppercased(), "")
        case "tagged email": contact.email = contact.email.replacing("@", with: "+lists@")
        case "misspelled email": contact.email = misspelled(contact.email)
        case "misspelled phone": contact.phone = String(contact.phone.reversed())
        case "other phone and email": (contact.phone, contact.email) = (newPhone(), newEmail(of: contact))
        default: break
        }
    }

    // MARK: Two people who look like one

    private mutating func addDifferent(_ number: Int) {
        let base = newPerson()
        let kinds = Self.differentKinds
        let kind = kinds[number % kinds.count]
        var (one, other) = (base, base)
        distinguish(&one, &other, kind)
        let first = add(one)
        lastPerson += 1
        different.append(([first, add(other)], kind))
    }

    private static let differentKinds = [
        "homonyms", "homonyms in one house", "twins", "twins, one email", "parent and junior", "senior and junior",
        "parent and child, one email missing", "parent and child, no emails", "parent and child, family address",
        "parent and child, tagged", "couple", "couple, same initial", "office address", "homonyms, office address",
        "homonyms, one phone", "siblings",
    ]

    private mutating func distinguish(_ one: inout Contact, _ other: inout Contact, _ kind: String) {
        let (email, others) = (one.email, newEmail(of: one))
        switch kind {
        case "homonyms":
            other = newPerson()
            (other.firstName, other.lastName) = (one.firstName, one.lastName)
        case "homonyms in one house": (other.phone, other.email, other.apartment) = (newPhone(), others, "4B")
        case "twins": (other.firstName, other.email) = (misspelled(one.firstName), others)
        case "twins, one email": other.firstName = misspelled(one.firstName)
        case "parent and junior": (other.lastName, other.email) = ("\(one.lastName) Jr.", "")
        case "senior and junior": (one.lastName, other.lastName) = ("\(one.lastName) Sr.", "\(one.lastName) Jr.")
        case "parent and child, one email missing": other.email = ""
        case "parent and child, no emails": (one.email, other.email) = ("", "")
        case "parent and child, family address":
            one.email = "family.\(Folding.text(one.lastName))@example.org"
            other.email = one.email
            other.phone = ""
        case "parent and child, tagged":
            one.email = email.replacing("@", with: "+dad@")
            other.email = email.replacing("@", with: "+kid@")
        case "couple": other.firstName = pick(Self.firstNames.filter { $0.first != one.firstName.first })
        case "couple, same initial":
            one.firstName = "A."
            other.firstName = "Anselm"
            other.phone = ""
        case "office address", "homonyms, office address":
            if kind == "office address" { other.firstName = pick(Self.firstNames.filter { $0 != one.firstName }) }
            one.email = "info@\(Folding.text(one.lastName)).example.com"
            other.email = one.email
            other.street = ""
            other.phone = ""
        case "homonyms, one phone": (other.email, other.street, other.city) = (others, "", "")
        default: (other.firstName, one.email) = (pick(Self.firstNames.filter { $0 != one.firstName }), "")
        }
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
