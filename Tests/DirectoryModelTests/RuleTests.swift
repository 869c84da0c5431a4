import DirectoryModel
import Foundation
import Hostile
import Testing

/// What rules correct, and what they refuse.
struct RuleTests {
    @Test(arguments: [
        ("email", "  RT113 ", "rt113@duke.edu"), ("email", "RT113@", "rt113@duke.edu"),
        ("email", "A.B@Duke.EDU", "a.b@duke.edu"), ("netid", " RT113@duke.edu", "rt113"),
        ("fName", "<b>Ann</b>\u{202E}  Lee\u{7}\n", "<b>Ann</b> Lee"),
        ("movie", "use <stdio.h>\u{200B}", "use <stdio.h>"),
        ("movie", "List<Int>  < > Tom <tom@x.y>", "List<Int> < > Tom <tom@x.y>"),
        ("email", "ric . telford @ duke.edu", "ric.telford@duke.edu"),
        ("email", "\"Fred Bloggs\"@example.org", "\"Fred Bloggs\"@example.org"), ("email", "N/A", "N/A"),
        ("email", "mailto:Ana@duke.edu?subject=Hi", "ana@duke.edu"), ("email", "MAILTO: zo%C3%AB@x.y", "zoë@x.y"),
        ("fName", "🦉 👩🏽‍🚀", "🦉 👩🏽‍🚀"),
        ("role", "student", "Student"), ("hobby", "swim,, chess ,", "swim, chess"), ("hobby", "a;b;c", "a, b, c"),
        ("languages", "Swift|C;  C/C++\n日本語、ß", "Swift, C, C/C++, 日本語, ß"),
        ("movie", "Tom & Jerry <3 '; DROP TABLE people", "Tom & Jerry <3 '; DROP TABLE people"),
        ("from", "a\0b", "ab"),
    ])
    func normalizes(key: String, typed: String, normalized: String) throws {
        let field = try #require(DukePerson.definition.field(named: key))
        #expect(try field.rule.checked(typed).get() == normalized)
        #expect(field.rule.verdict(normalized) == .fine)
    }

    @Test(arguments: [
        ("email", "a b@duke@edu"), ("email", "a b"), ("email", "Tom <tom@x.y>"), ("DUID", "-5"),
        ("email", "a@b@c"), ("email", "@duke.edu"), ("email", ".a@duke.edu"), ("email", "a@duke.edu."),
        ("netid", "rt 113"), ("netid", "ré1"), ("netid", String(repeating: "a", count: 33)), ("role", "Wizard"),
        ("fName", String(repeating: "a", count: 101)), ("movie", String(repeating: "a", count: 1001)),
        ("picture", "hello!"), ("picture", "aGVsbG8="), ("DUID", "12a"),
    ])
    func refuses(key: String, typed: String) throws {
        let field = try #require(DukePerson.definition.field(named: key))
        #expect(throws: RuleBroken.self) { try field.rule.checked(typed).get() }
    }

    @Test(arguments: [
        ("-5", RuleBroken("must be 0 or greater", advice: "Enter 0 or more.")),
        ("99999999999999999999", RuleBroken("is too large", advice: "Enter a smaller number.")),
    ])
    func aNumberIsRefusedForWhatItIs(typed: String, broken: RuleBroken) throws {
        let rule = try #require(DukePerson.definition.field(named: "DUID")).rule
        #expect(rule.verdict(typed) == .wrong(broken))
    }

    @Test(arguments: [
        "a, q\u{602} , go", "\u{602} a", "a \u{602}", "a ,\u{301} b", ",\u{301}", " \u{301}a", "a\u{200D} , b",
        "ab12@Duke.edu ", ",\u{FFF4}",
        "ab@duke.edu@duke.edu", "\u{202E}ab", "yes\u{602} ", "a,, ,b", "1\u{602} 2", "(919)\u{602} 555-0100", "\r\n",
        "", "m ailto:<mailto:a @b>", "tel: mailto:%6Dailto:%3Ca@b%3E",
    ])
    func correctedValuesAreStable(text: String) {
        for field in Collections.all.flatMap(\.fields) {
            guard case .success(let saved) = field.rule.checked(text) else { continue }
            #expect(field.rule.checked(saved) == .success(saved), "\(field.key): “\(saved)”")
        }
    }

    @Test(arguments: [
        ("abc", "abc@duke.edu"), ("abc@", "abc@duke.edu"), ("12.5", "12.5@duke.edu"), ("nothing", "nothing@duke.edu"),
        ("two words@x", "twowords@x"),
    ])
    func anAddressIsCompletedOnlyWhereItIsTyped(text: String, typed: String) {
        #expect(Rule.email.verdict(text) == .normalized(typed))
        let broken = RuleBroken(
            "must be an email address such as abc12@duke.edu", advice: "Enter an email address such as abc12@duke.edu.")
        #expect(Rule.email.verdict(text, .sent) == .wrong(broken))
        let person = DukePerson(DUID: 1, email: text)
        #expect(throws: FieldBroken.self) { try person.record.normalized() }
        #expect(person.reasonsAgainst.contains("Email \(broken.reason)."))
    }

    @Test(arguments: [Rule.Origin.typed, .sent])
    func blanksCaseAndMarksAreTidiedAnyhow(origin: Rule.Origin) {
        #expect(Rule.email.verdict(" ANA@Duke.edu\u{200B} ", origin) == .normalized("ana@duke.edu"))
        #expect(Rule.email.verdict("none", origin) == .fine)
        #expect(Rule.withAtSign.verdict(" a@b ", origin) == .normalized("a@b"))
    }

    @Test(arguments: ["abc", "12.5", "abc@", "two words@x", "a b", "x", "7", "King", "Un known", "1e3", "2027"])
    func noRuleAddsToWhatWasSent(text: String) {
        let length = text.filter { !$0.isWhitespace }.count
        for field in Collections.all.flatMap(\.fields) {
            // Words for choices and switches are their own.
            switch field.editor {
            case .choice, .flag: continue
            default: break
            }
            guard case .normalized(let normalized) = field.rule.verdict(text, .sent) else { continue }
            #expect(normalized.filter { !", ".contains($0) }.count <= length, "\(field.label)")
        }
    }

    @Test(arguments: [
        ("unknown", true), ("UnKnown", true), ("un\u{212A}nown", true), (" unknown ", true), ("N/A", true), ("-", true),
        ("unknowns", false), ("Łukasz", false), ("ånknown", false), ("", true), ("\u{3000}", true),
    ])
    func placeholdersAreRecognizedInAnyCase(text: String, isUnset: Bool) {
        #expect(DukePerson.definition.field("email").isUnset(text) == isUnset)
    }

    // MARK: Pictures, of which rules only look at headers

    @Test(arguments: [
        HeaderOnlyPicture.jpeg(200, 200), HeaderOnlyPicture.png(200, 200), HeaderOnlyPicture.png(2000, 2000),
    ])
    func pictureIsPreserved(picture: Data) throws {
        let whole = picture.base64EncodedString()
        #expect(Rule.picture.verdict(whole) == .fine)
        for sent in [whole.trimmingCharacters(in: ["="]), "data:image/jpeg;base64,\(whole)"] {
            let read = ReadElement.record(DukePerson(DUID: 7, picture: sent).record).normalized
            #expect(try DukePerson(read.whole()).picture == whole)
        }
    }

    @Test(
        arguments: [
            (HeaderOnlyPicture.png(22_000, 22_000), "is too large (22000 × 22000 pixels)"),
            (HeaderOnlyPicture.png(1, 22_000), "is too large (1 × 22000 pixels)"),
            (HeaderOnlyPicture.jpeg(2001, 2000), "is too large (2001 × 2000 pixels)"),
            // Browsers draw pictures without an end
            (HeaderOnlyPicture.png(22_000, 22_000).dropLast(12), "is incomplete or damaged"),
            (HeaderOnlyPicture.jpeg().dropLast(2), "is incomplete or damaged"),
            (HeaderOnlyPicture.jpeg(0, 8), "is incomplete or damaged"),
            (Data("GIF89a".utf8), "is not a JPEG or PNG picture"),
        ] as [(Data, String)])
    func pictureThatDecodesToTooMuchIsRefused(picture: Data, reason: String) {
        let broken = #expect(throws: RuleBroken.self) {
            try Rule.picture.checked(picture.base64EncodedString()).get()
        }
        #expect(broken?.reason == reason)
    }
}
