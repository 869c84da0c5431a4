import Language

/// Assigns the columns of a table to fields by their names.
struct TableColumns: Sendable {
    struct Found {
        var values: [(field: Field, value: FieldValue)] = []
        /// The columns with values that no field reads.
        var unread: [UnreadColumn] = []
        /// The names of the groups that the record is in.
        var groups: [String] = []
    }

    /// A field and its columns, best first; the first value counts.
    private struct Column: Sendable {
        let field: Field
        let sources: [Source]
        /// True for the field's own name; then an empty cell clears the field.
        let isOwn: Bool
    }

    private struct Source: Sendable {
        let index: Int
        /// The index of the address that it belongs to.
        let group: Int
        /// True for the field's own name; then only commas separate list items.
        let isOwn: Bool
        /// The index of the column with the number's type, or nil.
        var kind: Int?
    }

    private let definition: Definition
    private let columns: [Column]
    /// True if every field has a column with its own name, as in tables of this program; then only commas separate list
    /// items.
    let isWhole: Bool
    /// The columns of full names, and of organizations that no field reads.
    private let names: [Int]
    private let organizations: [Int]
    /// The columns of groups, each with what separates their names.
    private let groupColumns: [(index: Int, separators: [String])]
    /// All columns that are read.
    private let known: Set<Int>
    private let header: [String]
    /// The addresses that have columns, best first, with the fields of each.
    private let groups: [(group: Int, parts: Set<String>)]

    init(_ definition: Definition, names header: [String], assigned: [Int: String]) {
        self.definition = definition
        self.header = header.map(\.plain)
        let keys = self.header.map(ColumnNames.key)
        let own = definition.ownNames(for: self.header)
        let fields = definition.fields.filter { !$0.isPicture }
        columns = fields.compactMap { field in
            let sources = Self.sources(of: field, keys, own, assigned)
            return sources.first.map { Column(field: field, sources: sources, isOwn: $0.isOwn) }
        }
        isWhole = columns.count == fields.count && columns.allSatisfy(\.isOwn)
        let taken = Set(columns.flatMap { $0.sources.map(\.index) })
        func free(_ names: ColumnNames) -> [Int] {
            names.all.flatMap { name in keys.indices.filter { keys[$0] == ColumnNames.key(name) } }
                .filter { !taken.contains($0) && assigned[$0] == nil }
        }
        names = definition.nameFields.isEmpty ? [] : free(.fullName)
        organizations = definition.nameFields.isEmpty ? [] : free(.organization)
        groupColumns = definition.hasGroups ? free(.groups).map { ($0, ColumnNames.separators(of: keys[$0])) } : []
        known = taken.union(groupColumns.map(\.index)).union(names).union(organizations)
        var parts: [Int: Set<String>] = [:]
        for column in columns where column.field.isPartOfAddress {
            for source in column.sources { parts[source.group, default: []].insert(column.field.key) }
        }
        groups = parts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The columns of a field, best first.
    private static func sources(
        of field: Field, _ keys: [String], _ own: OwnNames, _ assigned: [Int: String]
    ) -> [Source] {
        var sources: [Source] = []
        func add(_ indices: some Sequence<Int>, group: Int = 0, isOwn: Bool = false) {
            for index in indices where (assigned[index] ?? field.key) == field.key {
                if sources.contains(where: { $0.index == index }) { continue }
                sources.append(Source(index: index, group: group, isOwn: isOwn, kind: kind(of: index, in: keys)))
            }
        }
        add(assigned.keys.sorted().filter { assigned[$0] == field.key })
        add(own.labels.indices.filter { own.labels[$0] == field.key }, isOwn: true)
        for (group, names) in field.columnNames.groups.enumerated() where !own.areTokens {
            for key in names.map(ColumnNames.key) {
                add(keys.indices.filter { keys[$0] == key && own.labels[$0] == nil }, group: group)
            }
        }
        // Other columns of numbers are of other programs.
        if field.isKey, sources.first?.isOwn == false { sources = Array(sources.prefix(1)) }
        // Short names such as "ID" are used only if no better name is found.
        if sources.isEmpty { add(own.others.indices.filter { own.others[$0] == field.key }, isOwn: true) }
        return sources
    }

    var isEmpty: Bool { columns.isEmpty && names.isEmpty }

    /// Throws an error if the names are those of another collection that imports lists: each is that of one of its
    /// fields, one that of its number or owner, and half of them or more are not read here.
    func refuseOtherCollection() throws(ListError) {
        let groups = ColumnNames.groups.all.map(ColumnNames.key)
        let named = header.indices.filter { !header[$0].isEmpty && !groups.contains(ColumnNames.key(header[$0])) }
        guard 2 * named.count(where: { !known.contains($0) }) >= named.count else { return }
        for other in Collections.all where other !== definition && other.home.canImport {
            let own = other.ownNames(for: named.map { header[$0] })
            let found = own.areTokens ? own.labels : zip(own.labels, own.others).map { $0 ?? $1 }
            let identifiers = [other.keyField.key, other.owner?.key]
            if !found.contains(nil), found.contains(where: identifiers.contains) {
                throw .otherCollection(other.collection)
            }
        }
    }

    /// The index of "Phone 1 - Label" for "Phone 1 - Value", or nil.
    private static func kind(of index: Int, in keys: [String]) -> Int? {
        guard keys[index].hasSuffix("value") else { return nil }
        let stem = keys[index].dropLast("value".count)
        return keys.firstIndex { $0 == "\(stem)label" || $0 == "\(stem)type" }
    }

    func read(_ cells: [String]) -> Found {
        func text(_ index: Int) -> String { index < cells.count ? cells[index].trimmed : "" }
        var found = Found()
        let addresses = addresses { !text($0).isEmpty }
        for column in columns {
            let isPart = column.field.isPartOfAddress
            let sources = column.sources.filter { !text($0.index).isEmpty && (!isPart || addresses.contains($0.group)) }
            // Fax numbers are used last.
            let isFax: (Source) -> Bool = { $0.kind.map { text($0).lowercased().contains("fax") } ?? false }
            let chosen = sources.first { !isFax($0) } ?? sources.first
            if let chosen, isWhole, column.field.editor == .list {
                found.values.append((column.field, .list(cells[chosen.index].commaSeparated)))
            } else if let chosen {
                found.add(column.field, cells[chosen.index], isOwn: chosen.isOwn, header[chosen.index])
            }
            if chosen == nil, column.isOwn { found.add(column.field, "", isOwn: true, "") }
            for source in column.sources where source.index != chosen?.index {
                let other = text(source.index)
                if !other.isEmpty, other != chosen.map({ text($0.index) }) { found.unread.append(self[source.index]) }
            }
        }
        if !names.isEmpty || !organizations.isEmpty { addName(text, to: &found) }
        for column in groupColumns {
            found.groups += ImportedGroup.names(inCell: text(column.index), separators: column.separators)
        }
        for index in cells.indices where !known.contains(index) && !text(index).isEmpty {
            found.unread.append(self[index])
        }
        return found
    }

    /// The addresses to read from a row: the first with a value, and those with no fields in common with it, as for the
    /// columns "Home Address" and "City".
    private func addresses(_ isGiven: (Int) -> Bool) -> Set<Int> {
        guard groups.count > 1 else { return Set(groups.map(\.group)) }
        let first = groups.first { address in
            columns.contains { column in
                column.field.isPartOfAddress
                    && column.sources.contains { $0.group == address.group && isGiven($0.index) }
            }
        }
        guard let first else { return [] }
        return Set(groups.filter { $0.parts.isDisjoint(with: first.parts) }.map(\.group)).union([first.group])
    }

    /// Adds the full name if neither part is given, or else the organization's name.
    private func addName(_ text: (Int) -> String, to found: inout Found) {
        let parts = definition.nameFields
        let given = parts.compactMap { part in found.values.first { $0.field.key == part.field.key }?.value.text.plain }
        let isNamed = given.contains { !$0.isEmpty }
        var chosen: Int?
        if !isNamed { chosen = names.first { !text($0).isEmpty } }
        let organization = isNamed || chosen != nil ? nil : organizations.first { !text($0).isEmpty }
        let named =
            chosen.map { definition.named(text($0)) } ?? organization.map { definition.named(organization: text($0)) }
            ?? []
        for (field, text) in named {
            found.values.removeAll { $0.field.key == field.key }
            found.values.append((field, .text(text)))
        }
        // A full name that equals its parts is not reported as unread.
        let readNames =
            chosen.map(text).map { [$0.plain] } ?? [given, given.reversed()].map { $0.joined(separator: " ").plain }
        for index in names where index != chosen && !text(index).isEmpty && !readNames.contains(text(index).plain) {
            let parts = definition.named(text(index)).map(\.text).joined(separator: " ").plain
            if !readNames.contains(parts) { found.unread.append(self[index]) }
        }
        for index in organizations where index != organization && !text(index).isEmpty {
            found.unread.append(self[index])
        }
    }

    private subscript(index: Int) -> UnreadColumn {
        let name = index < header.count ? header[index] : ""
        return UnreadColumn(name: name.isEmpty ? translated("column \(index + 1)") : name, index: index)
    }
}

extension TableColumns.Found {
    /// Adds a field's value. Google writes several values into one cell.
    fileprivate mutating func add(_ field: Field, _ text: String, isOwn: Bool, _ column: String) {
        if isOwn { return values.append((field, .text(text))) }
        let several = text.split(separator: " ::: ").map(String.init)
        values.append((field, .text(several.first ?? text)))
        if several.count > 1 { unread.append(UnreadColumn(name: translated("other values of \(column)"))) }
    }
}

extension Field {
    fileprivate var isPartOfAddress: Bool { card?.property == "ADR" }
}

private typealias OwnNames = (labels: [String?], others: [String?], areTokens: Bool)

extension Definition {
    /// The keys of the fields that columns name: by labels and keys, by aliases, or by tokens if all columns are
    /// tokens.
    fileprivate func ownNames(for header: [String]) -> OwnNames {
        func keys(_ names: (Field) -> [String]) -> [String: String] {
            Dictionary(fields.flatMap { field in names(field).map { (ColumnNames.key($0), field.key) } }) { one, _ in
                one
            }
        }
        let labels = keys { [$0.label, $0.name.english] }.merging(keys { [$0.key] }) { one, _ in one }
        let aliases = keys(\.aliases)
        let tokens = Dictionary(fields.compactMap { field in field.token.map { ($0, field.key) } }) { one, _ in one }
        let typed = header.map { $0.lowercased() }
        if typed.allSatisfy({ $0.isEmpty || tokens[$0] != nil }) { return (typed.map { tokens[$0] }, [], true) }
        let columns = header.map(ColumnNames.key)
        return (columns.map { labels[$0] }, columns.map { aliases[$0] }, false)
    }
}

/// A table column or card property with values that no field reads.
public struct UnreadColumn: Hashable, Sendable {
    /// The name in the file, or a translated one.
    public let name: String
    /// The index of a column that can be assigned to a field, or nil.
    public let index: Int?

    public init(name: String, index: Int? = nil) { (self.name, self.index) = (name, index) }
}
