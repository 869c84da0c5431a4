import Foundation

/// Red, green, blue and how opaque, each 0 to 1.
struct Colour: Equatable {
    var red, green, blue: Double
    var alpha = 1.0

    init(_ red: Double, _ green: Double, _ blue: Double, alpha: Double = 1) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    init?(hex: String) {
        guard hex.count == 7, hex.hasPrefix("#"), let number = Int(hex.dropFirst(), radix: 16) else { return nil }
        self.init(Double(number >> 16) / 255, Double(number >> 8 & 255) / 255, Double(number & 255) / 255)
    }

    /// What is seen where this lies over another.
    func over(_ below: Colour) -> Colour {
        func mixed(_ above: Double, _ under: Double) -> Double { above * alpha + under * (1 - alpha) }
        return Colour(mixed(red, below.red), mixed(green, below.green), mixed(blue, below.blue))
    }

    func faded(by factor: Double) -> Colour { Colour(red, green, blue, alpha: alpha * factor) }

    /// Near enough to GTK's `shade` for colours that get darker: it scales lightness and saturation.
    func shaded(_ factor: Double) -> Colour {
        let (most, least) = (max(red, green, blue), min(red, green, blue))
        let (light, spread) = ((most + least) / 2, most - least)
        let saturation = spread == 0 ? 0 : spread / (1 - abs(2 * light - 1))
        let (newLight, newSaturation) = (min(1, light * factor), min(1, saturation * factor))
        let newSpread = (1 - abs(2 * newLight - 1)) * newSaturation
        func moved(_ part: Double) -> Double {
            spread == 0 ? newLight : newLight + (part - light) / spread * newSpread
        }
        return Colour(moved(red), moved(green), moved(blue), alpha: alpha)
    }

    /// WCAG's contrast of two colours that let nothing through: 1 to 21.
    func contrast(with other: Colour) -> Double {
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

/// The rules of a style sheet, as one of the two schemes reads them.
struct StyleColours {
    /// Colours by name: the theme's, and those the sheet defines.
    private(set) var names: [String: Colour]
    /// Properties by selector.
    private(set) var rules: [String: [String: String]] = [:]

    /// - Parameter theme: Adwaita's colours by name.
    init(_ css: String, theme: [String: Colour], isDark: Bool) {
        names = theme
        let bare = css.replacing(/(?s)\/\*.*?\*\//, with: "")
        for found in bare.matches(of: /@define-color (\w+) ([^;]+);/) {
            names[String(found.1)] = colour(String(found.2))
        }
        // The steps of an animation are no rules of their own.
        let still = bare.replacing(/@define-color[^;]+;/, with: "").replacing(
            /@keyframes[^{]+\{(?:[^{}]*\{[^}]*\})*[^}]*\}/, with: "")
        let all = still.matches(of: /([^{}]+)\{([^}]*)\}/).map {
            ($0.1.trimmingCharacters(in: .whitespacesAndNewlines), String($0.2))
        }
        let mark = "window.dark "
        for (selector, body) in all where !selector.hasPrefix(mark) { add(body, to: selector) }
        if isDark {
            for (selector, body) in all where selector.hasPrefix(mark) {
                add(body, to: String(selector.dropFirst(mark.count)))
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

    /// The colour an expression names, or nil where it names none.
    func colour(_ text: String) -> Colour? {
        if let found = text.wholeMatch(of: /alpha\((.+), *([\d.]+)\)/), let share = Double(found.2) {
            return colour(String(found.1))?.faded(by: share)
        }
        if let found = text.wholeMatch(of: /shade\((.+), *([\d.]+)\)/), let factor = Double(found.2) {
            return colour(String(found.1))?.shaded(factor)
        }
        if text.hasPrefix("@") { return names[String(text.dropFirst())] }
        if text == "white" { return Colour(1, 1, 1) }
        return Colour(hex: text)
    }

    /// What is behind a selector's text: its own ground, or that of the nearest rule around it; nil where it has none.
    func ground(of selector: String) -> Colour? {
        if let own = rules[selector]?["background"].flatMap(colour) { return own }
        guard let space = selector.lastIndex(of: " ") else { return nil }
        return ground(of: String(selector[..<space]))
    }
}
