package import Foundation

/// The keys of an object in a file, compared with the fields of its collection.
package struct ObjectKeys: Equatable, Sendable {
    /// The keys that have a value, but no field.
    package private(set) var unread: [UnreadColumn] = []
    /// The keys of the fields that the object lacks. Such fields have the same value after an import as before.
    package private(set) var absent: Set<String> = []

    package init() {}

    /// - Parameter names: the keys of the object, and whether their values are empty.
    init(_ names: [(name: String, isEmpty: Bool)], of definition: Definition) {
        var given: Set<String> = []
        for (name, isEmpty) in names {
            if let field = definition.fieldKeys[name.lowercased()] {
                given.insert(field)
            } else if !isEmpty {
                unread.append(UnreadColumn(name: name))
            }
        }
        for field in definition.fields where !field.isKey && !given.contains(field.key) { absent.insert(field.key) }
    }
}

extension ElementReader {
    /// The keys of an object, or none if `element` is not an object.
    package func keys(of element: Data) -> ObjectKeys {
        if let names = Self.names(in: element) { return ObjectKeys(names, of: definition) }
        return (try? JSONDecoder().decode(WireObject.self, from: element))?.keys(of: definition) ?? ObjectKeys()
    }

    /// Nil if `JSONDecoder` must decide.
    private static func names(in element: Data) -> [(name: String, isEmpty: Bool)]? {
        element.withUnsafeBytes { bytes in
            var (cursor, names) = (JSONCursor(bytes, ByteOutline(bytes)), [(name: String, isEmpty: Bool)]())
            guard cursor.peek() == UInt8(ascii: "{") else { return nil }
            let isWhole = cursor.parts(UInt8(ascii: "}")) { cursor in
                guard let key = cursor.quoted(), let name = cursor.text(key)?.text, cursor.take(UInt8(ascii: ":"))
                else { return false }
                names.append((name, cursor.isBeforeEmptyValue))
                return cursor.skip()
            }
            return isWhole ? names : nil
        }
    }
}

extension WireObject {
    func keys(of definition: Definition) -> ObjectKeys {
        ObjectKeys(names.map { ($0, values[$0.lowercased()]?.isEmpty ?? true) }, of: definition)
    }
}

extension WireValue {
    fileprivate var isEmpty: Bool {
        switch self {
        case .null, .value(.text("")), .value(.list([])): true
        case .value, .broken: false
        }
    }
}
