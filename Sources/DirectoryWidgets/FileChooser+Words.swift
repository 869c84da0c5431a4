public import Foundation
public import GtkKit
internal import Language

extension FileChooser {
    /// Lets the user choose a file, as `present` with labels for both buttons does; the first label is Choose, unless
    /// `accept` is another.
    public static func present(
        over window: Window, title: String, accept: String? = nil, filters: [FileFilter],
        onChosen: @escaping @MainActor (URL?) -> Void
    ) {
        present(
            over: window, title: title, accept: accept ?? translated("Choose"), cancel: translated("Cancel"),
            filters: filters, onChosen: onChosen)
    }

    /// Lets the user choose where to write a file, as `save` with labels for both buttons does; the first label is
    /// Save, unless `accept` is another.
    public static func save(
        over window: Window, title: String, accept: String? = nil, name: String, filters: [FileFilter],
        onChosen: @escaping @MainActor (URL?) -> Void
    ) {
        save(
            over: window, title: title, accept: accept ?? translated("Save"), cancel: translated("Cancel"), name: name,
            filters: filters, onChosen: onChosen)
    }
}
