internal import CGtk
public final class NavigationList: Widget {
    public convenience init() { self.init(handle: WidgetHandle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))) }
    public var selected = 0
    public func update(_ items: [(iconName: String, title: String, count: Int)]) {}
    public func onActivated(_ handler: @escaping @MainActor (Int) -> Void) {}
}
public final class ResultList: Widget {
    public struct Row { public init(iconName: String, title: String, subtitle: String) {} }
    public struct Section { public init(title: String, rows: [Row]) {} }
    public convenience init() { self.init(handle: WidgetHandle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))) }
    public func update(_ sections: [Section]) {}
    public func moveSelection(by: Int) {}
    public func activateSelected() {}
    public func onActivated(_ handler: @escaping @MainActor (Int, Int) -> Void) {}
}
public final class ChipBar: Widget {
    public convenience init(_ labels: [String]) {
        self.init(handle: WidgetHandle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
    }
    public var selected = 0
    public func onSelected(_ handler: @escaping @MainActor (Int) -> Void) {}
}
extension MenuButton {
    public var label: String {
        get { "" }
        set { gtk_menu_button_set_label(pointer, newValue) }
    }
}
extension FileFilter {
    public static let lists = FileFilter(name: "Lists", patterns: ["*.json", "*.plist", "*.csv"])
}
