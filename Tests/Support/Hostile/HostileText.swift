/// Text that a user may enter by accident or to do harm.
public struct HostileText: Sendable, CustomStringConvertible {
    /// What happens to it in a name.
    public enum Outcome: Equatable, Sendable {
        case asTyped
        case normalized(String)
        case refused
    }

    public let name: String
    public let text: String
    public let outcome: Outcome

    private init(_ name: String, _ text: String, _ outcome: Outcome) {
        self.name = name
        self.text = text
        self.outcome = outcome
    }

    public var description: String { name }

    /// The saved name, or nil if it was rejected.
    public var saved: String? {
        switch outcome {
        case .asTyped: text
        case .normalized(let text): text
        case .refused: nil
        }
    }

    public static let all: [HostileText] = [
        HostileText("spaces around and within", "  Ana   Li  ", .normalized("Ana Li")),
        HostileText("a tab and a new line", "Ana\tLi\nStr\r\nasse", .normalized("Ana Li Str asse")),
        HostileText("control characters", "A\u{1}n\u{7}a\u{1B}[31mred\u{7F}", .normalized("A n a [31mred")),
        HostileText("C1 control characters", "Ana\u{85}Li\u{9B}2J", .normalized("Ana Li 2J")),
        HostileText("NUL", "Ana\u{0}Li", .normalized("AnaLi")),
        HostileText("separators of lines and paragraphs", "Ana\u{2028}Li\u{2029}X", .normalized("Ana Li X")),
        HostileText("a right-to-left override", "Ana\u{202E}gpj.exe", .normalized("Anagpj.exe")),
        HostileText(
            "embeddings and isolates", "\u{202A}a\u{202B}b\u{2066}c\u{2067}d\u{2068}e\u{2069}\u{202C}f\u{202D}",
            .normalized("abcdef")),
        HostileText("right-to-left marks", "Ana\u{200F}Li\u{200E}\u{61C}X", .asTyped),
        HostileText("zero-width space and word joiner", "A\u{200B}n\u{2060}a", .normalized("Ana")),
        HostileText("a byte order mark", "\u{FEFF}Ana", .normalized("Ana")),
        HostileText("nothing that is seen", "\u{200D}\u{3164}\u{AD}\u{2800}\u{200F}", .normalized("")),
        HostileText("tag characters", "Ana\u{E0049}\u{E0067}\u{E006E}\u{E006F}\u{E0072}\u{E0065}", .normalized("Ana")),
        HostileText(
            "a flag made of tag characters", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} Ana",
            .asTyped),
        HostileText("emoji", "😀 Ana 🎉", .asTyped),
        HostileText("a family of emoji", "👩‍👩‍👧‍👦👨🏿‍🚀", .asTyped),
        HostileText("an endless family", "👩" + String(repeating: "\u{200D}👩", count: 5000), .refused),
        HostileText("accents that are no letters of their own", "Zoe\u{308} Strau\u{DF}", .asTyped),
        HostileText(
            "a stack of marks", "A" + String(repeating: "\u{301}", count: 200) + "na",
            .normalized("A" + String(repeating: "\u{301}", count: 15) + "na")),
        HostileText(
            "a megabyte of marks", "A" + String(repeating: "\u{301}", count: 500_000),
            .normalized("A" + String(repeating: "\u{301}", count: 15))),
        HostileText("a megabyte", String(repeating: "Ana Li ", count: 150_000), .refused),
        HostileText("a megabyte of commas", String(repeating: "a,", count: 500_000), .refused),
        HostileText("a megabyte of openings", String(repeating: "<a", count: 500_000), .refused),
        HostileText("a megabyte of white space", String(repeating: " \n\t", count: 350_000), .normalized("")),
        HostileText("a word without an end", String(repeating: "x", count: 101), .refused),
        HostileText("the longest word", String(repeating: "W", count: 100), .asTyped),
        HostileText("SQL", #"'; DROP TABLE people; --"#, .asTyped),
        HostileText("SQL in quotes", #"Robert"); DELETE FROM people; --"#, .asTyped),
        HostileText("a script", #"<script>alert("1")</script>Ana"#, .asTyped),
        HostileText("a script in pieces", #"<scr<b>ipt>alert(1)</scr</b>ipt>"#, .asTyped),
        HostileText("an image that runs", #""><img src=x onerror=alert(1)>Ana"#, .asTyped),
        HostileText("what leaves an attribute", #"" onmouseover="alert(1)" x='"#, .asTyped),
        HostileText("Pango markup", #"<span size="9999999">Ana</span> & <b>"#, .asTyped),
        HostileText("half a tag", "a < b > c &amp; &#60;i> <3 <b", .asTyped),
        HostileText("formats", "%s%n%d%@ %x {0} ${HOME} $(id) `id`", .asTyped),
        HostileText("quotes and backslashes", #"\"\\'""\n\u0041 \"#, .asTyped),
        HostileText("a formula", #"=HYPERLINK("http://x.example","x")"#, .asTyped),
        HostileText("another formula", "+1-1@SUM(A1)", .asTyped),
        HostileText("Arabic", "محمد بن عبد الله", .asTyped),
        HostileText("Hebrew", "דָּוִד בֶּן־גּוּרְיוֹן", .asTyped),
        HostileText("Thai", "สมชาย ใจดี", .asTyped),
        HostileText("Han, kana and Hangul", "山田太郎 ヤマダ 홍길동", .asTyped),
        HostileText("Devanagari and Tibetan", "क्षत्रिय བསྒྲུབས", .asTyped),
        HostileText("noncharacters and private use", "Ana\u{FFFE}\u{E000}\u{10FFFF}\u{FFFD}", .asTyped),
        HostileText("JSON", #"{"DUID": 1, "fName": "\ud800"}, []"#, .asTyped),
        HostileText("paths", "../../../etc/passwd C:\\nul", .asTyped),
    ]
}

extension String {
    /// Whether the text is a single line without control and direction characters.
    public var isOneSafeLine: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
            }
        }
    }
}
