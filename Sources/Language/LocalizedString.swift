/// Words people read, with what is put into them: `LocalizedString("\(name) was added.")`.
///
/// The catalogue's text for it is "{0} was added.": places are counted in the order they stand in, so that another
/// language may turn them round. `make pot` finds every literal right behind `LocalizedString(` and `translated(`.
public struct LocalizedString: Hashable, Sendable {
    /// What it says in English, for files and whoever must find the same words on every computer.
    public let english: String
    /// What it says in the language of this computer.
    public let text: String

    public init(_ words: LocalizedPattern) {
        english = words.english
        text = Localization.isThere ? words.filled(into: Localization.text(for: words.key)) : words.english
    }

    /// Words that are no literal, such as the paragraphs of a file that `make pot` reads.
    public init(english: String) {
        self.english = english
        text = Localization.isThere && !english.isEmpty ? Localization.text(for: english) : english
    }

    /// Words about so many: `LocalizedString(count, one: "\(count) person", many: "\(count) people")`.
    public init(_ count: Int, one: LocalizedPattern, many: LocalizedPattern) {
        english = count.magnitude == 1 ? one.english : many.english
        text =
            Localization.isThere ? many.filled(into: Localization.text(for: one.key, many.key, count: count)) : english
    }
}

extension LocalizedString: CustomStringConvertible {
    public var description: String { text }
}

/// `words` in the language of this computer.
public func translated(_ words: LocalizedPattern) -> String { LocalizedString(words).text }

/// Words about so many, in the language of this computer.
public func translated(_ count: Int, one: LocalizedPattern, many: LocalizedPattern) -> String {
    LocalizedString(count, one: one, many: many).text
}
