/// The words that stand where somebody says nothing: what is shown leaves them out, what is stored keeps them.
enum NotGiven {
    /// True for `NA`, `N/A`, `none`, `null`, `-` and `unknown`, in any case.
    static func isWord(_ text: String) -> Bool {
        guard text.utf8.count <= longestWord else { return false }
        return words.contains(text.lowercased())
    }

    /// True for those of them that are people's names too where they are written as names are.
    static func isName(_ text: String) -> Bool { text == "Na" || text == "Null" }

    private static let words: Set<String> = ["na", "n/a", "none", "null", "-", "unknown"]
    private static let longestWord = words.map(\.utf8.count).max() ?? 0
}
