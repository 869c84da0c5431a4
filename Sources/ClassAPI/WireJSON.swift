public import Foundation

/// The JSON that client and server send: with sorted keys, so that equal values are equal bytes.
public enum WireJSON {
    /// - Throws: `EncodingError` where JSON cannot represent the value, as for NaN.
    public static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}
