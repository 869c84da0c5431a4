import Testing

@testable import Language

/// Patterns without a catalog.
struct PlaceholdersTests {
    @Test(arguments: [
        ("{1} hat {0}", "b hat a"), ("{0}{0}", "aa"), ("keiner", "keiner"), ("{2} {x} { {0", "{2} {x} { {0"),
        ("{}{0}", "{}a"),
    ])
    func placeholdersMayBeReordered(pattern: String, filled: String) {
        #expect(LocalizedPattern(english: "", key: "", values: ["a", "b"]).filled(into: pattern) == filled)
    }

    @Test func insertedTextIsNotReadAsAPlaceholder() {
        #expect(LocalizedPattern(english: "", key: "", values: ["{1}", "b"]).filled(into: "{0}, {1}") == "{1}, b")
    }

    @Test(arguments: [(1, "1 person"), (0, "0 people"), (-1, "-1 person"), (150, "150 people")])
    func withoutACatalogueItIsEnglish(count: Int, message: String) {
        #expect(LocalizedString(count, one: "\(count) person", many: "\(count) people").english == message)
    }
}
