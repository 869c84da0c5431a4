import DirectoryModel
import Foundation
import Testing
import TypedStore

@testable import DirectoryStore

/// Boxes of names, and other marks, belong to records, whatever happens to these. What a typed answer has in common with
/// a name.
struct LearnedTests {
    private let sandbox = Folder()
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func person(_ DUID: Int, _ name: String = "Name") -> DukePerson {
        DukePerson(DUID: DUID, netid: "n\(DUID)", fName: name, lName: "L\(DUID)", role: .Student, picture: "/9j/")
    }

    private func load(_ people: [DukePerson], _ strategy: MergeStrategy, into store: Store) throws {
        try store[.people].load(sandbox.list(people, isStrict: false), strategy)
    }

    /// A store of three people whose names are all known.
    private func store() throws -> Store {
        let store = try sandbox.store([person(1), person(2), person(3)], offersUndo: true)
        for key in 1...3 {
            try store[.people].save(LeitnerBox.new.answered(isRight: true, at: now), of: "Ana \(key)", key: key)
        }
        return store
    }

    private func known(_ store: Store) throws -> [Int] { try store[.people].learned().keys.sorted() }

    @Test func aBoxIsAskedLaterAfterEveryRightAnswer() {
        var (box, time, waits) = (LeitnerBox.new, now, [Int]())
        for _ in 1...6 {
            box = box.answered(isRight: true, at: time)
            waits.append(Int((box.due.timeIntervalSince(time) / 86400).rounded(.up)))
            #expect(box.isKnown)
            #expect(box.answered(isRight: true, at: time) == box, "It was not due yet.")
            time = box.due
        }
        #expect(waits == [1, 3, 7, 21, 60, 60])
        box = box.answered(isRight: false, at: time)
        #expect(box == LeitnerBox(number: 0, due: time))
        #expect(!box.isKnown)
    }

    @Test func boxesOutliveTheStore() throws {
        let saved = try store()[.people].learned()
        #expect(saved.values.allSatisfy { $0.box == LeitnerBox(number: 1, due: now.addingTimeInterval(72000)) })
        #expect(try sandbox.store()[.people].learned() == saved)
        #expect(try sandbox.store()[.contacts].learned().isEmpty)
        #expect(saved[2]?.isName("ANÁ 2") == true)
        #expect(saved[2]?.isName("Ana 3") == false, "Somebody else has the number in another class.")
    }

    @Test func updateEditAndUndoPreserveThemUntilTheHistoryIsCleared() throws {
        let store = try store()
        try load([person(1, "Other"), person(9)], .update, into: store)
        #expect(try store.save(person(2, "New"), replacing: 2))
        #expect(try known(store) == [1, 2, 3])
        // Undo brings them back
        _ = try store[.people].delete(keys: [1, 2])
        #expect(try store[.people].undoLast() != nil)
        #expect(try known(store) == [1, 2, 3])
        try load([person(1), person(9)], .replace, into: store)
        #expect(try store[.people].undoLast() != nil)
        #expect(try store[.people].count() == 4)
        try load([person(1), person(9)], .replace, into: store)
        #expect(try known(store) == [1, 2, 3])
        try store.clearHistory()
        try load([person(1), person(9)], .replace, into: store)
        #expect(try known(store) == [1])
    }

    /// A new kind is moved, journaled, and removed with its number unless it says otherwise.
    @Test func everyKindFollowsItsRecord() throws {
        let store = try sandbox.store(offersUndo: true)
        let people = store[.people]
        try store.save(DukePerson(DUID: 1, fName: "Ana"))
        try store.write { db in
            for kind in MarkKind.allCases {
                let other = kind == .notSame ? "8" : ""
                try MarkTable(people.table, in: db).put(
                    kind, key: 1, other: other, value: kind == .learned ? "1 2 ana" : "")
            }
        }
        func kinds(_ key: Int) throws -> Set<MarkKind> {
            try store.read { Set(try MarkTable(people.table, in: $0).marks(where: "key = \(key)").keys.map(\.kind)) }
        }
        #expect(try store.save(DukePerson(DUID: 5, fName: "Ana"), replacing: 1))
        let moved = Set(MarkKind.allCases).subtracting([.published, .unseen, .withdrawn])
        #expect(try kinds(5) == moved)
        #expect(try people.undoLast() != nil)
        #expect(try kinds(1).subtracting(kinds(5)) == Set(MarkKind.allCases).subtracting([.card]))
        #expect(try kinds(5).isSubset(of: [.card]))
    }

    /// What a typed answer is of a name.
    private func kind(_ typed: String, _ name: String) -> String? {
        NameParts(name).match(of: NameParts(typed)).map {
            ($0.isWhole ? "whole" : "part") + ($0.hasError ? " with error" : "")
        }
    }

    @Test func caseAccentsOrderAndSignsDoNotMatter() {
        for typed in ["Łukasz Nowak", "lukasz nowak", "Nowak, Łukasz", " LUKASZ  NOWAK ", "lukasz-nowak"] {
            #expect(kind(typed, "Łukasz Nowak") == "whole", "\(typed)")
        }
        #expect(kind("Zoe\u{308} OBrien", "Zoë O’Brien") == "whole")
        #expect(kind("Jeanluc Picard", "Jean-Luc Picard") == "whole")
        #expect(kind("Strauss", "Strauß") == "whole")
    }

    @Test func oneTypingErrorIsForgiven() {
        for typed in ["Lukaz Nowak", "Lukasz Novak", "Luaksz Nowak", "Lukassz Nowak", "ukasz nowak"] {
            #expect(kind(typed, "Łukasz Nowak") == "whole with error", "\(typed)")
        }
        for typed in ["Lukaz Novak", "Luk", "L", "Lukasz Nowicki", "Lukasz Lukasz", "", " ", "Lukasz Nowak Ma"] {
            #expect(kind(typed, "Łukasz Nowak") == nil, "\(typed)")
        }
        #expect(kind("Bu", "Bo Ma") == nil)
    }

    @Test func theFirstOrTheLastNameIsAPart() {
        #expect(kind("ana", "Ana de Souza") == "part")
        #expect(kind("souza", "Ana de Souza") == "part")
        #expect(kind("sousa", "Ana de Souza") == "part with error")
        #expect(kind("de", "Ana de Souza") == nil)
    }

    @Test func everyScriptIsRead() {
        // Arabic, without vowel signs, with a longer line, with a wrong letter.
        #expect(kind("محمد الأمير", "مُحَمَّد الأمير") == "whole")
        #expect(kind("محمـــد", "محمد الأمير") == "part")
        #expect(kind("مخمد الأمير", "محمد الأمير") == "whole with error")
        // Chinese, in both orders; another sign is another name.
        #expect(kind("李小龍", "小龍 李") == "whole")
        #expect(kind("小龍", "小龍 李") == "part")
        #expect(kind("李小明", "小龍 李") == nil)
        // Korean, composed and decomposed.
        #expect(kind("서연 김".decomposedStringWithCanonicalMapping, "서연 김") == "whole")
        #expect(kind("мария иванова", "Мария Иванова") == "whole")
        #expect(kind("नेहा", "नेहा राव") == "part")
        #expect(kind("נעמי", "נָעֳמִי לוי") == "part")
        #expect(kind("🎉", "🎉") == "whole")
    }
}
