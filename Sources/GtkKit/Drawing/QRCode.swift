internal import CQRencode

/// A text as a QR code: squares, black or white.
public struct QRCode: Equatable, Sendable {
    /// How many squares a side has.
    public let side: Int
    private let dark: [Bool]

    /// Nil where the text is longer than any code can hold, which is 2,331 bytes as they are read best.
    public init?(_ text: String) {
        guard let code = Self.encoded(text, QR_ECLEVEL_M) ?? Self.encoded(text, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        guard let data = code.pointee.data, code.pointee.width > 0 else { return nil }
        side = Int(code.pointee.width)
        dark = (0..<side * side).map { data[$0] & 1 == 1 }
    }

    /// A zero would end it early.
    private static func encoded(_ text: String, _ level: QRecLevel) -> UnsafeMutablePointer<QRcode>? {
        QRcode_encodeString8bit(text.filter { $0 != "\0" }, 0, level)
    }

    /// True where the square is black.
    public func isDark(column: Int, row: Int) -> Bool {
        (0..<side).contains(column) && (0..<side).contains(row) && dark[row * side + column]
    }

    /// The margin that readers need around it, in squares.
    public static let margin = 4
}

extension Canvas {
    /// A picture of the code, black on white whatever the colours around it, each square as many whole pixels as fit.
    public convenience init(_ code: QRCode, side: Int) {
        let squares = code.side + 2 * QRCode.margin
        let pixels = max(1, side / squares)
        self.init(width: squares * pixels, height: squares * pixels, leastWidth: squares * pixels)
        drawing = { pen, _ in
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
