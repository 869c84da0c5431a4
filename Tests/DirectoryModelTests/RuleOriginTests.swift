import DirectoryModel
import Testing

/// Rules for typed texts and for others.
@Suite struct RuleOriginTests {
    @Test(arguments: [
        ("abc", "abc@duke.edu"), ("abc@", "abc@duke.edu"), ("12.5", "12.5@duke.edu"), ("nothing", "nothing@duke.edu"),
        ("two words@x", "twowords@x"),
    ])
    func anAddressIsCompletedOnlyWhereItIsTyped(text: String, typed: String) {
        #expect(Rule.email.verdict(text) == .normalized(typed))
        let broken = RuleBroken(
            "must be an email address such as abc12@duke.edu", advice: "Enter an email address such as abc12@duke.edu.")
        #expect(Rule.email.verdict(text, .sent) == .wrong(broken))
    }

    @Test(arguments: [Rule.Origin.typed, .sent])
    func blanksCaseAndMarksAreTidiedAnyhow(origin: Rule.Origin) {
        #expect(Rule.email.verdict(" ANA@Duke.edu\u{200B} ", origin) == .normalized("ana@duke.edu"))
        #expect(Rule.email.verdict("none", origin) == .fine)
        #expect(Rule.withAtSign.verdict(" a@b ", origin) == .normalized("a@b"))
    }

    @Test func noRuleOfAnyCollectionAddsToWhatWasSent() {
        let texts = ["abc", "12.5", "abc@", "two words@x", "a b", "x", "7", "King", "Un known", "1e3", "2027"]
        for definition in Collections.all { check(definition, texts) }
    }

    private func check(_ definition: Definition, _ texts: [String]) {
        for field in definition.fields {
            // Words for choices and switches are their own.
            switch field.editor {
            case .choice, .flag: continue
            default: break
            }
            for text in texts {
                guard case .normalized(let normalized) = field.rule.verdict(text, .sent) else { continue }
                let left = text.lowercased().filter { !$0.isWhitespace }
                #expect(
                    normalized.lowercased().filter { !", ".contains($0) }.count <= left.count, "\(field.label) \(text)")
            }
        }
    }
}
