/// The version of the programs, also stated in changelogs and packages.
public enum ProgramVersion {
    public static let current = "0.4.0"
}
