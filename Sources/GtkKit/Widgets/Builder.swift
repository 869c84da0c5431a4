internal import CGtk
internal import CGtkShim

/// Widgets described in GTK's XML.
@MainActor
public final class Builder: GtkObject {
    /// Why a widget could not be built or found.
    public enum Failure: Error, Equatable, CustomStringConvertible {
        case invalid(String)
        case missing(id: String)
        case mismatch(id: String, expected: String, found: String)

        public var description: String {
            switch self {
            case .invalid(let message): "The user interface description is wrong: \(message)."
            case .missing(let id): "The user interface description has no \"\(id)\"."
            case .mismatch(let id, let expected, let found): "\"\(id)\" is a \(found), not a \(expected)."
            }
        }
    }

    /// Builds the described widgets.
    /// - Parameters:
    ///   - ui: GtkBuilder XML.
    ///   - domain: the bound gettext domain of translatable strings.
    /// - Throws: `Failure.invalid`.
    public init(_ ui: String, translatedIn domain: String? = nil) throws {
        super.init(.adopting(cast(gtk_builder_new())))
        if let domain { gtk_builder_set_translation_domain(cast(pointer), domain) }
        var error: UnsafeMutablePointer<GError>?
        guard gtk_builder_add_from_string(cast(pointer), ui, -1, &error).isTrue else {
            throw Failure.invalid(takeMessage(error))
        }
    }

    /// The widget with an id.
    /// - Throws: `Failure.missing` or `.mismatch`.
    public func get<Found: BuiltWidget>(_ id: String, as type: Found.Type = Found.self) throws -> Found {
        guard let object = gtk_builder_get_object(cast(pointer), id).map({ UnsafeMutableRawPointer($0) }) else {
            throw Failure.missing(id: id)
        }
        guard gtkkit_is_a(object, type.typeName).isTrue else {
            let found = borrowedText(gtkkit_type_name(object)) ?? "object"
            throw Failure.mismatch(id: id, expected: type.typeName, found: found)
        }
        return Found(handle: WidgetHandle(object.assumingMemoryBound(to: GtkWidget.self)))
    }
}
