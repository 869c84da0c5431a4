internal import CGtk

/// A widget class whose objects can be made for any GTK widget of the class.
@MainActor
public protocol BuiltWidget: Widget {
    static var typeName: String { get }
    init(handle: WidgetHandle)
}

extension BuiltWidget {
    /// "Gtk" and the name of the Swift class.
    public static var typeName: String { "Gtk\(Self.self)" }
}

extension BuiltWidget {
    /// A handler that gets the widget as its argument, so that it need not capture it.
    public func sending(_ handler: @escaping @MainActor (Self) -> Void) -> @MainActor () -> Void {
        { [pointer] in handler(Self(handle: WidgetHandle(pointer))) }
    }
}

/// A widget with a single child.
@MainActor
public protocol Bin: Widget {}

extension Bin {
    public var child: Widget? {
        get { (pointer[property: "child"] as GObjectRef?).map { Widget(handle: WidgetHandle($0)) } }
        set { pointer[property: "child"] = newValue?.reference }
    }
}
