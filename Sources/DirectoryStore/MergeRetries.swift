/// How often a list is read again because the store changed while it arrived: three times in all.
public struct MergeRetries {
    private var left = 2

    /// Makes a count before the first try.
    public init() {}

    /// Counts a try that failed.
    /// - Returns: true where another one may succeed.
    public mutating func hasAnother(after problem: StoreError) -> Bool {
        guard problem == .changedMeanwhile, left > 0 else { return false }
        left -= 1
        return true
    }
}
