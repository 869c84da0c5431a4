import TestingSupport
import XCTest

@testable import GtkKit

/// Animations run only while they are visible and enabled.
final class DrawingTests: MainActorTestCase {
    func testABarPulsesOnlyWhileItIsSeenAndAnimationsAreOn() {
        Desktop.setAnimations(enabled: true)
        let bar = ProgressBar()
        let revealer = Revealer(child: bar, transition: .none, milliseconds: 0)
        bar.isPulsing = true
        let tall = Box()
        tall.heightRequest = 2000
        let scrolled = ScrolledWindow(child: Box(.vertical, spacing: 0, [revealer, tall]))
        present(scrolled)
        XCTAssertFalse(bar.isTicking)
        revealer.isRevealed = true
        waitUntil("pulses") { bar.isTicking }
        // Scrolled out of view, and into view again
        for position in [1000.0, 1200] {
            scrolled.scrollPosition = position
            waitUntil("rest") { !bar.isTicking }
        }
        scrolled.scrollPosition = 0
        waitUntil("movement again") { bar.isTicking }
        Desktop.setAnimations(enabled: false)
        XCTAssertFalse(bar.isTicking)
        Desktop.setAnimations(enabled: true)
        waitUntil("pulses again") { bar.isTicking }
        bar.isPulsing = false
        XCTAssertFalse(bar.isTicking)
        bar.fraction = 0.5
        XCTAssertEqual(bar.fraction, 0.5)
    }

    func testACanvasTakesNoClicksAndNoKeyboardAndIsGivenBack() {
        let before = LiveCount.boxes
        do {
            let drawn = Log<Double>()
            let canvas = Canvas(width: 100, height: 100)
            canvas.drawing = { pen in
                pen.rectangle(0, 0, width: pen.width, height: 40, radius: 4)
                pen.fill(0.5)
                drawn.entries.append(pen.height)
            }
            XCTAssertFalse(canvas.canTarget || canvas.focusable || canvas.grabFocus())
            close(show(CrossFade(child: Box(.vertical, spacing: 0, [canvas]))))
            XCTAssertEqual(drawn.entries.first, 100)
        }
        waitUntil("rest") { !MainLoop.iterate() }
        XCTAssertEqual(LiveCount.boxes, before)
    }

    func testAChangeDissolvesAndNothingRunsAfterwards() {
        Desktop.setAnimations(enabled: true)
        let label = Label("Before")
        let fade = CrossFade(child: label, milliseconds: 200)
        XCTAssertFalse(fade.begin())
        present(fade)
        XCTAssertTrue(fade.begin())
        label.text = "After"
        XCTAssertTrue(fade.begin())
        waitUntil("its end") { !fade.isFading }
        Desktop.setAnimations(enabled: false)
        XCTAssertFalse(fade.begin())
    }

    func testValuesAreIsolatedAmongLettersFromRightToLeft() {
        for (text, isolated) in [
            ("هاتف: (919) 555-0155", "هاتف: <(919) 555-0155>"), ("محمد · al1 · 0664541", "محمد · <al1> · <0664541>"),
            ("غرفة 12-B.", "غرفة <12-B>."), ("عبد, ana@duke.edu; 7", "عبد, <ana@duke.edu>; <7>"),
            ("محمد عبد", "محمد عبد"), ("محمد Li", "محمد Li"), ("Phone: (919) 555-0155", "Phone: (919) 555-0155"),
            ("", ""),
        ] {
            let expected = isolated.replacing("<", with: "\u{2068}").replacing(">", with: "\u{2069}")
            XCTAssertEqual(IsolatedText(text).text, expected)
        }
    }

    func testMarksStayOnTheirLetters() {
        let (text, color) = ("هاتف: 555-0155", ThemeColor.white)
        let bytes = Array(text.utf8)
        let start = bytes.firstIndex(of: UInt8(ascii: "5")) ?? 0
        for range in [start..<start + 3, start + 4..<bytes.count, 0..<8] {
            let mark = TextLine.Mark(bytes: range, color: color, background: color)
            let line = TextLine(text, marks: [mark], in: Label(""))
            let marked = line.marks.map { Array(Array(line.text.utf8)[$0.bytes]) }
            XCTAssertEqual(marked, [Array(bytes[range])])
        }
    }

    func testDigitsAreOrderedRightToLeft() {
        let label = Label("(919) 555-0155")
        label.isMirrored = true
        // The first digits are left of the last ones, also in a line that is drawn.
        let line = TextLine(label.text, in: label)
        for isMirrored in [false, true] { label.isMirrored = isMirrored }
        XCTAssertTrue(line.isLeftToRight)
        XCTAssertFalse(TextLine("هاتف", in: label).isLeftToRight)
        label.isolateDirection()
        XCTAssertEqual(label.text, "\u{2068}(919) 555-0155\u{2069}")
        label.text = "(919) 555-0155"
        label.isMirrored = false
        label.isolateDirection()
        XCTAssertEqual(label.text, "(919) 555-0155")
    }

    func testADissolveEndsAtOnceWhereAnimationsAreTurnedOffOrTheWidgetIsHidden() {
        for end in [{ _ in Desktop.setAnimations(enabled: false) }, { $0.isVisible = false }] as [(Widget) -> Void] {
            Desktop.setAnimations(enabled: true)
            let fade = CrossFade(child: Label("Before"), milliseconds: 60_000)
            let window = show(fade)
            XCTAssertTrue(fade.begin())
            waitForFrame(of: window)
            XCTAssertTrue(fade.isFading)
            end(fade)
            XCTAssertFalse(fade.isFading)
            close(window)
        }
    }

    func testADissolveBeginsWithWhatWasSeen() throws {
        let child = Label("Before")
        let fade = CrossFade(child: child, milliseconds: 60_000)
        let window = present(fade)
        let before = try Screenshot.png(of: fade)
        child.text = "After"
        waitForFrame(of: window)
        let after = try Screenshot.png(of: fade)
        child.text = "Before"
        waitForFrame(of: window)
        Desktop.setAnimations(enabled: true)
        XCTAssertTrue(fade.begin())
        child.text = "After"
        waitForFrame(of: window)
        let atFirst = try Screenshot.png(of: fade)
        XCTAssertNotEqual(before, after)
        XCTAssertEqual(atFirst, before)
    }

    func testAMarkInADimLineIsNotDim() throws {
        let mark = TextLine.Mark(bytes: 0..<5, color: .black, background: .white)
        let pictures = try [1, 0.3].map { opacity in
            let index = PixelRect(x: 0, y: 0, width: 100, height: 30)
            let line = TextLine("found", marks: [mark], in: Label())
            let box = DrawnBox(role: .group) {
                $0.draw(line, in: index, align: 0, color: .black.faded(by: opacity))
            }
            box.widthRequest = 100
            box.heightRequest = 30
            let window = show(box)
            defer { close(window) }
            return try Screenshot.png(of: box)
        }
        XCTAssertEqual(pictures[0], pictures[1])
    }

    func testAGraphicsCardHasARenderNode() throws {
        XCTAssertFalse(SoftwareDrawing.hasGraphicsCard(folder.appending(path: "missing").path))
        try Data().write(to: folder.appending(path: "card0"))
        XCTAssertFalse(SoftwareDrawing.hasGraphicsCard(folder.path))
        try Data().write(to: folder.appending(path: "renderD128"))
        XCTAssertTrue(SoftwareDrawing.hasGraphicsCard(folder.path))
    }
}
