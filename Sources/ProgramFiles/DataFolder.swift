public import Foundation

/// Where the files that ship with the program are: the bundled cohort and the sample pictures.
public enum DataFolder {
    /// The folder, or nil where the program was moved away from its files.
    ///
    /// Looked for, in this order: `DUKE_DIRECTORY_DATA`, `../share/duke-directory` beside the program,
    /// and `data` in a folder above the program, which is where a checkout has it.
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

    /// The drawn portraits of invented people, in name order.
    public static var portraits: [URL] {
        guard let folder = locate()?.appending(path: "portraits") else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".jpg") }.sorted().map { folder.appending(path: $0) }
    }
}
