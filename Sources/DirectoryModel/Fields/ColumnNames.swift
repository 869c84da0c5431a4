/// The names of a field's columns in other programs' tables, best first.
///
/// Only letters and digits are compared: "E-mail Address" equals "email address".
public struct ColumnNames: Sendable {
    /// Names of address parts are grouped by address, in the same order for every part, so that no two addresses are
    /// mixed. Other fields have one group.
    let groups: [[String]]

    public init(_ names: String...) { groups = [names] }

    private init(groups: [[String]]) { self.groups = groups }

    var all: [String] { groups.flatMap(\.self) }

    /// The part of a name that is compared.
    static func key(_ name: String) -> String {
        let letters = name.lowercased().filter { $0.isLetter || $0.isNumber || "%/".contains($0) }
        return letters.isEmpty ? name.trimmed : letters
    }

    /// The names of a part of an address: unspecified, at home, at work, and elsewhere.
    /// - Parameter google: the name after "Address 1 - ".
    private static func address(_ names: [String], google: String) -> ColumnNames {
        func with(_ prefixes: String...) -> [String] { prefixes.flatMap { prefix in names.map { "\(prefix) \($0)" } } }
        return ColumnNames(groups: [
            names, ["Address 1 - \(google)"], with("Home", "Personal"), with("Work", "Business", "Company"),
            with("Other", "Mailing", "Primary"), ["Address 2 - \(google)"],
        ])
    }
}

/// Names in Google Contacts, Outlook, Thunderbird, Yahoo, LibreOffice, Canvas, Moodle, Blackboard, and handmade tables.
extension ColumnNames {
    static let firstName = ColumnNames("Given Name", "Given Names", "First Names", "First", "Forename")
    static let lastName = ColumnNames("Family Name", "Surname", "Last Names", "Last")
    static let fullName = ColumnNames(
        "Name", "Full Name", "Display Name", "Student Name", "Student", "Contact Name", "Users",
        "File As")
    static let organization = ColumnNames(
        "Organization Name", "Organization 1 - Name", "Organization", "Organisation", "Company", "Company Name",
        "Employer", "Business")
    static let department = ColumnNames(
        "Organization Department", "Organization 1 - Department", "Department", "Team Name", "Group", "Group Name",
        "Groups")
    static let jobTitle = ColumnNames(
        "Organization Title", "Organization 1 - Title", "Job Title", "Position", "Occupation", "Degree Plan")
    static let email = ColumnNames(
        "E-mail 1 - Value", "E-mail Address", "Primary Email", "Email 1", "E-mail 1 Address", "Mail", "Mail Address",
        "E-mail 2 - Value", "E-mail 3 - Value", "E-mail 2 Address", "E-mail 3 Address", "Email 2", "Secondary Email",
        "Personal Email", "Home Email", "Work Email", "Business Email", "Alternate Email 1", "Other Email")
    static let phone = ColumnNames(
        "Primary Phone", "Phone 1 - Value", "Mobile Phone", "Mobile Number", "Mobile", "Cell Phone", "Cell Number",
        "Cell", "Phone Number", "Telephone", "Telephone Number", "Tel", "Phone 1", "Home Phone", "Home Number",
        "Telephone private", "Home", "Work Phone", "Work Number", "Business Phone", "Telephone business", "Work",
        "Phone 2 - Value", "Phone 3 - Value", "Phone 2", "Home Phone 2", "Business Phone 2", "Other Phone",
        "Company Main Phone", "Car Phone")
    static let street = address(
        ["Street", "Street Address", "Address", "Street 1", "Address 1", "Address Line 1"], google: "Street")
    static let apartment = address(
        ["Apartment", "Apt", "Unit", "Suite", "Street 2", "Address 2", "Address Line 2", "Extended Address"],
        google: "Extended Address")
    static let city = address(["City", "Town", "Locality"], google: "City")
    static let state = address(
        ["State", "ST", "State/Province", "State/Region", "Province", "Region"], google: "Region")
    static let zipCode = address(
        ["ZIP", "ZIP Code", "Postal Code", "Postcode", "ZIP/Postal Code"], google: "Postal Code")
    static let emergency = ColumnNames("Emergency Contact", "Is Emergency Contact", "In Case of Emergency", "ICE")
    static let number = ColumnNames(
        "SIS User ID", "Student ID", "Student Number", "ID Number", "Unique ID", "Duke Unique ID")
    static let login = ColumnNames("SIS Login ID", "Login ID", "Login", "Username", "User ID")
    static let home = ColumnNames("Hometown", "Home Town", "Place of Birth", "Birthplace")
    static let program = ColumnNames("Major", "Field of Study", "Program of Study")
    static let hobby = ColumnNames("Hobby", "Interests", "Interest")
    static let languages = ColumnNames("Programming Languages")
    static let movie = ColumnNames("Favorite Movie", "Film")
    /// Columns of groups: Google's, of today and earlier, and Outlook's.
    static let groups = ColumnNames("Labels", "Group Membership", "Categories")

    /// What separates the groups in a column with this key.
    static func separators(of key: String) -> [String] { key == Self.key("Categories") ? [";", ","] : [":::"] }
}

extension ColumnNames {
    static func + (one: ColumnNames, other: ColumnNames) -> ColumnNames {
        ColumnNames(groups: [one.all + other.all])
    }
}

/// Converts other programs' values to the forms of this one.
enum ImportNormalizer {
    /// The five digits of a ZIP+4 code.
    static func zipCode(_ text: String) -> String {
        text.trimmed.wholeMatch(of: /(\d{5})-\d{4}/.asciiOnlyDigits()).map { String($0.output.1) } ?? text
    }

    /// Removes the extension that vCard 4.0 appends after a semicolon.
    static func phone(_ text: String) -> String { text.split(separator: ";").first.map(String.init) ?? "" }

    /// Removes the text that vCard 4.0 appends after a semicolon.
    static func gender(_ text: String) -> String {
        text.split(separator: ";", omittingEmptySubsequences: false).first.map { String($0).trimmed } ?? ""
    }
}
