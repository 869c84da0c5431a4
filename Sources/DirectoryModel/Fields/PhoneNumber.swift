/// A single phone number, to compare with others.
public struct PhoneNumber: Hashable, Sendable {
    /// The digits, without the prefix of international calls and without leading zeros.
    public let digits: String
    /// True if the digits begin with a country code.
    private let isInternational: Bool

    /// Nil unless `text` is exactly one number; the digits of an extension are not part of it.
    public init?(_ text: String) {
        let text = text.trimmed
        let isBare = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2B }
        guard let number = isBare ? text : Rule.phone.accepted(text) else { return nil }
        let prefix = ["+", "00"].first(where: number.hasPrefix)
        digits = String(number.dropFirst(prefix?.count ?? 0).drop { $0 == "0" })
        isInternational = prefix != nil
        guard digits.utf8.count >= Self.minDigits, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
    }

    private static var minDigits: Int { 6 }

    /// The digits that the number has with and without a country code.
    public var ending: Substring { digits.suffix(Self.minDigits) }

    /// True if both are one number, of which either may lack the country code.
    public func isSame(as other: PhoneNumber) -> Bool {
        if digits == other.digits { return true }
        let (long, short) = digits.utf8.count > other.digits.utf8.count ? (self, other) : (other, self)
        guard long.digits.hasSuffix(short.digits), !short.isInternational else { return false }
        let code = long.digits.dropLast(short.digits.count)
        // North Americans also write the country code without a sign.
        return long.isInternational ? code.count <= 3 : code == "1" && short.digits.utf8.count == 10
    }
}
