/// A list that ships with the program.
public struct BundledList: Equatable, Sendable {
    /// When a list is loaded; with the sample class every list is.
    public enum Occasion: Equatable, Sendable {
        /// At a first launch.
        case firstLaunch
        /// By Load from Disk, where the sandbox does not have a file.
        case loadFromDisk
        /// With the sample class alone.
        case sample
    }

    /// The name of the file among the program's data.
    public let file: String
    /// When it is loaded.
    public let occasion: Occasion
    /// The day for which its days were written, as `2017-03-29`; they are moved with the day on which the list is
    /// loaded. Nil where they stay.
    public let day: String?

    /// Makes a list; the parameters are the properties of the same names.
    public init(file: String, _ occasion: Occasion, day: String? = nil) {
        (self.file, self.occasion, self.day) = (file, occasion, day)
    }
}
