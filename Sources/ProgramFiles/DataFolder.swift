public import Foundation

/// Finds the files that ship with the programs.
public enum DataFolder {
    /// The folder, or nil if it is missing.
    ///
    /// Candidates are, in order: `DUKE_DIRECTORY_DATA`, `../share/duke-directory` next to the program, and `data` in a
    /// folder above the program, as in a checkout.
    public static func locate(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL? {
        var candidates: [URL] = []
        if let named = environment["DUKE_DIRECTORY_DATA"] { candidates.append(URL(filePath: named)) }
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        candidates.append(program.appending(path: "../share/duke-directory").standardized)
        var folder = program
        while folder.path.count > 1 {
            folder.deleteLastPathComponent()
            candidates.append(folder.appending(path: "data"))
        }
        return candidates.first { FileManager.default.fileExists(atPath: $0.appending(path: "ece564cohort.json").path) }
    }

    /// The JPEGs of the sample class in one file, or nil.
    public static var classPictures: URL? {
        let file = locate()?.appending(path: "portraits/class.mjpeg")
        return file.flatMap { FileManager.default.fileExists(atPath: $0.path) ? $0 : nil }
    }

    /// Drawn portraits of invented people, sorted by name.
    public static var portraits: [URL] {
        guard let folder = locate()?.appending(path: "portraits") else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".jpg") }.sorted().map { folder.appending(path: $0) }
    }
}
