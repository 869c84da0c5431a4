public import Foundation

/// What a screen needs from its window.
@MainActor
public protocol WindowHost: AnyObject {
    func focusSearch()
    /// Focuses the selected row, or what a narrow window shows instead of the list.
    func focusOpen()
    /// The row of the list that has the focus, or nil.
    var focusedRow: Int64? { get }
    /// True if a narrow window shows a record or a form.
    var showsDetailAlone: Bool { get }
    func widenList(by pixels: Int)
    func copy(_ text: String)
    /// Opens an address with the desktop's program for it; false if there is none.
    func open(_ address: String) async -> Bool
    func openShortcuts()
    func openHelp()
    func openAbout()
}

/// The window's layout, kept between sessions: short texts by name, never the user's records.
@MainActor
public protocol WindowStateStore: AnyObject {
    func remembered(_ name: String) -> String?
    /// Stores a value; nil removes it. A value that cannot be stored lasts as long as the window.
    func save(_ value: String?, as name: String)
}

@MainActor
public final class InMemoryStateStore: WindowStateStore {
    private var values: [String: String] = [:]

    public init() {}

    public func remembered(_ name: String) -> String? { values[name] }
    public func save(_ value: String?, as name: String) { values[name] = value }
}

/// The time, and waiting for a time; tests use their own.
public struct WallClock: Sendable {
    let now: @Sendable () -> Date
    /// Returns at the time or later; throws if the task is canceled.
    let sleep: @Sendable (_ until: Date) async throws -> Void

    public init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (_ until: Date) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    public static let system = WallClock(now: { Date() }) { time in
        try await Task.sleep(for: .seconds(max(0, time.timeIntervalSinceNow)))
    }
}
