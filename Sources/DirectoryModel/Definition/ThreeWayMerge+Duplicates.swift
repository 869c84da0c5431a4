extension ThreeWayMerge {
    /// Two records of one person: what only one of them gives is taken from it, and lists are joined. Other differences
    /// are conflicts.
    public init(_ kept: R, withDuplicate other: R) {
        var (mine, theirs) = (kept, other)
        for field in R.fields where !field.isKey && !field.contradicts(kept, other) {
            let joined = field.joined(kept, other)
            field.set(joined, in: &mine)
            field.set(joined, in: &theirs)
        }
        self.init(mine: mine, theirs: theirs, base: R(key: kept.key))
    }
}

extension DirectoryRecord {
    /// True if the collection can have two records of one person.
    public static var canHaveDuplicates: Bool {
        home.canImport && fields.contains { $0.editor == .text(.name) }
            && fields.contains { [.text(.email), .text(.phone)].contains($0.editor) }
    }

    /// What this record says and `kept` does not, from `kept` to this record.
    public func additions(to kept: Self) -> [FieldDifference] {
        let other = kept.keyed(key)
        return Self.fields.compactMap { field in
            guard !field.isKey, !field.inputText(self).isEmpty,
                field.contradicts(other, self) || field.joined(other, self) != field.value(other)
            else { return nil }
            return FieldDifference(in: field, from: other.record, to: record)
        }
    }
}

extension Field {
    /// True if the records give different values. Case, accents, and the format of phone numbers make no difference,
    /// and lists are never different.
    public func contradicts<R: DirectoryRecord>(_ one: R, _ other: R) -> Bool {
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
    private func isUnsetFlag<R: DirectoryRecord>(_ one: R, _ other: R) -> Bool {
        editor == .flag && !(value(one).isOn && value(other).isOn)
    }

    /// The value of two records that do not contradict each other: the longer one, which has accents or a country code,
    /// or the items of both lists.
    func joined<R: DirectoryRecord>(_ one: R, _ other: R) -> FieldValue {
        let (mine, theirs) = (inputText(one), inputText(other))
        if editor == .flag { return .flag(value(one).isOn || value(other).isOn) }
        guard editor.listsSeveral else {
            return theirs.utf8.count > mine.utf8.count ? value(other) : value(one)
        }
        let known = Set(items(stored: mine).map(Folding.text))
        let more = items(stored: theirs).filter { !known.contains(Folding.text($0)) }
        if more.isEmpty { return value(one) }
        return mine.isEmpty ? value(other) : .list(items(stored: mine) + more)
    }
}
