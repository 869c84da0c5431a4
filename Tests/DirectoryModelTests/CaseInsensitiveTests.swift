import DirectoryModel
import Hostile
import Testing

/// Comparing ASCII has the same result as comparing lowercase texts.
struct CaseInsensitiveTests {
    private static let parts = [
        "a", "A", "k", "K", "\u{212A}", "é", "E\u{301}", "İ", "i", "ß", "\0", "-", "z", "Z", "@", "`", "",
    ]

    @Test func plainLettersAreComparedAsLowerCasedTextsAre() {
        let texts = Self.parts.flatMap { one in Self.parts.map { one + $0 } }
        for one in texts {
            for other in texts {
                let isSame = one == other || one.lowercased() == other.lowercased()
                #expect(one.caseInsensitiveEquals(other) == isSame, "“\(one)” and “\(other)”")
            }
        }
    }

    @Test(arguments: [
        ("unknown", true), ("UnKnown", true), ("un\u{212A}nown", true), (" unknown ", true), ("N/A", true), ("-", true),
        ("unknowns", false), ("Łukasz", false), ("ånknown", false), ("", true), ("\u{3000}", true),
    ])
    func placeholdersAreRecognizedInAnyCase(text: String, isUnset: Bool) {
        #expect(DukePerson.definition.field("email").isUnset(text) == isUnset)
    }
}
