public import Foundation

/// JSON with sorted keys, so that equal values have equal encodings.
public enum WireJSON {
    /// - Throws: `EncodingError` if JSON cannot represent the value, such as NaN.
    public static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// The value as JSON, or no bytes if JSON cannot represent it.
    public static func data(_ value: some Encodable) -> Data { (try? encode(value)) ?? Data() }

    /// The value in `data`, or nil if it has none of the type.
    public static func decode<T: Decodable>(_ type: T.Type, from data: Data) -> T? {
        try? JSONDecoder().decode(type, from: data)
    }
}
