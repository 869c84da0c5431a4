import Testing

/// Files of other programs, and what is expected of the import of each.
struct ProgramFile: Equatable, Sendable, CustomTestStringConvertible {
    let names: [String]
    let collection: String
    /// The values of each record, as people write them.
    let came: [String]
    /// The columns and properties that are named as not read.
    let unread: String
    let leftOut: [String]
    let skipped: [String]

    init(
        _ names: String, _ collection: String, _ came: [String], unread: String = "", leftOut: [String] = [],
        skipped: [String] = []
    ) {
        self.names = names.split(separator: " ").map(String.init)
        self.collection = collection
        self.came = came
        self.unread = unread
        self.leftOut = leftOut
        self.skipped = skipped
    }

    var testDescription: String { names.joined(separator: " ") }

    static let all = tables + cards

    private static let tables: [ProgramFile] = [
        ProgramFile("blackboard.txt", "people", ["0664541 | al1 | Ana | Li"], unread: "Last Access, Availability"),
        ProgramFile(
            "canvas.csv", "people", ["0664541 | al1 | Ana | Li", "0664542 | zc2 | Zoë | de la Cruz"],
            unread: "ID, Section, Essay (1001), Quiz 1 (1002), Current Score",
            skipped: ["This is not a person: it has no DUID.", "This is not a person: it has no DUID."]),
        ProgramFile(
            "class-list.csv", "people", ["0664541 | al1 | Ana | Li | ECE | Owls"],
            skipped: ["The DUID must be a number."]),
        ProgramFile(
            "excel-unicode.txt excel-utf8.csv", "contacts",
            ["Zoë | Łuk | 12 Elm St. | Durham | North Carolina | 27701 | 9195550100 | ana@x.org"]),
        ProgramFile(
            "excel.csv", "contacts",
            ["Zoë | Núñez | 12 Elm St. | Durham | North Carolina | 27701 | 9195550100 | ana@x.org"]),
        ProgramFile(
            "google-2012-utf16.csv google-2019.csv", "contacts",
            ["Ana | Li | +19195550100 | ana@x.org", "Bo | Ek | bo@x.org"],
            unread: "Name, Additional Name, Notes, E-mail 1 - Type, Phone 1 - Type"),
        ProgramFile(
            "google-forms.csv", "people",
            ["0664541 | al1 | Ana | Li | ana@duke.edu | Durham, NC | Other | Up | chess, go"], unread: "Timestamp"),
        ProgramFile(
            "google.csv", "contacts",
            [
                "Ana | Li | 12 Elm St. | #4B | Winston-Salem | North Carolina | 27701 | +19195550100 | ana@x.org",
                "Zoë | de la Cruz | 9195550101", "Acme Tool Works | 9195550103",
            ],
            unread:
                "Notes, E-mail 1 - Label, E-mail 2 - Label, E-mail 2 - Value, Phone 1 - Label, Phone 1 - Value, Phone 2 - Label, Address 1 - Label, Address 1 - Formatted, Address 1 - Country, other values of Phone 1 - Value",
            leftOut: ["Ana Li: ZIP Code “-1234” was not imported."]
        ),
        ProgramFile(
            "libreoffice-calc-utf16.csv libreoffice-mail-merge.csv", "contacts",
            [
                "Ana | Li | 12 Elm St. | 4B | Durham | North Carolina | 27701 | 9195550100 | ana@x.org",
                "Łódź Tools | Durham | 9195550105",
            ], unread: "Title, Country, Telephone business, Gender"),
        ProgramFile(
            "linkedin.csv", "contacts", ["Ana | Li | ana@x.org"], unread: "URL, Company, Position, Connected On"),
        ProgramFile(
            "mailchimp.csv", "contacts", ["Ana | Li | 12 Elm St. | 9195550100 | ana@x.org"],
            unread: "MEMBER_RATING, OPTIN_TIME"),
        ProgramFile(
            "moodle.csv", "people", ["0664541 | al1 | Ana | Li | al1@duke.edu | ECE"], unread: "Institution, Groups"),
        ProgramFile(
            "outlook-semicolon.csv outlook-utf8.csv", "contacts",
            ["José | Núñez | 12 Elm St. | Durham | North Carolina | 27701 | +19195550100 | jose@x.org"],
            unread:
                "Title, Company, Business Street, Business City, Business State, Business Postal Code, Business Fax, E-mail Type, E-mail Display Name, Gender, Notes, Sensitivity"
        ),
        ProgramFile(
            "outlook-web.csv", "contacts",
            ["Ana | Li | 1 Main St | Raleigh | North Carolina | 27601 | 9195550100 | ana@x.org"],
            unread: "E-mail 2 Address, Business Phone"),
        ProgramFile(
            "outlook.csv", "contacts",
            [
                "José | Núñez | 12 Elm St. | Durham | North Carolina | 27701 | +19195550100 | jose@x.org",
                "Acme Tool Works | 9195550103",
            ],
            unread:
                "Title, Company, Business Street, Business City, Business State, Business Postal Code, Business Fax, E-mail Type, E-mail Display Name, Gender, Notes, Sensitivity"
        ),
        ProgramFile(
            "own.csv", "contacts",
            ["Ana | Li | 12 Elm St. | 4B | Durham | North Carolina | 27701 | +19195550100 | ana@x.org | yes"]),
        ProgramFile(
            "plain-companies.csv organization.vcf", "contacts", ["Acme Tool Works | 9195550103"], unread: "Website"),
        ProgramFile(
            "plain-full-name.csv", "contacts",
            ["Ana | Li | 27701 | 9195550100 | ana@x.org | yes", "Bo | Ek | 27702 | 9195550105 | bo@x.org | maybe"],
            unread: "Tel"),
        ProgramFile(
            "plain-names.csv", "contacts",
            [
                "Ana | Li | 9195550100 | ana@x.org", "Bo | Ek | 9195550101 | bo@x.org", "King, Jr. | king@x.org",
                "Cher | cher@x.org",
            ]),
        ProgramFile(
            "plain-odd-state.csv", "contacts",
            [
                "Zoë | de la Cruz | London | Greater London | 02079460000",
                "Ana | Li | Durham | North Carolina | 9195550100",
                "Bo | Ek | -1234567",
            ], unread: "Notes, Fax"),
        ProgramFile(
            "plain.csv utf16-without-mark.csv utf16be-without-mark.csv", "contacts",
            ["Ana | Li | 12 Elm St. | Durham | North Carolina | 27701 | 9195550100 | ana@x.org"]),
        ProgramFile(
            "players.csv", "players",
            [
                "Torvald Quillfeather | ATL | 1 | 117.1 | 373 | 534 | 4944 | 309 | 38 | 7 | 69.9 | 76 | 37",
                "Ada Minke | DUR | 2 | 99.5 | many | 500 | 4000 | 250 | 30 | 10 | 60 | 70 | 20",
            ], unread: "Age"),
        ProgramFile(
            "thunderbird-utf16be.csv thunderbird.csv thunderbird.tsv", "contacts",
            [
                "Ana | Li | 12 Elm St. | 4B | Durham | North Carolina | 27701 | 9195550100 | ana@x.org",
                "Zoë | Łuk | 1 Main St | Raleigh | North Carolina | 27601 | zoe@x.org",
            ], unread: "Secondary Email, Fax Number, Notes"),
        ProgramFile("tokens.csv", "contacts", ["Ana | Li | 12 Elm St. | Durham | North Carolina | 27701"]),
        ProgramFile(
            "yahoo.csv", "contacts",
            ["Ana | Li | 12 Elm St. | Durham | North Carolina | 27701 | 9195550100 | ana@x.org"],
            unread: "Home, Comments"),
        // Tables of other shapes, names, and languages
        ProgramFile(
            "blackboard.xls", "people", ["0664541 | al1 | Ana | Li", "0664542 | zc2 | Zoë | de la Cruz"],
            unread: "Last Access, Availability, Weighted Total [Total Pts: up to 0] |123456"),
        ProgramFile(
            "canvas-roster.csv", "people",
            ["0664541 | al1 | Ana | Li | al1@duke.edu", "0664542 | Zoë | de la Cruz | zc2@duke.edu"],
            unread: "Student ID, Section name", skipped: ["This is not a person: it has no DUID."]),
        ProgramFile("excel-sep.csv", "contacts", ["José | Núñez | 9195550100"], unread: "Notes"),
        ProgramFile("excel-spanish.csv pipes.txt", "contacts", ["Ana | Li | 9195550100 | ana@x.org"]),
        ProgramFile("moodle-spanish.csv", "people", ["0664541 | al1 | Ana | Li | al1@duke.edu | Duke | ECE"]),
        ProgramFile(
            "outlook-spanish.csv", "contacts",
            ["José | Núñez | 12 Elm St. | Durham | North Carolina | 27701 | 9195550100 | jose@x.org"],
            unread: "Tratamiento"),
        ProgramFile(
            "players-french.tsv players-quoted.csv", "players",
            ["Torvald Quillfeather | ATL | 117.1 | 4944", "Ada Minke | DUR | 98.5 | 4000"]),
        ProgramFile(
            "players-german.csv", "players",
            ["Torvald Quillfeather | ATL | 117.1 | 4944 | 69.9", "Ada Minke | DUR | 98.5 | 4000 | 60"],
            unread: "Spieler"),
        ProgramFile(
            "quoted-address.csv", "people",
            ["0664541 | al1", #"0664543 | fb1 | Fred | Bloggs | "Fred Bloggs"@example.org"#]),
        ProgramFile(
            "registrar", "people", ["0664541 | al1 | Ana | Li | ECE", "0664542 | zc2 | Zoë | de la Cruz | CS"]),
        ProgramFile(
            "several-addresses.csv", "contacts",
            [
                "Ana | Li | 9195550100 | ana@x.org", "Bo | Ek | 9195550101 | bo@x.org",
                #"Cy | Oz | 9195550102 | "Cy Oz"@x.org"#,
            ],
            leftOut: [
                "Ana Li: Email “; ana.li@y.org” was not imported.", "Bo Ek: Email “, bo@y.org” was not imported.",
            ]),
    ]

    private static let cards: [ProgramFile] = [
        ProgramFile("android.vcf", "contacts", ["Zoë | Łuk | 9195550100 | zoe@x.org"], unread: "Fax"),
        ProgramFile(
            "apple.vcf", "contacts",
            [
                "Ana | Li | 12 Elm St. | Durham | North Carolina | 27701 | 9195550100 | ana@x.org",
                "Acme Tool Works | 9195550103",
            ], unread: "Birthday, Country, Fax, Middle Name, Notes, Organization, another address, another email"),
        ProgramFile("evolution.vcf", "contacts", ["Ana | Li | 9195550100 | ana@x.org"], unread: "Fax"),
        ProgramFile(
            "google.vcf", "contacts",
            ["Zoë | Łuk | 12 Elm St. | Durham | North Carolina | 27701 | 9195550104 | zoe@x.org"],
            unread: "Country, Notes, another phone, other values of Address"),
        ProgramFile(
            "nextcloud.vcf", "contacts",
            ["Ana | Li | 12 Elm St. | Durham | North Carolina | 27701 | 9195550100 | ana@x.org"], unread: "Country"),
        ProgramFile(
            "outlook.vcf", "contacts",
            ["José | Núñez | 1 Main St | Raleigh | North Carolina | 27601 | 9195550104 | jose@x.org"],
            unread: "Country, Fax, Job Title, Organization, X-MS-OL-DEFAULT-POSTAL-ADDRESS, another address"),
        ProgramFile(
            "person.vcf", "people", ["0664541 | al1 | Ana | Li | al1@duke.edu | Female | ECE | MEng | Owls | chess"],
            unread: "Notes, other values of Organization"),
        ProgramFile(
            "thunderbird.vcf", "contacts",
            ["Ana | Li | 12 Elm St. | Durham | North Carolina | 27701 | 9195550100 | ana@x.org"],
            unread: "Fax, Notes, another address"),
        ProgramFile("utf16-without-mark.vcf utf16.vcf utf16be.vcf", "contacts", ["Zoë | Łuk | 9195550100"]),
        // Cards in other character sets, folds, and shapes
        ProgramFile("agent.vcf", "contacts", ["Ana | Li | 9195550100"], unread: "Agent"),
        ProgramFile("apple-group.vcf", "contacts", ["Ana | Li | 9195550100"], unread: "Label"),
        ProgramFile("big5.vcf gb2312.vcf", "contacts", ["小明 | 王 | 9195550100"]),
        ProgramFile("cp1252.vcf latin1.vcf", "contacts", ["José | Núñez | 9195550100"]),
        ProgramFile(
            "damaged.vcf", "contacts", ["Zo\u{FFFD} | Łuk | 9195550100", "Bo | Ek | 9195550101"],
            leftOut: ["Zo\u{FFFD} Łuk: First Name has characters that could not be read."]),
        ProgramFile("ez-vcard.vcf", "contacts", ["Zoë | Łuk | 9195550100"], unread: "Notes"),
        ProgramFile("full-name.vcf", "contacts", ["Pauline | Hughes | 9195550100"], unread: "Full Name"),
        ProgramFile("iso-2022-jp.vcf", "contacts", ["花 | 田中 | 9195550100"]),
        ProgramFile("koi8-r.vcf windows-1251.vcf", "contacts", ["Анна | Ли | 9195550100"]),
        ProgramFile("label.vcf", "contacts", ["Ana | Li | 9195550100"], unread: "Address"),
        ProgramFile("mailto-group.vcf", "contacts", ["Ana | Li | Ana@x.org"]),
        ProgramFile(
            "nextcloud-joined.vcf", "contacts", ["Ana | Li | 9195550100", "Bo | Ek | bo@x.org", "Cy | Oz | 9195550102"]),
        ProgramFile(
            "no-end.vcf", "contacts", ["Ana | Li | 9195550100", "Bo | Ek | 9195550101"], unread: "“Dur”, “ham”"),
        ProgramFile(
            "unknown-charset.vcf", "contacts", ["José | Núñez | 9195550100", "Bo | Ek | 9195550101"],
            leftOut: [
                "José Núñez: First Name is not text in the character set “KLINGON-1”. José Núñez: Last Name is not text in the character set “KLINGON-1”."
            ]),
    ]
}
