import DirectoryModel
import Foundation
import GRDB

/// Keeps an observation active until it is dropped or canceled.
public final class StoreObservation: Sendable {
    private let cancellable: AnyDatabaseCancellable

    init(_ cancellable: AnyDatabaseCancellable) { self.cancellable = cancellable }

    /// Ends the observation.
    public func cancel() { cancellable.cancel() }
}

extension Store {
    /// Starts an observation.
    /// - Parameter isImmediate: true where the present value is passed before this returns.
    @MainActor
    func observe<Reducer: ValueReducer>(
        _ observation: ValueObservation<Reducer>, isImmediate: Bool, onError: @escaping @MainActor (StoreError) -> Void,
        onChange: @escaping @MainActor (Reducer.Value) -> Void
    ) -> StoreObservation {
        let failed: @MainActor (any Error) -> Void = { onError(StoreError($0)) }
        return StoreObservation(
            isImmediate
                ? observation.start(in: pool, scheduling: .immediate, onError: failed, onChange: onChange)
                : observation.start(in: pool, scheduling: .mainActor, onError: failed, onChange: onChange))
    }
}
