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
        let places: [Place]
        /// True for the field's own name; then an empty cell clears the field.
        let isOwn: Bool
    }

    private struct Place: Sendable {
        let place: Int
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
    private let isWhole: Bool
    /// The columns of full names, and of organizations that no field reads.
    private let names: [Int]
    private let organizations: [Int]
    /// The columns of groups, each with what separates their names.
    private let groupColumns: [(place: Int, separators: [String])]
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
            var places: [Place] = []
            func add(_ place: Int, group: Int = 0, isOwn: Bool = false) {
                let isFree = assigned[place] == nil || assigned[place] == field.key
                guard isFree, !places.contains(where: { $0.place == place }) else { return }
                places.append(Place(place: place, group: group, isOwn: isOwn, kind: Self.kind(of: place, in: keys)))
            }
            for (place, key) in assigned.sorted(by: { $0.key < $1.key }) where key == field.key { add(place) }
            for (place, key) in own.labels.enumerated() where key == field.key { add(place, isOwn: true) }
            for (group, names) in field.columnNames.groups.enumerated() where !own.areTokens {
                for name in names {
                    for (place, key) in keys.enumerated() where key == ColumnNames.key(name) && own.labels[place] == nil
                    {
                        add(place, group: group)
                    }
                }
            }
            // Other columns of numbers are of other programs.
            if field.isKey, places.first?.isOwn == false { places = Array(places.prefix(1)) }
            // Short names such as "ID" are used only if no better name is found.
            if places.isEmpty {
                for (place, key) in own.others.enumerated() where key == field.key { add(place, isOwn: true) }
            }
            guard let first = places.first else { return nil }
            return Column(field: field, places: places, isOwn: first.isOwn)
        }
        isWhole = columns.count == fields.count && columns.allSatisfy(\.isOwn)
        let taken = Set(columns.flatMap { $0.places.map(\.place) })
        func free(_ names: ColumnNames) -> [Int] {
            names.all.flatMap { name in keys.indices.filter { keys[$0] == ColumnNames.key(name) } }
                .filter { !taken.contains($0) && assigned[$0] == nil }
        }
        names = definition.nameFields.isEmpty ? [] : free(.fullName)
        organizations = definition.nameFields.isEmpty ? [] : free(.organization)
        groupColumns = definition.hasGroups ? free(.groups).map { ($0, ColumnNames.separators(of: keys[$0])) } : []
        known = taken.union(groupColumns.map(\.place))
        var parts: [Int: Set<String>] = [:]
        for column in columns where column.field.isPartOfAddress {
            for place in column.places { parts[place.group, default: []].insert(column.field.key) }
        }
        groups = parts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    var isEmpty: Bool { columns.isEmpty && names.isEmpty }

    /// The index of "Phone 1 - Label" for "Phone 1 - Value", or nil.
    private static func kind(of place: Int, in keys: [String]) -> Int? {
        guard keys[place].hasSuffix("value") else { return nil }
        let stem = keys[place].dropLast("value".count)
        return keys.firstIndex { $0 == "\(stem)label" || $0 == "\(stem)type" }
    }

    func read(_ cells: [String]) -> Found {
        func text(_ place: Int) -> String { place < cells.count ? cells[place].trimmed : "" }
        var found = Found()
        let addresses = addresses { !text($0).isEmpty }
        for column in columns {
            let isPart = column.field.isPartOfAddress
            let places = column.places.filter { !text($0.place).isEmpty && (!isPart || addresses.contains($0.group)) }
            // Fax numbers are used last.
            let isFax: (Place) -> Bool = { $0.kind.map { text($0).lowercased().contains("fax") } ?? false }
            let chosen = places.first { !isFax($0) } ?? places.first
            if let chosen, isWhole, column.field.editor == .list {
                found.values.append((column.field, .list(cells[chosen.place].commaSeparated)))
            } else if let chosen {
                found.add(column.field, cells[chosen.place], isOwn: chosen.isOwn, header[chosen.place])
            }
            if chosen == nil, column.isOwn { found.add(column.field, "", isOwn: true, "") }
            for place in column.places where place.place != chosen?.place {
                let other = text(place.place)
                if !other.isEmpty, other != chosen.map({ text($0.place) }) { found.unread.append(self[place.place]) }
            }
        }
        if !names.isEmpty || !organizations.isEmpty { addName(text, to: &found) }
        for column in groupColumns {
            found.groups += ImportedGroup.names(inCell: text(column.place), separators: column.separators)
        }
        for place in cells.indices where !known.contains(place) && !names.contains(place) {
            if !organizations.contains(place), !text(place).isEmpty { found.unread.append(self[place]) }
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
                    && column.places.contains { $0.group == address.group && isGiven($0.place) }
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
        let said =
            chosen.map(text).map { [$0.plain] } ?? [given, given.reversed()].map { $0.joined(separator: " ").plain }
        for place in names where place != chosen && !text(place).isEmpty && !said.contains(text(place).plain) {
            let parts = definition.named(text(place)).map(\.text).joined(separator: " ").plain
            if !said.contains(parts) { found.unread.append(self[place]) }
        }
        for place in organizations where place != organization && !text(place).isEmpty {
            found.unread.append(self[place])
        }
    }

    private subscript(place: Int) -> UnreadColumn {
        let name = place < header.count ? header[place] : ""
        return UnreadColumn(name: name.isEmpty ? translated("column \(place + 1)") : name, place: place)
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

extension Definition {
    /// The keys of the fields that columns name: by labels and keys, by aliases, or by tokens if all columns are
    /// tokens.
    fileprivate func ownNames(
        for header: [String]
    ) -> (labels: [String?], others: [String?], areTokens: Bool) {
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
    public let place: Int?

    public init(name: String, place: Int? = nil) { (self.name, self.place) = (name, place) }
}
