/// A translated text with interpolated values: `LocalizedString("\(name) was added.")`.
///
/// The catalog's key is "{0} was added."; translations may reorder values. `make pot` finds every literal directly
/// after `LocalizedString(` and `translated(`.
public struct LocalizedString: Hashable, Sendable {
    /// The English text, for files and for code that needs the same words on every computer.
    public let english: String
    /// The text in the user's language.
    public let text: String

    public init(_ pattern: LocalizedPattern) {
        english = pattern.english
        text = Localization.isThere ? pattern.filled(into: Localization.text(for: pattern.key)) : pattern.english
    }

    /// Translates a text that is not a literal, such as a paragraph of a file that `make pot` reads.
    public init(english: String) {
        self.english = english
        text = Localization.isThere && !english.isEmpty ? Localization.text(for: english) : english
    }

    /// A text with a plural form: `LocalizedString(count, one: "\(count) person", many: "\(count) people")`.
    public init(_ count: Int, one: LocalizedPattern, many: LocalizedPattern) {
        english = count.magnitude == 1 ? one.english : many.english
        text =
            Localization.isThere ? many.filled(into: Localization.text(for: one.key, many.key, count: count)) : english
    }
}

extension LocalizedString: CustomStringConvertible {
    public var description: String { text }
}

/// `pattern` in the user's language.
public func translated(_ pattern: LocalizedPattern) -> String { LocalizedString(pattern).text }

/// A text with a plural form in the user's language.
public func translated(_ count: Int, one: LocalizedPattern, many: LocalizedPattern) -> String {
    LocalizedString(count, one: one, many: many).text
}
