import DirectoryModel
import Testing

/// Rules do not change their own corrections.
struct CorrectionTests {
    static let texts = [
        "a, q\u{602} , go", "\u{602} a", "a \u{602}", "a ,\u{301} b", ",\u{301}", " \u{301}a", "a\u{200D} , b",
        "ab12@Duke.edu ", ",\u{FFF4}",
        "ab@duke.edu@duke.edu", "\u{202E}ab", "yes\u{602} ", "a,, ,b", "1\u{602} 2", "(919)\u{602} 555-0100", "\r\n",
        "",
    ]

    @Test(arguments: texts)
    func correctedValuesAreStable(text: String) {
        for definition in Collections.all { check(text, definition) }
    }

    private func check(_ text: String, _ definition: Definition) {
        for field in definition.fields {
            guard case .success(let saved) = field.rule.checked(text) else { continue }
            #expect(field.rule.checked(saved) == .success(saved), "\(field.key): “\(saved)”")
        }
    }
}
