import Foundation

/// Red, green, blue and how opaque, each 0 to 1.
struct Color: Equatable {
    var red, green, blue: Double
    var alpha = 1.0

    init(_ red: Double, _ green: Double, _ blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    init?(hex: String) {
        guard hex.count == 7, hex.hasPrefix("#"), let number = Int(hex.dropFirst(), radix: 16) else { return nil }
        self.init(Double(number >> 16) / 255, Double(number >> 8 & 255) / 255, Double(number & 255) / 255)
    }

    /// What is seen where this lies over another.
    func over(_ below: Color) -> Color {
        func mixed(_ above: Double, _ under: Double) -> Double { above * alpha + under * (1 - alpha) }
        return Color(mixed(red, below.red), mixed(green, below.green), mixed(blue, below.blue))
    }

    /// Part of the way to another color, as GTK's `mix`.
    func mixed(with other: Color, _ share: Double) -> Color {
        func part(_ one: Double, _ two: Double) -> Double { one * (1 - share) + two * share }
        return Color(
            part(red, other.red), part(green, other.green), part(blue, other.blue), alpha: part(alpha, other.alpha))
    }

    func faded(by factor: Double) -> Color { Color(red, green, blue, alpha: alpha * factor) }

    /// Near enough to GTK's `shade` for colors that get darker: it scales lightness and saturation.
    func shaded(_ factor: Double) -> Color {
        let (most, least) = (max(red, green, blue), min(red, green, blue))
        let (light, spread) = ((most + least) / 2, most - least)
        let saturation = spread == 0 ? 0 : spread / (1 - abs(2 * light - 1))
        let (newLight, newSaturation) = (min(1, light * factor), min(1, saturation * factor))
        let newSpread = (1 - abs(2 * newLight - 1)) * newSaturation
        func moved(_ part: Double) -> Double {
            spread == 0 ? newLight : newLight + (part - light) / spread * newSpread
        }
        return Color(moved(red), moved(green), moved(blue), alpha: alpha)
    }

    /// WCAG's contrast of two colors that let nothing through: 1 to 21.
    func contrast(with other: Color) -> Double {
        let (brighter, darker) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (brighter + 0.05) / (darker + 0.05)
    }

    private var luminance: Double {
        func linear(_ part: Double) -> Double {
            part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}

/// The rules of a style sheet.
struct StyleColors {
    /// Colors by name: the theme's, and those the sheet defines.
    private(set) var names: [String: Color]
    /// Properties by selector.
    private(set) var rules: [String: [String: String]] = [:]

    /// - Parameter theme: Adwaita's colors by name.
    init(_ css: String, theme: [String: Color]) {
        names = theme
        let bare = css.replacing(/(?s)\/\*.*?\*\//, with: "")
        for found in bare.matches(of: /@define-color (\w+) ([^;]+);/) {
            names[String(found.1)] = color(String(found.2))
        }
        // The steps of an animation are no rules of their own.
        let still = bare.replacing(/@define-color[^;]+;/, with: "").replacing(
            /@keyframes[^{]+\{(?:[^{}]*\{[^}]*\})*[^}]*\}/, with: "")
        let all = still.matches(of: /([^{}]+)\{([^}]*)\}/).map {
            ($0.1.trimmingCharacters(in: .whitespacesAndNewlines), String($0.2))
        }
        for (selectors, body) in all {
            for selector in selectors.split(separator: ",") {
                add(body, to: selector.trimmingCharacters(in: .whitespacesAndNewlines))
            }
        }
    }

    private mutating func add(_ body: String, to selector: String) {
        for line in body.split(separator: ";") {
            let parts = line.split(separator: ":", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            guard parts.count == 2 else { continue }
            rules[selector, default: [:]][parts[0] == "background-color" ? "background" : parts[0]] = parts[1]
        }
    }

    /// The color an expression names, or nil where it names none.
    func color(_ text: String) -> Color? {
        if let found = text.wholeMatch(of: /alpha\((.+), *([\d.]+)\)/), let share = Double(found.2) {
            return color(String(found.1))?.faded(by: share)
        }
        if let found = text.wholeMatch(of: /shade\((.+), *([\d.]+)\)/), let factor = Double(found.2) {
            return color(String(found.1))?.shaded(factor)
        }
        if let found = text.wholeMatch(of: /mix\((.+), *(.+), *([\d.]+)\)/), let share = Double(found.3) {
            return color(String(found.1)).flatMap { one in color(String(found.2)).map { one.mixed(with: $0, share) } }
        }
        if let found = text.wholeMatch(of: /rgba\((\d+), *(\d+), *(\d+), *([\d.]+)\)/) {
            let parts = [found.1, found.2, found.3, found.4].compactMap { Double($0) }
            return Color(parts[0] / 255, parts[1] / 255, parts[2] / 255, alpha: parts[3])
        }
        if text.hasPrefix("@") { return names[String(text.dropFirst())] }
        if text == "white" { return Color(1, 1, 1) }
        return Color(hex: text)
    }

    /// What is behind a selector's text: its own background, or that of the nearest rule around it; nil where it has none.
    func background(of selector: String) -> Color? { nearest("background", selector) }

    /// The color of a selector's text: its own, or that of the nearest rule around it; nil where it has none.
    func text(of selector: String) -> Color? { nearest("color", selector) }

    private func nearest(_ property: String, _ selector: String) -> Color? {
        if let own = rules[selector]?[property].flatMap(color) { return own }
        guard let space = selector.lastIndex(of: " ") else { return nil }
        return nearest(property, String(selector[..<space]))
    }
}
