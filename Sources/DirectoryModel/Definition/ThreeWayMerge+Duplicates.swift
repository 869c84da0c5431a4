extension ThreeWayMerge {
    /// Two records of one person: what only one of them gives is taken from it, and lists are joined. Other differences
    /// are conflicts.
    public init(_ current: Record, withDuplicate other: Record) {
        var (mine, theirs) = (current, other)
        for field in current.definition.fields where !field.isKey && !field.contradicts(current, other) {
            let joined = field.joined(current, other)
            mine[field] = joined
            theirs[field] = joined
        }
        self.init(mine: mine, theirs: theirs, base: Record(current.definition, key: current.key))
    }
}

extension Definition {
    /// True if the collection can have two records of one person.
    public var canHaveDuplicates: Bool {
        home.canImport && fields.contains { $0.editor == .text(.name) }
            && (!identifiers.isEmpty || fields.contains { [.text(.email), .text(.phone)].contains($0.editor) })
    }
}

extension Record {
    /// What this record says and `current` does not, from `current` to this record.
    public func additions(to current: Record) -> [FieldDifference] {
        let other = current.keyed(key)
        return definition.fields.compactMap { field in
            guard !field.isKey, !field.inputText(self).isEmpty,
                field.contradicts(other, self) || field.joined(other, self) != other[field]
            else { return nil }
            return FieldDifference(in: field, from: other, to: self)
        }
    }
}

extension Field {
    /// True if the records give different values. Case, accents, and the format of phone numbers make no difference,
    /// and lists are never different.
    public func contradicts(_ one: Record, _ other: Record) -> Bool {
        let (mine, theirs) = (inputText(one), inputText(other))
        if mine.isEmpty || theirs.isEmpty || mine == theirs || editor.listsSeveral || isUnsetFlag(one, other) {
            return false
        }
        if editor == .text(.phone), let mine = PhoneNumber(mine), let theirs = PhoneNumber(theirs) {
            return !mine.isSame(as: theirs)
        }
        return isPicture || Set(Folding.spellings(of: mine.plain)).isDisjoint(with: Folding.spellings(of: theirs.plain))
    }

    /// True if a flag is off in one of them, which is its default.
    private func isUnsetFlag(_ one: Record, _ other: Record) -> Bool {
        editor == .flag && !(one[self].isOn && other[self].isOn)
    }

    /// The value of two records that do not contradict each other: the longer one, which has accents or a country code,
    /// or the items of both lists.
    func joined(_ one: Record, _ other: Record) -> FieldValue {
        let (mine, theirs) = (inputText(one), inputText(other))
        if editor == .flag { return .flag(one[self].isOn || other[self].isOn) }
        guard editor.listsSeveral else {
            return theirs.utf8.count > mine.utf8.count ? other[self] : one[self]
        }
        let known = Set(items(stored: mine).map(Folding.text))
        let more = items(stored: theirs).filter { !known.contains(Folding.text($0)) }
        if more.isEmpty { return one[self] }
        return mine.isEmpty ? other[self] : .list(items(stored: mine) + more)
    }
}
