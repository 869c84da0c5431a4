import DirectoryStore
import Foundation
import Testing

/// What a typed answer has in common with a name.
struct NamePartsTests {
    private enum Kind: Equatable { case whole, part, wholeWithError, partWithError }

    private func kind(_ typed: String, _ name: String) -> Kind? {
        NameParts(name).match(of: NameParts(typed)).map { match in
            switch (match.isWhole, match.hasError) {
            case (true, false): .whole
            case (false, false): .part
            case (true, true): .wholeWithError
            case (false, true): .partWithError
            }
        }
    }

    @Test func caseAccentsOrderAndSignsDoNotMatter() {
        for typed in ["Łukasz Nowak", "lukasz nowak", "Nowak, Łukasz", " LUKASZ  NOWAK ", "lukasz-nowak"] {
            #expect(kind(typed, "Łukasz Nowak") == .whole, "\(typed)")
        }
        #expect(kind("Zoe\u{308} OBrien", "Zoë O’Brien") == .whole)
        #expect(kind("Jeanluc Picard", "Jean-Luc Picard") == .whole)
        #expect(kind("Strauss", "Strauß") == .whole)
    }

    @Test func oneTypingErrorIsForgiven() {
        for typed in ["Lukaz Nowak", "Lukasz Novak", "Luaksz Nowak", "Lukassz Nowak", "ukasz nowak"] {
            #expect(kind(typed, "Łukasz Nowak") == .wholeWithError, "\(typed)")
        }
        for typed in ["Lukaz Novak", "Luk", "L", "Lukasz Nowicki", "Lukasz Lukasz", "", " ", "Lukasz Nowak Ma"] {
            #expect(kind(typed, "Łukasz Nowak") == nil, "\(typed)")
        }
        #expect(kind("Bu", "Bo Ma") == nil)
    }

    @Test func theFirstOrTheLastNameIsAPart() {
        #expect(kind("ana", "Ana de Souza") == .part)
        #expect(kind("souza", "Ana de Souza") == .part)
        #expect(kind("sousa", "Ana de Souza") == .partWithError)
        #expect(kind("de", "Ana de Souza") == nil)
    }

    @Test func everyScriptIsRead() {
        // Arabic, without vowel signs, with a longer line, with a wrong letter.
        #expect(kind("محمد الأمير", "مُحَمَّد الأمير") == .whole)
        #expect(kind("محمـــد", "محمد الأمير") == .part)
        #expect(kind("مخمد الأمير", "محمد الأمير") == .wholeWithError)
        // Chinese, in both orders; another sign is another name.
        #expect(kind("李小龍", "小龍 李") == .whole)
        #expect(kind("小龍", "小龍 李") == .part)
        #expect(kind("李小明", "小龍 李") == nil)
        // Korean, composed and decomposed.
        #expect(kind("서연 김".decomposedStringWithCanonicalMapping, "서연 김") == .whole)
        #expect(kind("мария иванова", "Мария Иванова") == .whole)
        #expect(kind("नेहा", "नेहा राव") == .part)
        #expect(kind("נעמי", "נָעֳמִי לוי") == .part)
        #expect(kind("🎉", "🎉") == .whole)
    }
}
