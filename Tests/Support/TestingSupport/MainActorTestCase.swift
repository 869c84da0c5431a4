public import GtkKit
internal import XCTest

/// A test on the main actor. The windows that it presents are closed when it ends.
/// `@preconcurrency`, since XCTest casts tests to functions without an actor; it runs them on the main thread.
@preconcurrency @MainActor
open class MainActorTestCase: GtkTestCase {
    /// Shows a window with the widget, and waits for its first frame.
    @discardableResult
    public func present(_ widget: Widget, width: Int = 400, height: Int = 300) -> Window {
        let window = show(widget, width: width, height: height)
        addTeardownBlock { if window.isMapped { close(window) } }
        return window
    }
}
