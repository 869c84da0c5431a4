import Language

/// What a property is about, and what people call it.
extension CardLine {
    private func isOf(_ kinds: Set<String>) -> Bool {
        parameters.contains { $0.name == "TYPE" && kinds.contains($0.value.trimmed) }
    }

    /// True for the number of a fax or another machine.
    var isForMachines: Bool { name == "TEL" && isOf(["FAX", "PAGER", "MODEM", "BBS", "TEXTPHONE"]) }

    /// How far from home an address is: at home 0, at work 2.
    var distance: Int {
        guard name == "ADR" else { return 0 }
        return isOf(["HOME"]) ? 0 : isOf(["WORK"]) ? 2 : 1
    }

    /// True where the property has a value that people may miss.
    var saysSomething: Bool {
        !Self.technical.contains(name)
            && value.contains { $0 > 0x20 && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
    }

    private static let technical: Set<String> = [
        "BEGIN", "END", "VERSION", "PRODID", "REV", "UID", "KIND", "X-ADDRESSBOOKSERVER-KIND", "SOURCE", "NAME",
        "PROFILE", "CLASS", "SORT-STRING", "MAILER", "X-ABLABEL", "X-ABADR", "X-ABSHOWAS", "X-ABUID", "FN", "LABEL",
        "CLIENTPIDMAP", "X-EVOLUTION-FILE-AS", "X-MOZILLA-HTML", "XML",
    ]

    /// What people call the property.
    var peoplesName: String {
        switch name {
        case "NOTE": translated("Notes")
        case "BDAY": translated("Birthday")
        case "ANNIVERSARY", "X-ANNIVERSARY": translated("Anniversary")
        case "URL": translated("Website")
        case "NICKNAME": translated("Nickname")
        case "ORG": translated("Organization")
        case "TITLE": translated("Job Title")
        case "ROLE": translated("Role")
        case "CATEGORIES": translated("Categories")
        case "IMPP": translated("Instant Messaging")
        case "PHOTO": translated("Picture")
        case "TEL": translated("Phone")
        case "ADR": translated("Address")
        default: name
        }
    }

    /// What people call one of its parts.
    func peoplesName(ofPart place: Int) -> String {
        switch (name, place) {
        case ("N", 2): translated("Middle Name")
        case ("N", 3): translated("Title")
        case ("N", 4): translated("Suffix")
        case ("ADR", 0): translated("PO Box")
        case ("ADR", 6): translated("Country")
        default: translated("other values of \(peoplesName)")
        }
    }

    /// What people call the property where another of the same name was read.
    var peoplesNameOfAnother: String {
        switch name {
        case "TEL" where isOf(["FAX"]): translated("Fax")
        case "TEL": translated("another phone")
        case "EMAIL": translated("another email")
        case "ADR": translated("another address")
        default: peoplesName
        }
    }
}
