import DirectoryModel
import Language

/// Why a password would be guessed at once.
enum PasswordWeakness: Equatable {
    /// It is mostly blanks, or one character over and over.
    case monotonous
    /// It is one of those that everybody tries first.
    case common
    /// It is the NetID.
    case netid

    /// The weakness of `password`, or nil where it has none that can be seen.
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

    /// The rest of a sentence that starts with “Password”.
    var reason: String {
        switch self {
        case .monotonous: translated("must have at least 4 different characters that can be seen")
        case .common: translated("is one that everybody tries first")
        case .netid: translated("must be another than your NetID")
        }
    }

    /// Those of 8 characters and more that head every list of passwords that leaked.
    private static let guessedFirst: Set<String> = Set(
        """
        12345678 123456789 1234567890 0123456789 87654321 987654321 12341234 123123123 password password1 password12
        password123 password! passw0rd p@ssw0rd p@ssword mypassword qwertyui qwertyuiop qwerty123 qwerty12 qwerty1234
        asdfghjk asdfghjkl zxcvbnm123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 qazwsxedc iloveyou iloveyou1 sunshine
        princess football baseball basketball superman trustno1 starwars whatever computer internet michelle jennifer
        welcome1 welcome123 letmein1 letmein123 changeme changeme1 abcd1234 abc12345 abcdefgh a1b2c3d4 admin123
        administrator dragon123 monkey123 master123 shadow123 duke1234 bluedevil bluedevils goduke123 duke2024 duke2025
        duke2026
        """.split { $0.isWhitespace }.map(String.init))
}
