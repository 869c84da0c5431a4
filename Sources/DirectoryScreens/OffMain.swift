/// Runs `body` off the main thread, for the store may have to wait for another writer.
func offMain<T: Sendable, Problem: Error>(
    _ body: @escaping @Sendable () throws(Problem) -> T
) async -> Result<T, Problem> {
    await Task.detached { Result(catching: body) }.value
}

/// As `offMain`; where the task around it is cancelled, `Task.isCancelled` says so in `body` too.
func offMainUntilCancelled<T: Sendable, Problem: Error>(
    _ body: @escaping @Sendable () throws(Problem) -> T
) async -> Result<T, Problem> {
    let work = Task.detached { Result(catching: body) }
    return await withTaskCancellationHandler {
        await work.value
    } onCancel: {
        work.cancel()
    }
}
