/// How many references and signal closures exist, so that tests can check that they return to their first count.
@MainActor
public enum LiveCount {
    /// GObjects held from Swift.
    public internal(set) static var references = 0
    /// Swift closures held by GObjects.
    public internal(set) static var boxes = 0
}
