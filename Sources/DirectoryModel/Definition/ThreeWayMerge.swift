/// Two versions of one record, merged over their common base: a field that only one side changed is that side's; a
/// field that both changed is a conflict.
public struct ThreeWayMerge<R: DirectoryRecord>: Equatable, Sendable {
    /// My version.
    public let mine: R
    /// The other side's version.
    public let theirs: R
    /// The common base of both versions, or nil where it is not known; then every field that differs is a conflict,
    /// except those that are empty in mine: they are the other side's.
    public let base: R?
    /// The fields that both sides changed, from mine to theirs.
    public let conflicts: [FieldDifference]
    /// The fields that only I changed, from mine to theirs.
    public let onlyMine: [FieldDifference]
    /// The fields that only the other side changed, from mine to theirs.
    public let onlyTheirs: [FieldDifference]

    /// Makes the merge of two versions over their common base.
    public init(mine: R, theirs: R, base: R?) {
        (self.mine, self.theirs, self.base) = (mine, theirs, base)
        var (conflicts, onlyMine, onlyTheirs): ([FieldDifference], [FieldDifference], [FieldDifference]) = ([], [], [])
        for difference in mine.differences(from: theirs) {
            guard let field = R.field(named: difference.key), !field.isKey else { continue }
            let isSilent = base == nil && field.inputText(mine).isEmpty
            if isSilent || field.editor == .readOnly || field.says(the: mine, theirs) || field.says(the: mine, base) {
                onlyTheirs.append(difference)
            } else if field.says(the: theirs, base) {
                onlyMine.append(difference)
            } else {
                conflicts.append(difference)
            }
        }
        (self.conflicts, self.onlyMine, self.onlyTheirs) = (conflicts, onlyMine, onlyTheirs)
    }

    /// True where both sides changed no field differently.
    public var isDecided: Bool { conflicts.isEmpty }

    /// The merged record under the key of `theirs`, or under `key`, which may have become known only now. For a conflict
    /// it has mine, except in the fields of `keys`.
    public func merged(takingTheirs keys: Set<String> = [], under key: Int? = nil) -> R {
        var merged = theirs
        for difference in onlyMine + conflicts where !keys.contains(difference.key) {
            R.field(named: difference.key)?.set(difference.before, in: &merged)
        }
        return key.map(merged.keyed) ?? merged
    }

    /// The base of a later merge where no conflict was decided: theirs, except the fields that both sides changed,
    /// which are as they were before.
    public var undecidedBase: R {
        var undecided = theirs
        for difference in conflicts {
            guard let field = R.field(named: difference.key) else { continue }
            field.set(field.value(base ?? R(key: theirs.key)), in: &undecided)
        }
        return undecided
    }
}

extension Field {
    /// True where both records have the same value, or neither has one.
    fileprivate func says(the one: R, _ other: R?) -> Bool {
        guard let other else { return false }
        return value(one) == value(other) || inputText(one) == inputText(other)
    }
}

/// One field in which two versions of a record differ.
public struct FieldDifference: Equatable, Sendable {
    /// The field's key.
    public let key: String
    /// The field's label.
    public let label: String
    /// The value in the first version.
    public let before: FieldValue
    /// The value in the second version.
    public let after: FieldValue
    /// The first value as people read it, "" where it was not given.
    public let beforeText: String
    /// The second value as people read it, "" where it was not given.
    public let afterText: String

    /// The difference between `before` and `after` in `field`, or nil where both have the same value.
    init?<R>(in field: Field<R>, from before: R, to after: R) {
        (self.before, self.after) = (field.value(before), field.value(after))
        guard self.before != self.after else { return nil }
        let texts = (field.displayText(before), field.displayText(after))
        (key, label) = (field.key, field.label)
        // Two ways to leave a field empty are shown as they were written.
        (beforeText, afterText) = texts.0 == texts.1 ? (self.before.text, self.after.text) : texts
    }
}
