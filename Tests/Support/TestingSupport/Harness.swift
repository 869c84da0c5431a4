public import Foundation
public import GtkKit
public import XCTest

/// A test on the main thread with a display; skipped without one. It has a folder of its own.
open class GtkTestCase: XCTestCase {
    public let folder = URL.temporaryDirectory.appending(path: "gtk-\(UUID().uuidString)")

    override open func setUpWithError() throws {
        try MainActor.assumeIsolated {
            guard Desktop.hasDisplay else { throw XCTSkip("This test needs a display.") }
            Desktop.setAnimations(enabled: false)
            Desktop.stillCursor()
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override open func tearDownWithError() throws {
        MainActor.assumeIsolated { assertNoWindowIsOpen() }
        try? FileManager.default.removeItem(at: folder)
    }
}

/// Fails if a test left a window open, and closes it.
@MainActor
public func assertNoWindowIsOpen(file: StaticString = #filePath, line: UInt = #line) {
    for window in Window.all where window.isMapped {
        XCTFail("The window “\(window.title)” was left open.", file: file, line: line)
        close(window)
    }
}

/// Closes all windows, dialogs first: GTK 4.8 disconnects a dialog from a parent that is gone.
@MainActor
public func closeWindows() {
    guard Desktop.hasDisplay else { return }
    func depth(_ window: Window) -> Int { window.transientFor.map { depth($0) + 1 } ?? 0 }
    for window in Window.all.sorted(by: { depth($0) > depth($1) }) where window.isMapped { close(window) }
}

/// Runs the main loop until `isDone`, and returns whether that came. Only a test that fails waits for the limit, which no
/// machine needs.
@MainActor
public func until(_ isDone: () -> Bool) -> Bool {
    let isOver = Flag()
    let limit = MainLoop.after(seconds: 300) { isOver.isSet = true }
    defer { limit.stop() }
    return MainLoop.withDispatch {
        while !isDone() {
            guard !isOver.isSet else { return false }
            // A condition that runs the loop may leave nothing to wait for.
            let wake = MainLoop.after(seconds: 0.05) {}
            MainLoop.iterate(mayBlock: true)
            wake.stop()
        }
        return true
    }
}

/// Runs the main loop until the condition is true, and fails if that never comes.
@MainActor
public func waitUntil(
    _ what: String, file: StaticString = #filePath, line: UInt = #line, until condition: () -> Bool
) {
    XCTAssertTrue(until(condition), "Timed out: \(what)", file: file, line: line)
}

/// What an asynchronous call comes to while the main loop runs.
@MainActor
public func result<Value, Failure: Error>(
    of call: @escaping @MainActor () async throws(Failure) -> Value
) throws -> Result<Value, Failure> {
    let results = Log<Result<Value, Failure>>()
    Task { @MainActor in
        do throws(Failure) {
            results.entries.append(.success(try await call()))
        } catch { results.entries.append(.failure(error)) }
    }
    waitUntil("the result") { !results.entries.isEmpty }
    return try XCTUnwrap(results.entries.first)
}

/// Shows a window with the widget and waits for its first frame.
@MainActor
public func show(_ widget: Widget, width: Int = 400, height: Int = 300) -> Window {
    let window = Window()
    window.setDefaultSize(width: width, height: height)
    window.child = widget
    window.present()
    waitForFrame(of: window)
    return window
}

/// Returns once the window has been drawn again, so many times.
@MainActor
public func waitForFrame(of window: Window, times: Int = 1) {
    for _ in 0..<times {
        let drawn = Flag()
        window.afterNextFrame { drawn.isSet = true }
        waitUntil("a frame") { drawn.isSet }
    }
}

/// Destroys the window and runs pending events.
@MainActor
public func close(_ window: Window) {
    window.destroy()
    var turns = 0
    while MainLoop.iterate(), turns < 1000 { turns += 1 }
}

/// Fails if `use` leaks objects. It runs twice, because style sheets and some other objects are created once and kept.
@MainActor
public func assertAllIsGivenBack(file: StaticString = #filePath, line: UInt = #line, _ use: () throws -> Void) rethrows
{
    var counts: [[Int]] = []
    for _ in 0..<2 {
        try use()
        waitUntil("rest", file: file, line: line) { !MainLoop.iterate() }
        counts.append([LiveCount.references, LiveCount.boxes])
    }
    XCTAssertEqual(counts[1], counts[0], file: file, line: line)
}

/// A flag that closures can set.
@MainActor
public final class Flag {
    public var isSet = false

    public init() {}
}

/// Records the events that handlers received.
@MainActor
public final class Log<Entry> {
    public var entries: [Entry] = []

    public init() {}
}
