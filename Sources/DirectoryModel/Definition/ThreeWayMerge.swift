/// Two versions of a record, merged over their common base. A field changed by one side is taken from it; a field
/// changed by both is a conflict.
public struct ThreeWayMerge: Equatable, Sendable {
    public let mine: Record
    public let theirs: Record
    /// The common base, or nil if it is unknown. Without it, every difference is a conflict, unless mine is empty.
    public let base: Record?
    /// From mine to theirs.
    public private(set) var conflicts: [FieldDifference] = []
    /// From mine to theirs.
    public private(set) var onlyMine: [FieldDifference] = []
    /// From mine to theirs.
    public private(set) var onlyTheirs: [FieldDifference] = []

    public init(mine: Record, theirs: Record, base: Record?) {
        self.mine = mine
        self.theirs = theirs
        self.base = base
        for difference in mine.differences(from: theirs) {
            let field = mine.definition.field(difference.key)
            guard !field.isKey else { continue }
            let isBlankWithoutBase = base == nil && field.inputText(mine).isEmpty
            if isBlankWithoutBase || field.editor == .readOnly || field.hasSameValue(in: mine, and: theirs)
                || field.hasSameValue(in: mine, and: base)
            {
                onlyTheirs.append(difference)
            } else if field.hasSameValue(in: theirs, and: base) {
                onlyMine.append(difference)
            } else {
                conflicts.append(difference)
            }
        }
    }

    /// True without conflicts.
    public var isDecided: Bool { conflicts.isEmpty }

    /// The merged record, by default under the key of `theirs`. Conflicts are resolved with mine, except for those
    /// of the fields in `keys`.
    public func merged(takingTheirs keys: Set<String> = [], under key: Int? = nil) -> Record {
        var merged = theirs
        for difference in onlyMine + conflicts where !keys.contains(difference.key) {
            merged[difference.key] = difference.before
        }
        return key.map(merged.keyed) ?? merged
    }

    /// The base for a later merge if no conflict was decided: theirs, with the base's values of conflicting fields.
    public var undecidedBase: Record {
        var undecided = theirs
        for difference in conflicts {
            undecided[difference.key] = (base ?? Record(theirs.definition, key: theirs.key))[difference.key]
        }
        return undecided
    }
}

extension Field {
    /// True if both records have the same value, or none.
    fileprivate func hasSameValue(in one: Record, and other: Record?) -> Bool {
        guard let other else { return false }
        return one[self] == other[self] || inputText(one) == inputText(other)
    }
}

/// A field in which two versions of a record differ.
public struct FieldDifference: Equatable, Sendable {
    public let key: String
    public let label: String
    public let before: FieldValue
    public let after: FieldValue
    /// The old value for display, or "".
    public let beforeText: String
    /// The new value for display, or "".
    public let afterText: String

    /// Nil if both have the same value.
    init?(in field: Field, from before: Record, to after: Record) {
        self.before = before[field]
        self.after = after[field]
        guard self.before != self.after, !(self.before.text.isEmpty && self.after.text.isEmpty) else { return nil }
        let texts = (field.displayText(before), field.displayText(after))
        key = field.key
        label = field.label
        // Two ways to leave a field empty are shown as written.
        (beforeText, afterText) = texts.0 == texts.1 ? (self.before.text, self.after.text) : texts
    }
}
