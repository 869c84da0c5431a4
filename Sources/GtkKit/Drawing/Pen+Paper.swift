internal import CGtk

/// A color, 0 to 1 each.
public struct PenColor: Hashable, Sendable {
    /// How much red.
    public let red: Double
    /// How much green.
    public let green: Double
    /// How much blue.
    public let blue: Double

    /// A color of these parts.
    public init(red: Double, green: Double, blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// As in `#2a6f97`.
    public init(hex: UInt32) {
        self.init(
            red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255)
    }

    /// Black.
    public static let black = PenColor(red: 0, green: 0, blue: 0)
    /// White.
    public static let white = PenColor(red: 1, green: 1, blue: 1)

    var gdk: GdkRGBA { GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: 1) }
}

/// A text as it is drawn.
public struct PenText: Hashable, Sendable {
    /// Where a line of it is.
    public enum Across: Sendable {
        /// Where the script begins: at the left, or at the right.
        case start
        /// In the middle.
        case center
        /// Where the script ends.
        case end
    }

    /// What is written.
    public let text: String
    /// How large its letters are, in the pen's lengths.
    public let size: Double
    /// Whether its letters are bold.
    public let isBold: Bool
    /// Where its lines are.
    public let across: Across
    /// How many lines it may take; what does not fit ends in "…".
    public let lines: Int
    /// From one line to the next, whatever the script.
    public let leading: Double

    /// A text; see the properties.
    public init(_ text: String, size: Double, isBold: Bool, across: Across, lines: Int, leading: Double) {
        (self.text, self.size, self.isBold, self.across) = (text, size, isBold, across)
        (self.lines, self.leading) = (lines, leading)
    }
}

extension Pen {
    /// The same pen in another color.
    public func dipped(in color: PenColor) -> Pen { Pen(self, color: color.gdk) }

    /// Writes a text no wider than `width`, so opaque, from its upper corner.
    /// - Returns: how high it is.
    @discardableResult
    public func write(_ text: PenText, x: Double, y: Double, width: Double, opacity: Double = 1) -> Double {
        let layout = TextLayout(text, width: width, on: cairo)
        take(opacity)
        layout.draw(on: cairo, x: x, y: y)
        return layout.height
    }
}

extension PenText {
    /// How high the text gets where it is no wider than `width`.
    @MainActor
    public func height(width: Double) -> Double { measured(width: width, \.height) ?? 0 }

    /// Whether no font here has some of its letters, so that boxes are drawn in their place.
    @MainActor
    public var lacksLetters: Bool {
        // What every font has need not be laid out.
        text.unicodeScalars.contains { $0.value > 0xFF } && measured(width: 100_000, \.lacksLetters) ?? false
    }

    @MainActor
    private func measured<Value>(width: Double, _ value: (TextLayout) -> Value) -> Value? {
        let surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nil)
        let cairo = cairo_create(surface)
        defer {
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
        }
        return cairo.map { value(TextLayout(self, width: width, on: $0)) }
    }
}
