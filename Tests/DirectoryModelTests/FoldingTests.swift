import DirectoryModel
import Foundation
import Testing

struct FoldingTests {
    @Test(arguments: [
        ("Łukasz", "lukasz"), ("Đặng", "dang"), ("Strauß", "strauss"), ("Zoë", "zoe"), ("Søren", "soren"),
        ("Æsir", "aesir"), ("Œuvre", "oeuvre"), ("Þór", "thor"), ("İstanbul", "istanbul"), ("ISPARTAı", "ispartai"),
        ("Ngũgĩ", "ngugi"), ("Ayọ̀kúnlé", "ayokunle"), ("ＡＢ", "ab"), ("Олена", "олена"), ("李", "李"),
        ("\u{202A}Zo\u{200B}e\u{AD}\u{202C}\u{FEFF}", "zoe"), ("555‑0401–1", "555-0401-1"), ("李\u{200B}明", "李明"),
        ("A\0b", "ab"), ("Zo\0ë", "zoe"), ("\0Ἀ\0", "α"), ("oʼb", "o'b"),
        ("ABC xyz", "abc xyz"), ("O’Brien", "o'brien"), ("ʻOkina Hawaiʻi", "'okina hawai'i"), ("‘Ø’ 李’", "'o' 李'"),
    ])
    func caseAndAccentsGo(text: String, folded: String) {
        #expect(Folding.text(text) == folded)
    }

    @Test(arguments: [
        ("Jürgen Müller", "juergen mueller"), ("Ju\u{308}rgen", "juergen"), ("Ørsted", "oersted"), ("Åse", "aase"),
        ("Wei-Ling", "weiling"), ("Hans‐Peter", "hanspeter"), ("Hans-", "hans"), ("Łukasz", nil), ("Ana", nil),
        ("O'Neil", "oneil"), ("O’Neil", "oneil"), ("Hawaiʻi", "hawaii"), ("'t Hooft", nil), ("5'4", nil),
        ("555-0401", nil), ("2026-11-27", nil), ("- a", nil), ("Zoë", nil),
    ])
    func namesHaveAnotherSpelling(text: String, other: String?) {
        #expect(Folding.otherSpelling(of: text).map { String(decoding: $0, as: UTF8.self) } == other)
    }

    @Test(arguments: [
        ("mueller", "Müll"), ("uelle", "üll"), ("weiling", "Wei-Ling"), ("hanspe", "Hans-Pe"), ("ue", "ü"),
        ("onei", "O’Nei"),
    ])
    func rangesAreFoundInTheOtherSpelling(needle: String, start: String) {
        for text in ["Müller", "Wei-Ling", "Hans-Peter", "O’Neil"] where text.contains(start) {
            let found = Folding.ranges(of: Folding.bytes(needle), in: text).map { String(text[$0]) }
            #expect(found.count == 1 && found[0].hasPrefix(start))
        }
    }

    @Test func rangesStandInTheOriginal() {
        let text = "Strauß Straße"
        let found = Folding.ranges(of: Folding.bytes("STRASS"), in: text).map { String(text[$0]) }
        #expect(found == ["Straß"])
        #expect(Folding.ranges(of: Folding.bytes("dang"), in: "Đặng").count == 1)
        #expect(Folding.ranges(of: [], in: "x").isEmpty)
    }

    /// ASCII is compared as bytes, other texts character by character.
    @Test func rangesAreTheSameByBytesAndByLetters() {
        let message = ["Ana", "ANANAS", "banana", "n", "", "aNa aNa", "x ana"]
        for needle in ["a", "ana", "na", "nan", "x", "anana"] {
            for word in message {
                let plain = Folding.ranges(of: Folding.bytes(needle), in: word).map { String(word[$0]) }
                let other = word + " é"
                let letters = Folding.ranges(of: Folding.bytes(needle), in: other).map { String(other[$0]) }
                #expect(plain == letters, "\(needle) in \(word)")
                #expect(plain.allSatisfy { Folding.text($0) == needle })
            }
        }
    }

    /// Texts that tables fold, and texts of several scripts, which Foundation folds, have the same result.
    @Test func mixedTextsAreFoldedAsFoundationDoes() {
        let message =
            [
                "Ana", "Zoë", "e\u{301}", "\u{301}", "\u{301}a", "Ἀθηνᾶ", "ΑΣ", "Σ", "ΑΣΑ", "ı", "İ", "ß", "ẞ", "ﬁ",
                "مُحَمَّد",
                "\u{600}", "عبد", "דָּוִד", "हिन्दी", "ไทย", "\u{1100}\u{1161}\u{11A8}", "각", "ｱﾞ", "ヤ\u{3099}", "👩🏽‍🚀",
                "\u{200D}", "\u{FE0F}",
                "🇩🇪", "’", "Ծաղիկ", "Ёлка", "й", "и\u{306}", "\u{1F1E9}", "1\u{20E3}", "\u{0}", "\u{FFFD}", "", "ǆ", "Å",
                "K", "𝒜",
                "\u{E000}", "ᾳ", "\u{FF9E}", "ⓐ", "Ⅷ", "\r", "\n",
            ]
        for one in message {
            for other in message {
                let longer = "x \(one) y \(other) \(one)\(other) z"
                #expect(Folding.text(longer) == folded(longer), "\(longer.unicodeScalars.map(\.value))")
            }
        }
    }

    /// The tables of letters do what Foundation does, also for letters beside each other.
    @Test func lettersFromTablesAreFoldedAsFoundationDoes() {
        let letters = [0x370..<0x700, 0x900..<0xE80, 0x4E00..<0xA000, 0xAC00..<0xD7A4].joined()
            .compactMap { Unicode.Scalar(UInt32($0)) }
        let wrong = letters.filter { Folding.text("a\($0)\($0) \($0)") != folded("a\($0)\($0) \($0)") }
        #expect(wrong.isEmpty)
    }

    /// Comparing ASCII has the same result as comparing lowercase texts.
    @Test func plainLettersAreComparedAsLowercaseTextsAre() {
        let parts = ["a", "A", "k", "K", "\u{212A}", "é", "E\u{301}", "İ", "i", "ß", "\0", "-", "z", "Z", "@", "`", ""]
        let texts = parts.flatMap { one in parts.map { one + $0 } }
        for one in texts {
            for other in texts {
                let isSame = one == other || one.lowercased() == other.lowercased()
                #expect(one.caseInsensitiveEquals(other) == isSame, "“\(one)” and “\(other)”")
            }
        }
    }

    /// `text`, folded as a whole by Foundation and the table of other letters.
    private func folded(_ text: String) -> String {
        let left: [Unicode.Scalar: String] = [
            "ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th", "ð": "d", "ı": "i", "ħ": "h",
            "ŧ": "t", "ŋ": "n", "ĸ": "k", "ƒ": "f", "ɛ": "e", "ɔ": "o", "ə": "a", "’": "'", "\0": "",
        ]
        let whole = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return whole.unicodeScalars.filter { !(0x300..<0x370).contains($0.value) }.map { left[$0] ?? String($0) }
            .joined()
    }
}
