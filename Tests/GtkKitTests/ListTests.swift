import TestingSupport
import XCTest

@testable import GtkKit

final class ListTests: MainActorTestCase {
    func testReplaceTellsOfTheSmallestRange() {
        let model = RowModel([1, 2, 3, 4, 5])
        let log = Log<[Int]>()
        Signal.connect(model.pointer, "items-changed") { (at: Int, gone: Int, new: Int) in
            log.entries.append([at, gone, new])
        }
        model.replace([1, 2, 9, 4, 5])
        model.replace([1, 2, 9, 4, 5])
        model.replace([1, 2, 4, 5])
        model.replace([1, 2, 4, 5, 6, 7])
        model.replace([1, 1, 2, 4, 5, 6, 7].filter { $0 != 1 })
        model.replace([])

        XCTAssertEqual(log.entries, [[2, 1, 1], [2, 1, 0], [4, 0, 2], [0, 1, 0], [0, 5, 0]])
        XCTAssertEqual(model.count, 0)
        XCTAssertNil(model.id(at: 0))
    }

    func testEveryPositionHasAnIDAndTheOtherWayRound() {
        let model = RowModel([7, .max, 9])
        XCTAssertEqual(model.ids, [7, .max, 9])
        XCTAssertEqual(model.id(at: 1), .max)
        XCTAssertEqual(model.position(of: 9), 2)
        XCTAssertNil(model.position(of: 8))
        XCTAssertNil(model.id(at: -1))
    }

    func testRemainingItemsReuseRows() {
        struct Errand: Identifiable {
            let id: String
            var text = ""
        }
        let model = ListModel<Errand>()
        model.replace([Errand(id: "a"), Errand(id: "b"), Errand(id: "c")])
        let before = model.ids
        model.replace([Errand(id: "c", text: "later"), Errand(id: "d"), Errand(id: "a")])
        XCTAssertEqual(model.ids.map { model[$0]?.id }, ["c", "d", "a"])
        XCTAssertEqual([model.ids[0], model.ids[2]], [before[2], before[0]])
        XCTAssertFalse(before.contains(model.ids[1]))
        XCTAssertEqual(model[before[2]]?.text, "later")
        XCTAssertNil(model[before[1]])
    }

    func testRemainingRowsReuseWidgets() {
        let bound = Log<UInt64>()
        let model = RowModel(Array(0..<50))
        let list = ListView(model: model) { CountingRow(log: bound) }
        let window = present(ScrolledWindow(child: list))
        let before = (UInt64(1)..<49).map { list.row(id: $0).map { ObjectIdentifier($0) } }
        model.replace([100] + Array(1..<49) + [101])
        waitForFrame(of: window)
        XCTAssertEqual(before, (UInt64(1)..<49).map { list.row(id: $0).map { ObjectIdentifier($0) } })
        XCTAssertFalse(before.contains(nil))
        bound.entries = []
        list.refresh([5, 100, 999])
        XCTAssertEqual(bound.entries.sorted(), [5, 100])
        model.replace([100] + Array(1..<49) + [101, 102])
        waitForFrame(of: window)
        XCTAssertEqual(bound.entries.last, 102)
        XCTAssertEqual(bound.entries.count, 3)
    }

    func testAHundredThousandRowsBindAFewHundred() {
        let bound = Log<UInt64>()
        let list = ListView(model: RowModel(Array(0..<100_000))) { CountingRow(log: bound) }
        let window = present(ScrolledWindow(child: list))
        XCTAssertGreaterThan(bound.entries.count, 5)
        XCTAssertLessThan(bound.entries.count, 500)
        list.scrollTo(id: 99_999)
        waitForFrame(of: window)
        XCTAssertNotNil(list.row(id: 99_999))
        list.scrollToTop()
        waitForFrame(of: window)
        XCTAssertNotNil(list.row(id: 0))
        XCTAssertLessThan(list.rowCount, 500)
    }

    func testSelectionIsNoneAtFirstAndSilentWhenTheProgramMovesIt() {
        let reported = Log<[UInt64]>()
        let model = RowModel([1, 2, 3])
        let list = ListView(model: model) { TestRow() }
        list.onSelectionChanged { reported.entries.append($0) }
        present(ScrolledWindow(child: list))
        XCTAssertEqual(list.selectedIDs, [])
        list.select([2])
        XCTAssertEqual(list.selectedIDs, [2])
        model.replace([0, 1, 2, 3])
        XCTAssertEqual(list.selectedIDs, [2])
        model.replace([0, 1, 3])
        XCTAssertEqual(list.selectedIDs, [])
        list.select([77])
        XCTAssertEqual(list.selectedIDs, [])
        list.select([3, 0, 77])
        XCTAssertEqual(list.selectedIDs, [0, 3])
        XCTAssertEqual(reported.entries.count, 0)
        list.userSelects(position: 1)
        XCTAssertEqual(reported.entries, [[1]])
        let opened = Log<UInt64>()
        list.onActivate { opened.entries.append($0) }
        list.userActivates(position: 2)
        XCTAssertEqual(opened.entries, [3])
    }
}

final class CountingRow: ListRow {
    private let log: Log<UInt64>
    private let label = Label()

    init(log: Log<UInt64>) {
        self.log = log
        super.init(widget: Box(.horizontal, [label]))
    }

    override func bind(id: UInt64) {
        label.text = "\(id)"
        log.entries.append(id)
    }
}
