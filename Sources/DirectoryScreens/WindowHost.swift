public import Foundation

/// What only the window can do for its screen.
@MainActor
public protocol WindowHost: AnyObject {
    /// Puts the keyboard into the search entry.
    func focusSearch()
    /// Puts the keyboard on the selected row, or on what a narrow window shows in the list's place.
    func focusOpen()
    /// True where a narrow window shows a record or a form in the list's place.
    var showsDetailAlone: Bool { get }
    /// Makes the list wider by a number of pixels.
    func widenList(by pixels: Int)
    /// Puts a text on the clipboard.
    func copy(_ text: String)
    /// Opens an address with the program that the desktop has for it; false where there is none.
    func open(_ address: String) async -> Bool
    func openShortcuts()
    func openHelp()
    func openAbout()
}

/// The arrangement of a window from one session to the next: short texts by name. It never contains the user's
/// records.
@MainActor
public protocol WindowStateStore: AnyObject {
    /// The text that was remembered under a name, or nil.
    func remembered(_ name: String) -> String?
    /// Remembers `value` under a name, from now on; nil removes it. What cannot be stored is lost with the window.
    func remember(_ value: String?, as name: String)
}

/// Remembers for one session.
@MainActor
public final class InMemoryStateStore: WindowStateStore {
    private var values: [String: String] = [:]

    public init() {}

    public func remembered(_ name: String) -> String? { values[name] }
    public func remember(_ value: String?, as name: String) { values[name] = value }
}

/// The current time, and waiting for a time: the computer's clock, or another one in tests.
public struct WallClock: Sendable {
    let now: @Sendable () -> Date
    /// Returns at the time or after it; throws where the task was canceled.
    let sleep: @Sendable (_ until: Date) async throws -> Void

    public init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (_ until: Date) async throws -> Void
    ) {
        (self.now, self.sleep) = (now, sleep)
    }

    /// The computer's clock.
    public static let system = WallClock(now: { Date() }) { time in
        try await Task.sleep(for: .seconds(max(0, time.timeIntervalSinceNow)))
    }
}
