/// How often a list is read anew where something was changed here while it arrived: three times in all.
public struct MergeRetries {
    private var left = 2

    public init() {}

    /// Counts a try that failed.
    /// - Returns: true where another one may succeed.
    public mutating func hasAnother(after problem: StoreError) -> Bool {
        guard problem == .changedMeanwhile, left > 0 else { return false }
        left -= 1
        return true
    }
}
