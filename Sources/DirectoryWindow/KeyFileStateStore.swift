public import DirectoryScreens
public import Foundation
public import GtkKit
import Language

/// The window's layout in a key file.
public final class KeyFileStateStore: WindowStateStore {
    private let keys: KeyFile

    /// - Parameter file: created when a value is first stored.
    public init(_ file: URL) { keys = KeyFile(file, group: "Window") }

    /// `$XDG_CONFIG_HOME/duke-directory/window.ini`, or below `~/.config`.
    public static func standardFile(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        return (named ?? URL(filePath: home).appending(path: ".config")).appending(path: "duke-directory/window.ini")
    }

    public var problem: String? {
        keys.rejected.map {
            translated("The window’s settings could not be read and were saved as “\($0.lastPathComponent)”.")
        }
    }

    public func remembered(_ name: String) -> String? { keys[name] }
    public func save(_ value: String?, as name: String) { keys[name] = value }

    /// The last size of the window, or nil.
    public var size: WindowSize? { WindowSize(keys["size"] ?? "") }

    /// Stores the size of the window when it is not maximized.
    public func save(_ window: Window?) {
        guard let size = window?.defaultSize, size.width >= 200, size.height >= 200 else { return }
        keys["size"] = "\(size.width)x\(size.height)"
    }

    public var listWidth: Int? {
        get { keys["list-width"].flatMap { Int($0) }.flatMap { (200...2000).contains($0) ? $0 : nil } }
        set { keys["list-width"] = newValue.map(String.init) }
    }
}

/// A possible size of the window: `1100x760`.
public nonisolated struct WindowSize: Sendable {
    public let width: Int
    public let height: Int

    public init?(_ text: String) {
        let numbers = text.lowercased().split(separator: "x").compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy({ (200...8000).contains($0) }) else { return nil }
        width = numbers[0]
        height = numbers[1]
    }
}
