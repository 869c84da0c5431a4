/// How many references and signal closures are alive, so that tests can count them back to where they began.
@MainActor
public enum LiveCount {
    /// GObjects held from Swift.
    public internal(set) static var references = 0
    /// Swift closures held by GObjects.
    public internal(set) static var boxes = 0
}
