import DirectoryModel

/// A name that was asked, and its box.
public struct LearnedName: Equatable, Sendable {
    /// How well it is known.
    public let box: LeitnerBox
    /// The name as the search folds it.
    let folded: String

    /// True where it is this name: the same number is somebody else in another class.
    public func isName(_ name: String) -> Bool { folded == Folding.text(name) }
}
