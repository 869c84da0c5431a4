import Language

/// Somebody one wants to reach.
public struct Contact: Equatable, Sendable {
    public let id: Int
    public var firstName = ""
    public var lastName = ""
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
    public static let collection = CollectionInfo(
        name: "contacts", title: LocalizedString("Contacts"), one: LocalizedString("contact"),
        many: LocalizedString("contacts"),
        iconName: "x-office-address-book-symbolic"
    ) { translated($0, one: "\($0) contact", many: "\($0) contacts") }

    public static let fields: [Field<Contact>] = [
        Field(key: "id", token: "id", label: LocalizedString("Number"), \.id).card(.text("X-DUKE-NUMBER")),
        Field(
            "firstName", token: "fn", label: LocalizedString("First Name"), \.firstName, editor: .text(.name),
            rule: .name(atLeast: 2)
        ).card(.part(1, of: "N")).columns("Given Name"),
        Field(
            "lastName", token: "ln", label: LocalizedString("Last Name"), \.lastName, editor: .text(.name),
            rule: .name(atLeast: 2)
        ).card(.part(0, of: "N")).columns("Family Name", "Surname"),
        Field(
            "street", token: "st", label: LocalizedString("Street"), \.street,
            rule: .lettersAndDigits(atLeast: 3, marksMayEnd: true)
        ).card(.part(2, of: "ADR", home)).tidied(Tidy.street)
            .columns("Address 1 - Street", "Home Street", "Home Address", "Business Street", "Other Street"),
        Field(
            "apartment", token: "ap", label: LocalizedString("Apartment"), \.apartment,
            rule: .lettersAndDigits(atLeast: 1, marksMayEnd: false)
        ).card(.part(1, of: "ADR", home)).tidied(Tidy.place)
            .columns("Address 1 - Extended Address", "Home Street 2", "Business Street 2", "Other Street 2"),
        Field("city", token: "ci", label: LocalizedString("City"), \.city, rule: .letters(atLeast: 3))
            .card(.part(3, of: "ADR", home)).tidied(Tidy.place)
            .columns("Address 1 - City", "Home City", "Business City", "Other City"),
        Field("state", token: "sa", label: LocalizedString("State"), \.state).card(.part(4, of: "ADR", home))
            .columns("Address 1 - Region", "Home State", "Business State", "Other State"),
        Field(
            "zipcode", token: "zi", label: LocalizedString("ZIP Code"), \.zipcode, editor: .text(.digits),
            rule: .digits(exactly: 5)
        ).card(.part(5, of: "ADR", home)).tidied(Tidy.zipCode).columns(
            "Address 1 - Postal Code", "Home Postal Code", "Business Postal Code", "Other Postal Code"),
        Field("phone", token: "ph", label: LocalizedString("Phone"), \.phone, editor: .text(.phone), rule: .phone)
            .card(.text("TEL", "TYPE=VOICE")).tidied(Tidy.phone)
            .columns("Phone 1 - Value", "Primary Phone", "Mobile Phone", "Home Phone", "Business Phone"),
        Field("email", token: "em", label: LocalizedString("Email"), \.email, editor: .text(.email), rule: .withAtSign)
            .card(.text("EMAIL", "TYPE=INTERNET"))
            .columns("E-mail 1 - Value", "E-mail Address", "E-mail 2 Address", "Email Address"),
        Field(
            "isEmergencyContact", token: "ec", label: LocalizedString("Emergency"), of: \.isEmergencyContact,
            editor: .flag,
            rule: .flag, unset: ["no"], format: { $0.isOn ? translated("Emergency contact") : "" }
        ).card(.category("Emergency contact")),
    ]

    private static let home = "TYPE=HOME"

    public static let groupings: [Grouping<Contact>] = [
        .initials(id: "initial", label: LocalizedString("Group by Last Name")) {
            $0.lastName.isEmpty ? $0.displayName : $0.lastName
        }
    ]

    public static let orders: [SortOrder<Contact>] = [
        SortOrder(id: "last", label: LocalizedString("Sort by Last Name")) { "\($0.lastName) \($0.firstName)".trimmed },
        SortOrder(id: "first", label: LocalizedString("Sort by First Name")) { $0.name },
    ]

    public static let queries: [SavedQuery<Contact>] = [
        SavedQuery(id: "all", label: LocalizedString("All")),
        SavedQuery(
            id: "emergency", label: LocalizedString("Emergency"),
            RecordQuery(.equals("isEmergencyContact", .flag(true)))),
    ]

    public static let numbering = Numbering.counted
    public static let saving = FormSaving.onlyWhileValid
    public init(key: Int) { self.init(id: key) }
    public var key: Int { id }

    /// True where nothing was given that could tell who it is or how to reach them.
    public var isEmpty: Bool { isEmpty(but: ["isEmergencyContact"]) }

    private var name: String { "\(firstName) \(lastName)".trimmed }
    public var displayName: String {
        [name, email, phone, address].first { !$0.isEmpty } ?? translated("Contact \(id)")
    }
    public var rowSubtitle: String { [phone, email].first { !$0.isEmpty && $0 != displayName } ?? "" }
    public var rowDetail: String { address == displayName ? "" : address }
    public var pill: String { mark?.meaning ?? "" }
    public var mark: RowMark? {
        isEmergencyContact ? RowMark(iconName: "starred-symbolic", meaning: translated("Emergency contact")) : nil
    }
    public var identity: String {
        let parts = [firstName, lastName] + ([phone, email].allSatisfy(\.isEmpty) ? [address] : [phone, email])
        return parts.allSatisfy(\.isEmpty) ? "" : Folding.text(parts.joined(separator: "\u{1F}"))
    }

    /// The address in one line: "12 Elm Street 4B, Durham, NC 27701".
    public var address: String {
        ["\(street) \(apartment)", city, "\(state.shortLabel) \(zipcode)"].map(\.trimmed).filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
