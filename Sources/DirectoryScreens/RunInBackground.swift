/// Runs `body` off the main thread, for the store may have to wait for another writer.
func runInBackground<T: Sendable, Problem: Error>(
    _ body: @escaping @Sendable () throws(Problem) -> T
) async -> Result<T, Problem> {
    await Task.detached { Result(catching: body) }.value
}

/// As `runInBackground`; where the task around it is cancelled, `Task.isCancelled` says so in `body` too.
func runInBackgroundUntilCancelled<T: Sendable, Problem: Error>(
    _ body: @escaping @Sendable () throws(Problem) -> T
) async -> Result<T, Problem> {
    let work = Task.detached { Result(catching: body) }
    return await withTaskCancellationHandler {
        await work.value
    } onCancel: {
        work.cancel()
    }
}
