/// Words people read, with what is put into them: `Words("\(name) was added.")`.
///
/// The catalogue's text for it is "{0} was added.": places are counted in the order they stand in, so that another
/// language may turn them round. `make pot` finds every literal that stands right behind `Words(` and `translated(`.
public struct Words: Hashable, Sendable {
    /// What it says in English, for files and whoever has to find the same words on every computer.
    public let english: String
    /// What it says in the language of this computer.
    public let text: String

    public init(_ words: Places) {
        english = words.english
        text = Catalogue.isThere ? words.filled(into: Catalogue.text(for: words.key)) : words.english
    }

    /// Words that are no literal, such as the paragraphs of a file that `make pot` reads.
    public init(english: String) {
        self.english = english
        text = Catalogue.isThere && !english.isEmpty ? Catalogue.text(for: english) : english
    }

    /// Words about so many: `Words(count, one: "\(count) person", many: "\(count) people")`.
    public init(_ count: Int, one: Places, many: Places) {
        english = count.magnitude == 1 ? one.english : many.english
        text =
            Catalogue.isThere ? many.filled(into: Catalogue.text(for: one.key, many.key, count: count)) : english
    }
}

extension Words: CustomStringConvertible {
    public var description: String { text }
}

/// `words` in the language of this computer.
public func translated(_ words: Places) -> String { Words(words).text }

/// Words about so many, in the language of this computer.
public func translated(_ count: Int, one: Places, many: Places) -> String { Words(count, one: one, many: many).text }
