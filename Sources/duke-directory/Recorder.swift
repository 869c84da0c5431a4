import Foundation
import GtkKit
import Language

/// Records the front window to a folder for demonstrations: one PNG for each change, named by milliseconds, as in
/// `0001280.png`.
@MainActor
final class Recorder {
    private let folder: URL
    private var task: Task<Void, Never>?

    /// The minimum between pictures; drawing and compressing one takes about as long.
    private static let pause = Duration.milliseconds(80)

    init(folder: URL) { self.folder = folder }

    deinit { task?.cancel() }

    /// Records until released; later calls are ignored. A picture that cannot be written ends the recording with a
    /// message on standard error.
    func start() {
        guard task == nil else { return }
        task = Task { [folder] in
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let begun = ContinuousClock.now
                var last = Data()
                while !Task.isCancelled {
                    // Between two windows there is none to draw.
                    if let picture = try? Screenshot.pngOfTopWindow(), picture != last {
                        let time = String(Int((ContinuousClock.now - begun) / .milliseconds(1)))
                        let name = String(repeating: "0", count: max(0, 7 - time.count)) + time
                        try picture.write(to: folder.appending(path: "\(name).png"))
                        last = picture
                    }
                    try await Task.sleep(for: Self.pause)
                }
            } catch is CancellationError {
            } catch {
                printError(
                    translated(
                        "The recording could not be written to “\(folder.path)”. Check the name and the permissions."))
            }
        }
    }
}
