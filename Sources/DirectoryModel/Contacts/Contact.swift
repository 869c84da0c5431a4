import Language

/// A person the user wants to reach.
public struct Contact: Equatable, Sendable {
    public let id: Int
    public var firstName = ""
    public var lastName = ""
    /// The street and house number.
    public var street = ""
    public var apartment = ""
    public var city = ""
    public var state = USState.none
    public var zipcode = ""
    public var phone = ""
    public var email = ""
    public var isEmergencyContact = false

    public init(id: Int) { self.id = id }
}

extension Contact: DirectoryRecord {
    public enum Key: String, FieldKey {
        case id, firstName, lastName, street, apartment, city, state, zipcode, phone, email, isEmergencyContact
    }

    public static let definition = RecordDefinition<Contact>(
        CollectionInfo(
            name: "contacts", title: LocalizedString("Contacts"), one: LocalizedString("contact"),
            many: LocalizedString("contacts"), selectTitle: LocalizedString("Select a Contact"),
            iconName: "x-office-address-book-symbolic"
        ) { translated($0, one: "\($0) contact", many: "\($0) contacts") },
        numbering: .counted,
        fields: [
            Field(key: .id, token: "id", label: LocalizedString("Number"), \.id).card(.text("X-DUKE-NUMBER")),
            Field(
                .firstName, token: "fn", label: LocalizedString("First Name"), \.firstName, editor: .text(.name),
                rule: .name(atLeast: 2)
            ).card(.part(1, of: "N")).columns(.firstName),
            Field(
                .lastName, token: "ln", label: LocalizedString("Last Name"), \.lastName, editor: .text(.name),
                rule: .name(atLeast: 2)
            ).card(.part(0, of: "N")).columns(.lastName),
            Field(
                .street, token: "st", label: LocalizedString("Street"), \.street,
                rule: .lettersAndDigits(atLeast: 3)
            ).card(.part(2, of: "ADR", home)).linked(.map).columns(.street),
            Field(
                .apartment, token: "ap", label: LocalizedString("Apartment"), \.apartment,
                rule: .lettersAndDigits(atLeast: 1)
            ).card(.part(1, of: "ADR", home)).linked(.map).columns(.apartment),
            Field(.city, token: "ci", label: LocalizedString("City"), \.city, rule: .letters(atLeast: 3))
                .card(.part(3, of: "ADR", home)).linked(.map).columns(.city),
            Field(.state, token: "sa", label: LocalizedString("State"), \.state)
                .card(.part(4, of: "ADR", home)).linked(.map).columns(.state),
            Field(
                .zipcode, token: "zi", label: LocalizedString("ZIP Code"), \.zipcode, editor: .text(.digits),
                rule: .digits(exactly: 5)
            ).card(.part(5, of: "ADR", home)).linked(.map).tidied(ImportNormalizer.zipCode).columns(.zipCode),
            Field(.phone, token: "ph", label: LocalizedString("Phone"), \.phone, editor: .text(.phone), rule: .phone)
                .card(.text("TEL", "TYPE=VOICE")).tidied(ImportNormalizer.phone).columns(.phone),
            Field(
                .email, token: "em", label: LocalizedString("Email"), \.email, editor: .text(.email), rule: .withAtSign
            ).card(.text("EMAIL", "TYPE=INTERNET")).columns(.email),
            Field(
                .isEmergencyContact, token: "ec", label: LocalizedString("Emergency"), \.isEmergencyContact,
                unset: ["no"], format: { $0.isOn ? translated("Emergency contact") : "" }
            ).card(.category("Emergency contact")).columns(.emergency),
        ],
        orders: [
            SortOrder(id: "last", label: LocalizedString("Sort by Last Name"), shownPart: \.lastName) {
                "\($0.lastName) \($0.firstName)".trimmed
            },
            SortOrder(id: "first", label: LocalizedString("Sort by First Name"), shownPart: \.firstName) { $0.name },
        ],
        groupings: [
            .initials(id: "initial", label: LocalizedString("Group by Last Name")) {
                $0.lastName.isEmpty ? $0.displayName : $0.lastName
            }
        ],
        queries: [
            SavedQuery(id: "all", label: LocalizedString("All")),
            SavedQuery(
                id: "emergency", label: LocalizedString("Emergency"),
                RecordQuery(.equals(.isEmergencyContact, .flag(true)))),
        ],
        bundled: BundledList(file: "sample-contacts.json", .sample), identity: \.identityText,
        presentation: Presentation(
            name: \.shownName, subtitle: \.reach, detail: { $0.address == $0.shownName ? "" : $0.address },
            pill: [.field(.isEmergencyContact)], place: \.address, mark: \.emergencyMark, saving: .onlyWhileValid,
            searchExample: "ci=Durham"),
        hasGroups: true)

    private static let home = "TYPE=HOME"

    public init(key: Int) { self.init(id: key) }
    public var key: Int { id }

    /// The address in one line: "12 Elm Street 4B, Durham, NC 27701".
    public var address: String {
        ["\(street) \(apartment)", city, "\(state.shortLabel) \(zipcode)"].map(\.trimmed).filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    private var name: String { "\(firstName) \(lastName)".trimmed }
    private var shownName: String {
        [name, email, displayText(.phone), address].first { !$0.isEmpty } ?? translated("Contact \(id)")
    }
    private var reach: String { [displayText(.phone), email].first { !$0.isEmpty && $0 != shownName } ?? "" }
    private var emergencyMark: RowMark? {
        guard isEmergencyContact else { return nil }
        return RowMark(iconName: "duke-directory-emergency-symbolic", meaning: translated("Emergency contact"))
    }
    private var identityText: String {
        let parts = [firstName, lastName] + ([phone, email].allSatisfy(\.isEmpty) ? [address] : [phone, email])
        return parts.allSatisfy(\.isEmpty) ? "" : Folding.text(parts.joined(separator: "\u{1F}"))
    }
}
