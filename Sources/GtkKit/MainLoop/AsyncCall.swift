internal import CGtk

/// Waits for asynchronous calls of GIO.
@MainActor
enum AsyncCall {
    private typealias Body = @MainActor (OpaquePointer, OpaquePointer?) -> Void

    /// Starts, and returns what `finish` makes of the object and the result.
    static func of<Value: Sendable>(
        start: (@escaping GAsyncReadyCallback, gpointer) -> Void,
        finish: @escaping @MainActor (OpaquePointer, OpaquePointer?) -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            let body: Body = { continuation.resume(returning: finish($0, $1)) }
            let callback: GAsyncReadyCallback = { object, result, data in
                nonisolated(unsafe) let (object, result, data) = (object, result, data)
                MainActor.assumeIsolated { if let object { CallbackBox<Body>.body(data)?(cast(object), result) } }
                freeBox(data)
            }
            start(callback, CallbackBox(body).retained())
        }
    }
}
