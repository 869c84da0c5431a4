/// Runs `body` off the main thread, for the store may have to wait for another writer.
func offMain<T: Sendable, Problem: Error>(
    _ body: @escaping @Sendable () throws(Problem) -> T
) async -> Result<T, Problem> {
    await Task.detached { Result(catching: body) }.value
}
