/// A string literal whose interpolated values are stored separately.
public struct LocalizedPattern: ExpressibleByStringInterpolation, Sendable {
    /// The complete English text.
    let english: String
    /// The catalog's key, with "{0}" for the first value; "" without a catalog.
    let key: String
    let values: [String]

    init(english: String, key: String, values: [String]) {
        self.english = english
        self.key = key
        self.values = values
    }

    public init(stringLiteral literal: String) { self.init(english: literal, key: literal, values: []) }

    public init(stringInterpolation parts: StringInterpolation) {
        self.init(english: parts.english, key: parts.key, values: parts.values)
    }

    /// `pattern` with the values inserted; unknown placeholders are unchanged.
    func filled(into pattern: String) -> String {
        guard !values.isEmpty else { return pattern }
        return pattern.replacing(/\{(\d+)\}/) { match in
            let index = Int(match.1).flatMap { values.indices.contains($0) ? $0 : nil }
            return index.map { values[$0] } ?? String(match.0)
        }
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var english = ""
        fileprivate var key = ""
        fileprivate var values: [String] = []
        private let isActive = Localization.isThere

        public init(literalCapacity: Int, interpolationCount: Int) {
            english.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) {
            english += literal
            if isActive { key += literal }
        }

        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            appendInterpolation(value.description)
        }

        public mutating func appendInterpolation(_ text: String) {
            english += text
            guard isActive else { return }
            key += "{\(values.count)}"
            values.append(text)
        }
    }
}
