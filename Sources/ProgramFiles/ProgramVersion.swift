/// The version of the programs, which the changelogs and the packages say too.
public enum ProgramVersion {
    /// The version that is being made, or that was made last.
    public static let current = "0.3.0"
}
