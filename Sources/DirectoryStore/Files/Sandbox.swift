public import Foundation

/// The folder that everything of one user is kept in.
public enum Sandbox {
    /// `$XDG_DATA_HOME/duke-directory`, or `~/.local/share/duke-directory`.
    public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") {
            return URL(filePath: home).appending(path: "duke-directory")
        }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        return URL(filePath: home).appending(path: ".local/share/duke-directory")
    }

    /// The folder a command line names, or the standard one.
    public static func folder(named path: String?) -> URL {
        path.map { URL(filePath: $0, directoryHint: .isDirectory).standardizedFileURL } ?? standard()
    }
}
