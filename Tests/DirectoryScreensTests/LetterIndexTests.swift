import Testing

@testable import DirectoryScreens

/// The first letters of names in a list, and the row that each of them leads to.
struct LetterIndexTests {
    /// A list of these signs, one section for each text; the row at position n is 100 + n.
    private func index(_ sections: String..., pinned: Int64? = nil) -> LetterIndex {
        var (signs, headers) = ([Unicode.Scalar?](), [(index: Int, header: ListEntry.Header)]())
        for section in sections {
            headers.append((signs.count, ListEntry.Header(title: section, count: section.unicodeScalars.count)))
            signs += section.unicodeScalars.map { $0 == " " ? nil : $0 }
        }
        let rows = signs.indices.map { 100 + Int64($0) }
        return LetterIndex(signs, of: ListEntries(rows: rows, headers: headers), pinned: pinned)
    }

    @Test func everyLetterThereIsOnce() {
        #expect(index("aabd", "abz").letters == ["A", "B", "D", "Z"])
        #expect(index("").letters.isEmpty)
    }

    @Test func whatIsNotALetterIsOneSign() {
        #expect(index("'39a").letters == ["#", "A"])
        #expect(index("'39a").row(of: "#", from: 0) == 100)
        #expect(index(" a").letters == ["A"], "A name that is missing has no letter.")
    }

    @Test func otherScriptsHaveTheirOwnLetters() { #expect(index("aжя東").letters == ["A", "Ж", "Я", "東"]) }

    @Test func aLetterLeadsToItsFirstRowInTheSectionElseInTheNext() {
        let index = index("abb", "bc", "ad")
        #expect(index.row(of: "B", from: index.section(of: 2)) == 101)
        #expect(index.row(of: "B", from: index.section(of: 4)) == 103)
        #expect(index.row(of: "A", from: index.section(of: 4)) == 105)
        #expect(index.row(of: "C", from: index.section(of: 6)) == 104, "After the last section comes the first.")
        #expect(index.row(of: "X", from: 0) == nil)
    }

    @Test func theSameLetterInTwoSectionsBeginsTwice() {
        let index = index("a", "a")
        #expect((index.row(of: "A", from: 0), index.row(of: "A", from: 1)) == (100, 101))
    }

    @Test func onesOwnRowBeforeAllOthersHasNoLetter() {
        let index = index("t", "abt", pinned: 100)
        #expect(index.letters == ["A", "B", "T"])
        #expect(index.row(of: "T", from: 0) == 103)
    }

    @Test func thirtyLettersAreTheMost() {
        let some = String(String.UnicodeScalarView((0..<40).compactMap { Unicode.Scalar(0x4E00 + $0) }))
        let index = index("ab" + some)
        #expect(index.letters.count == 30)
        #expect((index.letters.first, index.letters.last) == ("A", "…"))
        #expect(index.row(of: "…", from: 0) == 129)
    }
}
