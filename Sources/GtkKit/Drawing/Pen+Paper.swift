internal import CGtk

/// A colour, 0 to 1 each.
public struct PenColour: Hashable, Sendable {
    public let red: Double
    public let green: Double
    public let blue: Double

    public init(red: Double, green: Double, blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// As in `#2a6f97`.
    public init(hex: UInt32) {
        self.init(
            red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255)
    }

    public static let black = PenColour(red: 0, green: 0, blue: 0)
    public static let white = PenColour(red: 1, green: 1, blue: 1)

    var gdk: GdkRGBA { GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: 1) }
}

/// A text as it is drawn.
public struct PenText: Hashable, Sendable {
    public enum Across: Sendable { case start, centre, end }

    public let text: String
    /// How large its letters are, in the pen's lengths.
    public let size: Double
    public let isBold: Bool
    public let across: Across
    /// How many lines it may take; what does not fit ends in "…".
    public let lines: Int
    /// From one line to the next, whatever the script.
    public let leading: Double

    public init(_ text: String, size: Double, isBold: Bool, across: Across, lines: Int, leading: Double) {
        (self.text, self.size, self.isBold, self.across) = (text, size, isBold, across)
        (self.lines, self.leading) = (lines, leading)
    }
}

extension Pen {
    /// The same pen in another colour.
    public func dipped(in colour: PenColour) -> Pen { Pen(self, colour: colour.gdk) }

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
