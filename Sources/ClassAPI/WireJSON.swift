public import Foundation

/// The JSON that client and server send: keys in order, so that equal values are equal bytes.
public enum WireJSON {
    /// - Throws: `EncodingError` where the value has no JSON, as a number that is not a number has none.
    public static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}
