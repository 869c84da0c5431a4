internal import CQRencode
public import GtkKit

/// A text as a QR code.
public nonisolated struct QRCode: Equatable, Sendable {
    public let side: Int
    private let dark: [Bool]

    /// Nil if the text is empty or exceeds 2,953 bytes.
    public init?(_ text: String) {
        guard let code = Self.encoded(text, QR_ECLEVEL_M) ?? Self.encoded(text, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        guard let data = code.pointee.data, code.pointee.width > 0 else { return nil }
        side = Int(code.pointee.width)
        dark = (0..<side * side).map { data[$0] & 1 == 1 }
    }

    private static func encoded(_ text: String, _ level: QRecLevel) -> UnsafeMutablePointer<QRcode>? {
        guard !text.isEmpty, let input = QRinput_new2(0, level) else { return nil }
        defer { QRinput_free(input) }
        // Readers would have to guess the encoding.
        if !text.utf8.allSatisfy({ $0 < 0x80 }), QRinput_appendECIheader(input, utf8) != 0 { return nil }
        let bytes = Array(text.utf8)
        guard QRinput_append(input, QR_MODE_8, Int32(bytes.count), bytes) == 0 else { return nil }
        return QRcode_encodeInput(input)
    }

    private static let utf8: UInt32 = 26

    public func isDark(column: Int, row: Int) -> Bool {
        (0..<side).contains(column) && (0..<side).contains(row) && dark[row * side + column]
    }

    /// The margin that readers need, in squares.
    public static let margin = 4
}

extension Canvas {
    /// Draws the code black on white, in squares of whole pixels.
    public convenience init(_ code: QRCode, side: Int) {
        let squares = code.side + 2 * QRCode.margin
        let pixels = max(1, side / squares)
        self.init(width: squares * pixels, height: squares * pixels, leastWidth: squares * pixels)
        drawing = { pen in
            let (left, top) = (((pen.width / 2).rounded() - Double(squares * pixels / 2)), 0.0)
            pen.rectangle(left, top, width: Double(squares * pixels), height: Double(squares * pixels))
            pen.fill(white: 1)
            for row in 0..<code.side {
                for column in 0..<code.side where code.isDark(column: column, row: row) {
                    pen.rectangle(
                        left + Double((column + QRCode.margin) * pixels), top + Double((row + QRCode.margin) * pixels),
                        width: Double(pixels), height: Double(pixels))
                }
            }
            pen.fill(white: 0)
        }
    }
}
