/// Runs `body` off the main thread, because the store may wait for another writer.
func runInBackground<T: Sendable, Problem: Error>(
    _ body: @escaping @Sendable () throws(Problem) -> T
) async -> Result<T, Problem> {
    await Task.detached { Result(catching: body) }.value
}

/// Like `runInBackground`; where the task around it is canceled, `Task.isCancelled` is true in `body` too.
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
