import Foundation

extension WireValue {
    /// Parses a number or a literal. Nil if it is invalid, or `JSONDecoder` must decide: “-0”, and numbers that neither
    /// `Int` nor `Double` represents exactly.
    init?(bare bytes: UnsafeRawBufferPointer) {
        switch bytes.first {
        case UInt8(ascii: "t") where bytes.elementsEqual("true".utf8): self = .value(.flag(true))
        case UInt8(ascii: "f") where bytes.elementsEqual("false".utf8): self = .value(.flag(false))
        case UInt8(ascii: "n") where bytes.elementsEqual("null".utf8): self = .null
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): self.init(number: bytes)
        default: return nil
        }
    }

    /// The most digits that always fit `Int`.
    private static var maxDigits: Int { 18 }

    private init?(number bytes: UnsafeRawBufferPointer) {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let digits = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(isNegative ? 1 : 0))
        var value = 0
        var index = 0
        while index < digits.count, let digit = Self.digit(digits[index]) {
            guard index < Self.maxDigits else { return nil }
            value = value &* 10 &+ digit
            index &+= 1
        }
        guard index > 0, index == 1 || digits[0] != UInt8(ascii: "0") else { return nil }
        guard index == digits.count else {
            self.init(decimal: bytes, isNegative: isNegative, UnsafeRawBufferPointer(rebasing: digits[index...]))
            return
        }
        if isNegative, value == 0 { return nil }
        self = .value(.number(isNegative ? -value : value))
    }

    /// - Parameter rest: the bytes after the integer digits.
    private init?(decimal bytes: UnsafeRawBufferPointer, isNegative: Bool, _ rest: UnsafeRawBufferPointer) {
        guard bytes.count <= 24, Self.isFractionOrExponent(rest),
            let value = Double(String(decoding: bytes, as: UTF8.self))
        else { return nil }
        if value.rounded() == value {
            let hasExponent = rest.contains { $0 | 0x20 == UInt8(ascii: "e") }
            guard bytes.count <= 16, let whole = Int(exactly: value), whole != 0 || !(isNegative || hasExponent),
                abs(whole) < 1 << 53
            else { return nil }
            self = .value(.number(whole))
        } else {
            guard abs(value) > 1e-300 else { return nil }
            self = .value(.decimal(value))
        }
    }

    /// True for a fraction, an exponent, or both.
    private static func isFractionOrExponent(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { digit($0) != nil }
            guard !digits.isEmpty else { return false }
            rest = rest[digits.endIndex...]
        }
        guard let sign = rest.first else { return true }
        guard sign | 0x20 == UInt8(ascii: "e") else { return false }
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        return !rest.isEmpty && rest.allSatisfy { digit($0) != nil }
    }

    private static func digit(_ byte: UInt8) -> Int? {
        let digit = Int(byte) &- Int(UInt8(ascii: "0"))
        return (0...9).contains(digit) ? digit : nil
    }
}
