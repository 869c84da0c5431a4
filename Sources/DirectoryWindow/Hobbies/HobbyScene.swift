import Foundation
import GtkKit

/// The quiet drawing around a person's picture, chosen by their hobbies.
///
/// It moves for a few seconds when it is shown or the pointer enters the picture, unless the desktop has animations
/// off.
@MainActor
final class HobbyScene: Widget {
    /// Hobbies with their own scenes.
    enum Family: String, CaseIterable {
        case ball, wheel, water, music, book, food, code, mountain, game, other

        /// Draws the scene in the middle of a canvas, some seconds after its start.
        @MainActor func draw(with pen: Pen, at seconds: Double) {
            let breath = 1 + 0.025 * wave(seconds, period: 7)
            pen.at(pen.width / 2, pen.height / 2, scaled: breath) {
                pen.circle(0, 0, radius: 95)
                pen.fill(0.05)
                drawParts(with: pen, at: seconds)
            }
        }
    }

    /// Nil draws no scene.
    var family: Family? {
        didSet {
            guard family != oldValue else { return }
            canvas.drawing = if let family { { family.draw(with: $0, at: $1) } } else { nil }
            play()
        }
    }

    private let canvas: Canvas

    private let length: Double
    private var timer: LoopTimer?

    /// Fits a picture of 160 pixels.
    /// - Parameter length: how long it moves, in seconds.
    init(length: Double = 5) {
        self.length = length
        canvas = Canvas(width: 320, height: 200, leastWidth: 160)
        super.init(root: canvas)
        addClass("hobby-scene")
    }

    /// Starts moving, or goes on, for its length.
    func play() {
        canvas.isAnimated = family != nil
        timer = family == nil ? nil : MainLoop.after(seconds: length) { [weak self] in self?.canvas.isAnimated = false }
    }

    var seconds: Double { canvas.seconds }

    var isTicking: Bool { canvas.isTicking }
}

enum Ink {
    static let faint = 0.10
    static let soft = 0.18
    static let line = 0.32
}

/// From -1 to 1 and back every `period` seconds, starting at 0.
func wave(_ seconds: Double, period: Double, shift: Double = 0) -> Double {
    sin((seconds / period + shift) * 2 * .pi)
}

extension Pen {
    /// A ring of dashes, each filling `filled` of its share, starting at `turns`.
    func dashes(_ count: Int, radius: Double, filled: Double, turned turns: Double) {
        for index in 0..<count {
            let start = Double(index) / Double(count) + turns
            arc(0, 0, radius: radius, from: start, to: start + filled / Double(count))
        }
    }

    func rays(_ count: Int, from inner: Double, to outer: Double, turned turns: Double) {
        for index in 0..<count {
            let angle = (Double(index) / Double(count) + turns) * 2 * .pi
            move(cos(angle) * inner, sin(angle) * inner)
            line(cos(angle) * outer, sin(angle) * outer)
        }
    }

    func star(points: Int, outer: Double, inner: Double) {
        lines(
            (0..<points * 2).map { index in
                let angle = (Double(index) / Double(points * 2) - 0.25) * 2 * .pi
                let radius = index.isMultiple(of: 2) ? outer : inner
                return (cos(angle) * radius, sin(angle) * radius)
            })
        close()
    }

    /// Draws an SVG path of `M`, `L`, `C`, and `Z` with absolute coordinates.
    /// - Parameter side: -1 for the mirrored path.
    func path(_ data: String, scaled scale: Double = 1, side: Double = 1) {
        var (command, numbers): (Substring, [Double]) = ("M", [])
        for word in data.split(separator: " ") {
            if let number = Double(word) { numbers.append(number) } else { command = word }
            let points = stride(from: 0, to: numbers.count - 1, by: 2).map {
                (x: numbers[$0] * scale * side, y: numbers[$0 + 1] * scale)
            }
            switch (command, numbers.count) {
            case ("M", 2): move(points[0].x, points[0].y)
            case ("L", 2): line(points[0].x, points[0].y)
            case ("C", 6): curve(points[0].x, points[0].y, points[1].x, points[1].y, to: points[2].x, points[2].y)
            case ("Z", _): close()
            default: continue
            }
            numbers = []
        }
    }
}
