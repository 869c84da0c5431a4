internal import CGtk

/// A text with its style.
public struct PenText: Hashable, Sendable {
    /// The alignment of lines.
    public enum Across: Sendable {
        /// Where the script begins: at the left, or at the right.
        case start
        /// In the middle.
        case center
        /// Where the script ends.
        case end
    }

    /// The text.
    public let text: String
    /// The size of the letters, in the pen's units.
    public let size: Double
    /// Whether its letters are bold.
    public let isBold: Bool
    /// The alignment of its lines.
    public let across: Across
    /// The most lines it may take; what does not fit ends in "…".
    public let lines: Int
    /// The distance from one line to the next, for every script.
    public let leading: Double

    /// A text; see the properties.
    public init(_ text: String, size: Double, isBold: Bool, across: Across, lines: Int, leading: Double) {
        (self.text, self.size, self.isBold, self.across) = (text, size, isBold, across)
        (self.lines, self.leading) = (lines, leading)
    }
}

extension Pen {
    /// Writes a text within `width` from its upper corner, with an opacity.
    /// - Returns: its height.
    @discardableResult
    public func write(_ text: PenText, x: Double, y: Double, width: Double, opacity: Double = 1) -> Double {
        let layout = TextLayout(text, width: width, on: cairo)
        take(opacity)
        layout.draw(on: cairo, x: x, y: y)
        return layout.height
    }
}

extension PenText {
    /// The height of the text within `width`.
    @MainActor
    public func height(width: Double) -> Double { measured(width: width, \.height) ?? 0 }

    /// Whether some of its letters are in no font here, so that boxes are drawn in their place.
    @MainActor
    public var lacksLetters: Bool {
        // Letters that every font has need no layout.
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
