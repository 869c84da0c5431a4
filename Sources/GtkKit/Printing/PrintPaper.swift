/// A size of paper, upright, in points.
public struct PrintPaper: Hashable, Sendable {
    /// The name in the printing system: `iso_a4`.
    public let pwgName: String
    /// The name for the user.
    public let title: String
    /// The shorter edge.
    public let width: Double
    /// The longer edge.
    public let height: Double
    /// Whether it is turned before printing.
    public let isLandscape: Bool

    /// A size of paper.
    public init(pwgName: String, title: String, width: Double, height: Double, isLandscape: Bool) {
        (self.pwgName, self.title, self.isLandscape) = (pwgName, title, isLandscape)
        (self.width, self.height) = (width, height)
    }
}
