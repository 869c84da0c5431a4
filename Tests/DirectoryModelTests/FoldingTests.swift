import DirectoryModel
import Testing

struct FoldingTests {
    @Test(arguments: [
        ("Łukasz", "lukasz"), ("Đặng", "dang"), ("Strauß", "strauss"), ("Zoë", "zoe"), ("Søren", "soren"),
        ("Æsir", "aesir"), ("Œuvre", "oeuvre"), ("Þór", "thor"), ("İstanbul", "istanbul"), ("ISPARTAı", "ispartai"),
        ("Ngũgĩ", "ngugi"), ("Ayọ̀kúnlé", "ayokunle"), ("ＡＢ", "ab"), ("Олена", "олена"), ("李", "李"),
        ("ABC xyz", "abc xyz"),
    ])
    func caseAndAccentsGo(text: String, folded: String) {
        #expect(Folding.text(text) == folded)
    }

    @Test func rangesStandInTheOriginal() {
        let text = "Strauß Straße"
        let found = Folding.ranges(of: Folding.bytes("STRASS"), in: text).map { String(text[$0]) }
        #expect(found == ["Straß"])
        #expect(Folding.ranges(of: Folding.bytes("dang"), in: "Đặng").count == 1)
        #expect(Folding.ranges(of: [], in: "x").isEmpty)
    }
}
