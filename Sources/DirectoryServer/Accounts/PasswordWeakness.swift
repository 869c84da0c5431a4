import DirectoryModel
import Language

/// Why a password would be guessed at once.
enum PasswordWeakness: Equatable {
    /// It is mostly blanks, or one character over and over.
    case monotonous
    /// It is one of those that attackers try first.
    case common
    /// It is the NetID.
    case netid

    /// The weakness of `password`, or nil where none is found.
    init?(of password: String, netid: String) {
        let visible = password.filter { !$0.isWhitespace }
        let word = Folding.text(visible)
        if Set(visible).count < 4 {
            self = .monotonous
        } else if Self.guessedFirst.contains(word) {
            self = .common
        } else if word.replacing(netid.lowercased(), with: "").isEmpty {
            self = .netid
        } else {
            return nil
        }
    }

    /// Why `password` cannot be that of `netid`: the rest of a sentence that starts with “Password”; nil where it can.
    static func reason(against password: String, netid: String) -> String? {
        guard password.count >= Accounts.shortestPassword else { return tooShort }
        guard password.utf8.count <= Accounts.longestPassword, !password.utf8.contains(0) else { return tooLong }
        return PasswordWeakness(of: password, netid: netid)?.reason
    }

    private static var tooShort: String {
        let least = Accounts.shortestPassword
        return translated(
            least, one: "must have at least \(least) character", many: "must have at least \(least) characters")
    }

    private static var tooLong: String {
        let most = Accounts.longestPassword
        return translated(
            most, one: "must have at most \(most) byte", many: "must have at most \(most) bytes")
    }

    /// The rest of a sentence that starts with “Password”.
    var reason: String {
        switch self {
        case .monotonous: translated("must have at least 4 different visible characters")
        case .common: translated("is too common")
        case .netid: translated("must be different from your NetID")
        }
    }

    /// Passwords of 8 characters and more at the top of lists of leaked passwords.
    private static let guessedFirst: Set<String> = Set(
        """
        12345678 123456789 1234567890 0123456789 87654321 987654321 12341234 123123123 password password1 password12
        password123 password\u{21} passw0rd p@ssw0rd p@ssword mypassword qwertyui qwertyuiop qwerty123 qwerty12 qwerty1234
        asdfghjk asdfghjkl zxcvbnm123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 qazwsxedc iloveyou iloveyou1 sunshine
        princess football baseball basketball superman trustno1 starwars whatever computer internet michelle jennifer
        welcome1 welcome123 letmein1 letmein123 changeme changeme1 abcd1234 abc12345 abcdefgh a1b2c3d4 admin123
        administrator dragon123 monkey123 master123 shadow123 duke1234 bluedevil bluedevils goduke123 duke2024 duke2025
        duke2026
        """.split { $0.isWhitespace }.map(String.init))
}
