/// What bytes of JSON contain, found eight bytes at a time: it decides which questions need not be asked of each text.
struct ByteOutline {
    /// True where a byte is not ASCII.
    let hasLettersBeyondASCII: Bool
    /// True where a byte is a control character of ASCII below the space, a line feed between values for instance.
    let hasControls: Bool
    /// True where every byte is a visible character of ASCII or a space.
    let isPlain: Bool

    init(_ bytes: UnsafeRawBufferPointer) {
        var (high, low, beyond): (UInt64, UInt64, UInt64) = (0, 0, 0)
        var place = 0
        while place &+ 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            high |= word
            low |= (word &- Self.spaces) & ~word
            beyond |= (word &+ Self.ones) | word
            place &+= 8
        }
        while place < bytes.count {
            let word = UInt64(bytes[place]) | Self.paddedSpaces
            high |= word
            low |= (word &- Self.spaces) & ~word
            beyond |= (word &+ Self.ones) | word
            place &+= 1
        }
        hasLettersBeyondASCII = high & Self.tops != 0
        hasControls = low & Self.tops != 0
        isPlain = (low | beyond) & Self.tops == 0
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var spaces: UInt64 { 0x2020_2020_2020_2020 }
    private static var tops: UInt64 { 0x8080_8080_8080_8080 }
    /// Spaces in all bytes but the lowest.
    private static var paddedSpaces: UInt64 { 0x2020_2020_2020_2000 }
}
