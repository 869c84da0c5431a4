import DirectoryStore

/// Runs `body` off the main thread, for the store may have to wait for another writer.
func offMain<T: Sendable>(
    _ body: @escaping @Sendable () throws(StoreProblem) -> T
) async -> Result<T, StoreProblem> {
    await Task.detached {
        do throws(StoreProblem) { return .success(try body()) } catch { return .failure(error) }
    }.value
}
