internal import CGtk
internal import CGtkShim

/// An argument or result of a D-Bus method.
public indirect enum BusValue: Equatable, Sendable {
    /// D-Bus type `s`.
    case text(String)
    /// D-Bus type `as`.
    case texts([String])
    /// D-Bus type `aa{sv}`.
    case records([[String: String]])
    /// No value, or one of an unsupported type.
    case empty
}

/// D-Bus methods that the program exports.
@MainActor
public final class BusInterface {
    /// Returns the result of a method call.
    public typealias Handler = @MainActor (_ method: String, _ arguments: [BusValue]) async -> BusValue

    private let node: UnsafeMutablePointer<GDBusNodeInfo>
    private let info: UnsafeMutablePointer<GDBusInterfaceInfo>
    private let handler: Handler

    /// - Parameters:
    ///   - xml: the D-Bus introspection data.
    ///   - name: the interface to use; nil is returned if `xml` does not contain it.
    ///   - handler: answers the method calls.
    public init?(xml: String, name: String, handler: @escaping Handler) {
        guard let node = g_dbus_node_info_new_for_xml(xml, nil) else { return nil }
        guard let info = g_dbus_node_info_lookup_interface(node, name) else {
            g_dbus_node_info_unref(node)
            return nil
        }
        self.node = node
        self.info = info
        self.handler = handler
    }

    isolated deinit { g_dbus_node_info_unref(node) }

    /// Exports the methods until the connection is closed.
    func export(on connection: OpaquePointer, path: String) {
        var table = GDBusInterfaceVTable()
        table.method_call = { _, _, _, _, method, parameters, invocation, data in
            nonisolated(unsafe) let (parameters, invocation, data) = (parameters, invocation, data)
            let method = borrowedText(method) ?? ""
            MainActor.assumeIsolated {
                guard let data, let invocation else { return }
                let interface = Unmanaged<BusInterface>.fromOpaque(data).takeUnretainedValue()
                interface.called(method, parameters, invocation)
            }
        }
        g_dbus_connection_register_object(
            connection, path, info, &table, Unmanaged.passRetained(self).toOpaque(), freeBox, nil)
    }

    private func called(_ method: String, _ parameters: OpaquePointer?, _ invocation: OpaquePointer) {
        let arguments = parameters.map(Self.values) ?? []
        // Keeps a program that D-Bus activated running until it has answered.
        g_application_hold(g_application_get_default())
        nonisolated(unsafe) let invocation = invocation
        Task { [handler] in
            let answer = await handler(method, arguments)
            g_dbus_method_invocation_return_value(invocation, Self.tuple(answer))
            g_application_release(g_application_get_default())
        }
    }

    private static func values(_ tuple: OpaquePointer) -> [BusValue] {
        (0..<g_variant_n_children(tuple)).map { index in
            guard let child = g_variant_get_child_value(tuple, index) else { return .empty }
            defer { g_variant_unref(child) }
            switch borrowedText(g_variant_get_type_string(child)) {
            case "s": return .text(borrowedText(g_variant_get_string(child, nil)) ?? "")
            case "as": return .texts(texts(child))
            default: return .empty
            }
        }
    }

    private static func texts(_ array: OpaquePointer) -> [String] {
        var count: gsize = 0
        guard let list = g_variant_get_strv(array, &count) else { return [] }
        defer { g_free(list) }
        return (0..<Int(count)).compactMap { borrowedText(list[$0]) }
    }

    private static func tuple(_ value: BusValue) -> OpaquePointer? {
        switch value {
        case .empty: return nil
        case .text(let text): return gtkkit_variant_tuple(g_variant_new_string(text))
        case .texts(let texts): return gtkkit_variant_tuple(variant(texts))
        case .records(let records): return gtkkit_variant_tuple(variant(records))
        }
    }

    private static func variant(_ texts: [String]) -> OpaquePointer? {
        g_variant_new_array(gtkkit_variant_type("s"), texts.map { g_variant_new_string($0) }, gsize(texts.count))
    }

    private static func variant(_ records: [[String: String]]) -> OpaquePointer? {
        let dictionaries = records.map { record in
            let entries = record.sorted { $0.key < $1.key }.map { name, text in
                g_variant_new_dict_entry(g_variant_new_string(name), g_variant_new_variant(g_variant_new_string(text)))
            }
            return g_variant_new_array(gtkkit_variant_type("{sv}"), entries, gsize(entries.count))
        }
        return g_variant_new_array(gtkkit_variant_type("a{sv}"), dictionaries, gsize(dictionaries.count))
    }
}

extension Application {
    /// Exports the interface at the application's object path plus `suffix`. Call it before `run`.
    public func export(_ interface: BusInterface, at suffix: String) {
        Signal.connect(pointer, "gtkkit-register") { (connection: OpaquePointer, path: String) in
            interface.export(on: connection, path: path + suffix)
        }
    }

    /// Shows a desktop notification, or replaces the one with this `id`. Clicking it activates the program.
    public func notify(id: String, title: String, body: String) {
        let notification = g_notification_new(title)
        defer { g_object_unref(notification.map { UnsafeMutableRawPointer($0) }) }
        g_notification_set_body(notification, body)
        g_application_send_notification(cast(pointer), id, notification)
    }
}
