public import Foundation

/// JSON with sorted keys, so that equal values have equal encodings.
public enum WireJSON {
    /// - Throws: `EncodingError` if JSON cannot represent the value, such as NaN.
    public static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}
