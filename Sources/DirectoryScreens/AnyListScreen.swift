/// A collection's list, whichever collection it is.
@MainActor
public protocol AnyListScreen: AnyObject {
    var searchText: String { get }
    /// True where the search is for a value that was followed: what is typed then takes its place.
    var isSearchFollowed: Bool { get }
    /// How the records are shown.
    var looks: LookScreen { get }
    /// How much the list shows, in words: "12 people".
    var foundWords: String { get }
    /// Follows which records are favorites, by their keys.
    func favoritesChanged(_ keys: Set<Int>)
    func searchChanged(_ text: String)
    func searchActivated()
    /// Esc in the search entry: shows the whole list, with the selected row in view.
    func searchStopped()
    func groupingChosen(_ id: String)
    func orderChosen(_ id: String)
    /// Shows the query with this id.
    /// - Returns: false where no query has it.
    func queryChosen(id: String) -> Bool
}
