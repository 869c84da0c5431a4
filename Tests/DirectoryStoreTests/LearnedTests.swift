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

    /// What typed answers are of a name.
    @Test(
        arguments: [
            // Case, accents, order and signs do not matter
            (
                "Łukasz Nowak", "whole",
                ["Łukasz Nowak", "lukasz nowak", "Nowak, Łukasz", " LUKASZ  NOWAK ", "lukasz-nowak"]
            ),
            ("Zoë O’Brien", "whole", ["Zoe\u{308} OBrien"]), ("Jean-Luc Picard", "whole", ["Jeanluc Picard"]),
            ("Strauß", "whole", ["Strauss"]),
            // One typing error is forgiven
            (
                "Łukasz Nowak", "whole with error",
                ["Lukaz Nowak", "Lukasz Novak", "Luaksz Nowak", "Lukassz Nowak", "ukasz nowak"]
            ),
            (
                "Łukasz Nowak", nil,
                ["Lukaz Novak", "Luk", "L", "Lukasz Nowicki", "Lukasz Lukasz", "", " ", "Lukasz Nowak Ma"]
            ),
            ("Bo Ma", nil, ["Bu"]),
            // The first or the last name is a part
            ("Ana de Souza", "part", ["ana", "souza"]), ("Ana de Souza", "part with error", ["sousa"]),
            ("Ana de Souza", nil, ["de"]),
            // Arabic, without vowel signs, with a longer line, with a wrong letter
            ("مُحَمَّد الأمير", "whole", ["محمد الأمير"]), ("محمد الأمير", "part", ["محمـــد"]),
            ("محمد الأمير", "whole with error", ["مخمد الأمير"]),
            // Chinese, in both orders; another sign is another name
            ("小龍 李", "whole", ["李小龍"]), ("小龍 李", "part", ["小龍"]), ("小龍 李", nil, ["李小明"]),
            // Korean, composed and decomposed
            ("서연 김", "whole", ["서연 김".decomposedStringWithCanonicalMapping]),
            ("Мария Иванова", "whole", ["мария иванова"]), ("नेहा राव", "part", ["नेहा"]),
            ("נָעֳמִי לוי", "part", ["נעמי"]), ("🎉", "whole", ["🎉"]),
        ] as [(String, String?, [String])])
    func anAnswerIsTheWholeOrAPartOfANameInEveryScript(name: String, kind: String?, typed: [String]) {
        for typed in typed {
            let found = NameParts(name).match(of: NameParts(typed)).map {
                ($0.isWhole ? "whole" : "part") + ($0.hasError ? " with error" : "")
            }
            #expect(found == kind, "\(typed)")
        }
    }
}
