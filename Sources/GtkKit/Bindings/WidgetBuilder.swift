/// Builds a list of widgets: `Box { Label("Name"); entry }`.
///
/// `if`, `switch`, and `for` are evaluated once. For what changes later, use ``Widget/shown(if:)``,
/// ``Container/forEach(in:_:)``, ``Container/rebuilt(for:_:)``, or ``Stack/pages(_:_:)``.
@resultBuilder
public enum WidgetBuilder {
    /// A widget.
    public static func buildExpression(_ widget: Widget) -> [Widget] { [widget] }
    /// Several widgets.
    public static func buildExpression(_ widgets: [Widget]) -> [Widget] { widgets }
    /// The widgets in order.
    public static func buildBlock(_ parts: [Widget]...) -> [Widget] { parts.flatMap(\.self) }
    /// An `if` without `else`.
    public static func buildOptional(_ part: [Widget]?) -> [Widget] { part ?? [] }
    /// The first branch.
    public static func buildEither(first part: [Widget]) -> [Widget] { part }
    /// Another branch.
    public static func buildEither(second part: [Widget]) -> [Widget] { part }
    /// A loop.
    public static func buildArray(_ parts: [[Widget]]) -> [Widget] { parts.flatMap(\.self) }
}
