import DirectoryModel
import DirectoryScreens
import DirectoryStore
import GtkKit

/// Answers the desktop's search (org.gnome.Shell.SearchProvider2), which may have started the program. No window is
/// shown until a result is opened.
@MainActor
final class SearchProvider {
    private let store: @MainActor () -> Store?
    private let open: @MainActor (RecordReference) -> Void
    private let launch: @MainActor (String) -> Void
    private var search: DesktopSearch?

    /// - Parameters:
    ///   - store: nil if it cannot be opened; searches then have no results.
    ///   - open: opens a record in the window.
    ///   - launch: searches all collections in the window.
    init(
        store: @escaping @MainActor () -> Store?, open: @escaping @MainActor (RecordReference) -> Void,
        launch: @escaping @MainActor (String) -> Void
    ) {
        (self.store, self.open, self.launch) = (store, open, launch)
    }

    /// The bus interface at `/SearchProvider` under the application's path.
    var interface: BusInterface? {
        BusInterface(xml: Self.xml, name: "org.gnome.Shell.SearchProvider2") { [self] method, arguments in
            await answer(method, arguments)
        }
    }

    private func answer(_ method: String, _ arguments: [BusValue]) async -> BusValue {
        switch (method, arguments.first, arguments.dropFirst().first) {
        case ("GetInitialResultSet", .texts(let words), _), ("GetSubsearchResultSet", _, .texts(let words)):
            return .texts(await found(words))
        case ("GetResultMetas", .texts(let names), _): return .records(search?.descriptions(of: names) ?? [])
        case ("ActivateResult", .text(let name), _): if let record = RecordReference(name) { open(record) }
        case ("LaunchSearch", .texts(let words), _): launch(words.joined(separator: " "))
        default: break
        }
        return .empty
    }

    private func found(_ words: [String]) async -> [String] {
        if search == nil { search = store().map(DesktopSearch.init(store:)) }
        return await search?.results(for: words) ?? []
    }

    private static let xml = """
        <node><interface name="org.gnome.Shell.SearchProvider2">
        <method name="GetInitialResultSet"><arg type="as" direction="in"/><arg type="as" direction="out"/></method>
        <method name="GetSubsearchResultSet"><arg type="as" direction="in"/><arg type="as" direction="in"/>
        <arg type="as" direction="out"/></method>
        <method name="GetResultMetas"><arg type="as" direction="in"/><arg type="aa{sv}" direction="out"/></method>
        <method name="ActivateResult"><arg type="s" direction="in"/><arg type="as" direction="in"/>
        <arg type="u" direction="in"/></method>
        <method name="LaunchSearch"><arg type="as" direction="in"/><arg type="u" direction="in"/></method>
        </interface></node>
        """
}
