import Language

/// A person the user wants to reach.
public struct Contact: TypedRecord {
    public var record: Record

    public init(_ record: Record) { self.record = record }

    public var firstName: String {
        get { self["firstName"] }
        set { self["firstName"] = newValue }
    }
    public var lastName: String {
        get { self["lastName"] }
        set { self["lastName"] = newValue }
    }
    /// The street and house number.
    public var street: String {
        get { self["street"] }
        set { self["street"] = newValue }
    }
    public var apartment: String {
        get { self["apartment"] }
        set { self["apartment"] = newValue }
    }
    public var city: String {
        get { self["city"] }
        set { self["city"] = newValue }
    }
    public var state: USState {
        get { self["state"] }
        set { self["state"] = newValue }
    }
    public var zipcode: String {
        get { self["zipcode"] }
        set { self["zipcode"] = newValue }
    }
    public var phone: String {
        get { self["phone"] }
        set { self["phone"] = newValue }
    }
    public var email: String {
        get { self["email"] }
        set { self["email"] = newValue }
    }
    public var isEmergencyContact: Bool {
        get { self["isEmergencyContact"] }
        set { self["isEmergencyContact"] = newValue }
    }

    public static let definition = Definition(
        CollectionInfo(
            name: "contacts", title: LocalizedString("Contacts"), one: LocalizedString("contact"),
            many: LocalizedString("contacts"), selectTitle: LocalizedString("Select a Contact"),
            iconName: "x-office-address-book-symbolic"
        ) { translated($0, one: "\($0) contact", many: "\($0) contacts") },
        numbering: .counted,
        fields: [
            Field(key: "id", token: "id", label: LocalizedString("Number")).card(.text("X-DUKE-NUMBER")),
            Field(
                "firstName", token: "fn", label: LocalizedString("First Name"), editor: .text(.name),
                rule: .name(atLeast: 2)
            ).card(.part(1, of: "N")).columns(.firstName),
            Field(
                "lastName", token: "ln", label: LocalizedString("Last Name"), editor: .text(.name),
                rule: .name(atLeast: 2)
            ).card(.part(0, of: "N")).columns(.lastName),
            Field("street", token: "st", label: LocalizedString("Street"), rule: .lettersAndDigits(atLeast: 3))
                .card(.part(2, of: "ADR", home)).linked(.map).columns(.street),
            Field("apartment", token: "ap", label: LocalizedString("Apartment"), rule: .lettersAndDigits(atLeast: 1))
                .card(.part(1, of: "ADR", home)).linked(.map).columns(.apartment),
            Field("city", token: "ci", label: LocalizedString("City"), rule: .letters(atLeast: 3))
                .card(.part(3, of: "ADR", home)).linked(.map).columns(.city),
            Field("state", .choice(USState.self), token: "sa", label: LocalizedString("State"))
                .card(.part(4, of: "ADR", home)).linked(.map).columns(.state),
            Field(
                "zipcode", token: "zi", label: LocalizedString("ZIP Code"), editor: .text(.digits),
                rule: .digits(exactly: 5)
            ).card(.part(5, of: "ADR", home)).linked(.map).tidied(ImportNormalizer.zipCode).columns(.zipCode),
            Field("phone", token: "ph", label: LocalizedString("Phone"), editor: .text(.phone), rule: .phone)
                .card(.text("TEL", "TYPE=VOICE")).tidied(ImportNormalizer.phone).columns(.phone),
            Field("email", token: "em", label: LocalizedString("Email"), editor: .text(.email), rule: .withAtSign)
                .card(.text("EMAIL", "TYPE=INTERNET")).tidied(ImportNormalizer.email).columns(.email),
            Field("isEmergencyContact", .flag, token: "ec", label: LocalizedString("Emergency contact"))
                .word("emergency").aliases("emergency").unset("no")
                .formatted { $0.isOn ? translated("Emergency contact") : $0.text }
                .card(.category("Emergency contact")).columns(.emergency),
        ],
        orders: [
            SortOrder(id: "last", label: LocalizedString("Sort by Last Name"), shownPart: { Contact($0).lastName }) {
                "\(Contact($0).lastName) \(Contact($0).firstName)".trimmed
            },
            SortOrder(id: "first", label: LocalizedString("Sort by First Name"), shownPart: { Contact($0).firstName }) {
                "\(Contact($0).firstName) \(Contact($0).lastName)".trimmed
            },
        ],
        groupings: [
            .initials(id: "initial", label: LocalizedString("Group by Last Name")) { record in
                let contact = Contact(record)
                return contact.lastName.isEmpty ? contact.displayName : contact.lastName
            }
        ],
        queries: [
            SavedQuery(id: "all", label: LocalizedString("All")),
            SavedQuery(
                id: "emergency", label: LocalizedString("Emergency Contacts"),
                RecordQuery(.equals("isEmergencyContact", .flag(true)))),
        ],
        bundled: BundledList(file: "sample-contacts.json", .sample), identity: { Contact($0).identityText },
        presentation: Presentation(
            name: { Contact($0).shownName }, subtitle: { Contact($0).contactLine },
            detail: { record in
                let contact = Contact(record)
                return contact.address == contact.shownName ? "" : contact.address
            },
            pill: [.field("isEmergencyContact") { Contact($0).emergencyMark?.meaning ?? "" }],
            mapAddress: { Contact($0).address },
            mark: { Contact($0).emergencyMark }, savesOnlyValid: true, searchExample: "city=Durham"),
        hasGroups: true)

    private static let home = "TYPE=HOME"

    /// The address in one line: "12 Elm Street 4B, Durham, NC 27701".
    public var address: String {
        ["\(street) \(apartment)", city, "\(displayText("state")) \(zipcode)"].map(\.trimmed).filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    private var name: String { .name(first: displayText("firstName").trimmed, last: displayText("lastName").trimmed) }
    private var shownName: String {
        [name, email, displayText("phone"), address].first { !$0.isEmpty } ?? translated("Contact \(id)")
    }
    private var contactLine: String { [displayText("phone"), email].first { !$0.isEmpty && $0 != shownName } ?? "" }
    private var emergencyMark: RowMark? {
        guard isEmergencyContact else { return nil }
        return RowMark(iconName: "duke-directory-emergency-symbolic", meaning: translated("Emergency contact"))
    }
    private var identityText: String {
        let parts = [firstName, lastName] + ([phone, email].allSatisfy(\.isEmpty) ? [address] : [phone, email])
        return parts.allSatisfy(\.isEmpty) ? "" : Folding.text(parts.joined(separator: "\u{1F}"))
    }
}
