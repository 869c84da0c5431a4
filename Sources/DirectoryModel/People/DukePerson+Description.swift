extension DukePerson: CustomStringConvertible {
    /// The person in sentences; one whose field was not given is left out (REQUIREMENTS 1.2).
    public var description: String {
        let rest = [
            given("from").map { "\(gender.subject) \(be) from \(withoutFullStop($0))." },
            studies,
            hobbySentence,
            languages.isEmpty
                ? nil : "\(gender.subject) \(gender.isPlural ? "know" : "knows") \(English.list(languages)).",
            given("movie").map { "\(gender.possessive) favorite movie is \(withoutFullStop($0))." },
            given("team").map { "\(gender.subject) \(be) on team \(withoutFullStop($0))." },
            given("email").map { "You can reach \(gender.object) at \(withoutFullStop($0))." },
        ].compactMap(\.self)
        let called = withoutFullStop(displayName)
        let first =
            role == .Unknown
            ? "\(called)." : "\(displayName) is \(English.article(for: role.rawValue)) \(role.rawValue)."
        return ([first] + rest).joined(separator: " ")
    }

    private var be: String { gender.isPlural ? "are" : "is" }

    private var studies: String? {
        guard role == .Student else { return nil }
        let parts = [
            given("program").map { "in the \($0) program" },
            given("plan").map { "working towards \(English.article(for: $0)) \($0) degree" },
        ].compactMap(\.self)
        return parts.isEmpty ? nil : "\(fName) is \(parts.joined(separator: " "))."
    }

    private var hobbySentence: String? {
        let hobbies = hobbies.map(withoutFullStop)
        guard !hobbies.isEmpty else { return nil }
        let (noun, verb) = hobbies.count == 1 ? ("hobby", "is") : ("hobbies", "are")
        return "\(gender.possessive) \(noun) \(verb) \(English.list(hobbies))."
    }

    /// What the field says, or nil where it was not given.
    private func given(_ key: String) -> String? {
        guard let text = Self.fieldsByKey[key]?.text(self).trimmed, !withoutFullStop(text).isEmpty else { return nil }
        return text
    }

    private func withoutFullStop(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

    private static let fieldsByKey = Dictionary(uniqueKeysWithValues: fields.map { ($0.key, $0) })
}
