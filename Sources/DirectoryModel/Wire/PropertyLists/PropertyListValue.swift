import Foundation

/// Any value of a property list, to be shown as the nearest JSON.
indirect enum PropertyListValue: Decodable {
    case text(String), number(Int), decimal(Double), flag(Bool), date(Date), data(Data)
    case list([PropertyListValue])
    case dictionary([String: PropertyListValue])

    init(from decoder: any Decoder) {
        if let scalar = (try? decoder.singleValueContainer()).flatMap(Self.scalar) {
            self = scalar
        } else if let items = try? [PropertyListValue](from: decoder) {
            self = .list(items)
        } else {
            self = .dictionary((try? [String: PropertyListValue](from: decoder)) ?? [:])
        }
    }

    private static func scalar(_ value: any SingleValueDecodingContainer) -> PropertyListValue? {
        if let text = try? value.decode(String.self) { return .text(text) }
        if let number = try? value.decode(Int.self) { return .number(number) }
        if let isOn = try? value.decode(Bool.self) { return .flag(isOn) }
        if let decimal = try? value.decode(Double.self) { return .decimal(decimal) }
        if let date = try? value.decode(Date.self) { return .date(date) }
        return (try? value.decode(Data.self)).map { .data($0) }
    }

    /// The text that is kept of an element that is set aside: JSON, so that it can be corrected; at most 64 KB.
    var raw: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let json = (try? encoder.encode(self)) ?? Data()
        return String(decoding: json.prefix(RejectedElement.longestRaw), as: UTF8.self)
    }
}

extension PropertyListValue: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .decimal(let decimal): try container.encode(decimal)
        case .flag(let isOn): try container.encode(isOn)
        case .date(let date): try container.encode(date)
        case .data(let data): try container.encode(data)
        case .list(let items): try container.encode(items)
        case .dictionary(let items): try container.encode(items)
        }
    }
}
