import Foundation
import GtkKit

/// The quiet drawing around a person's picture, chosen by their hobbies.
///
/// It turns, grows and shrinks slowly for a few seconds when it is shown or the pointer enters the picture, and then
/// stands still; it does not move where the desktop has animations off.
@MainActor
final class HobbyScene: Widget {
    /// The families of hobbies, each with a scene of its own.
    enum Family: String, CaseIterable {
        case ball, wheel, water, music, book, food, code, mountain, game, other

        /// Draws the scene in the middle of a canvas, as it looks at a time in seconds after its start.
        @MainActor func draw(with pen: Pen, at seconds: Double) {
            let breath = 1 + 0.025 * wave(seconds, period: 7)
            pen.at(pen.width / 2, pen.height / 2, scaled: breath) {
                pen.circle(0, 0, radius: 95)
                pen.fill(0.05)
                drawParts(with: pen, at: seconds)
            }
        }
    }

    /// The scene that is drawn; nil draws no scene and costs no time.
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

    /// An empty scene, as high as a picture of 160 pixels needs it.
    /// - Parameter length: how long it moves, in seconds.
    init(length: Double = 5) {
        self.length = length
        canvas = Canvas(width: 320, height: 200, leastWidth: 160)
        super.init(root: canvas)
        addClass("hobby-scene")
    }

    /// Moves from now on for its length; a scene that moves already goes on that long.
    func play() {
        canvas.isAnimated = family != nil
        timer = family == nil ? nil : MainLoop.after(seconds: length) { [weak self] in self?.canvas.isAnimated = false }
    }

    /// How long it has been moving, in seconds.
    var seconds: Double { canvas.seconds }

    /// Whether code runs for every frame now.
    var isTicking: Bool { canvas.isTicking }
}

/// The opacities of the parts of scenes.
enum Ink {
    static let faint = 0.10
    static let soft = 0.18
    static let line = 0.32
}

/// From -1 to 1 and back, once in every `period` seconds; it begins at 0.
func wave(_ seconds: Double, period: Double, shift: Double = 0) -> Double {
    sin((seconds / period + shift) * 2 * .pi)
}

extension Pen {
    /// A ring of dashes around the picture, each as long as `filled` of its share, starting at `turns`.
    func dashes(_ count: Int, radius: Double, filled: Double, turned turns: Double) {
        for index in 0..<count {
            let start = Double(index) / Double(count) + turns
            arc(0, 0, radius: radius, from: start, to: start + filled / Double(count))
        }
    }

    /// A number of short lines that point away from the middle.
    func rays(_ count: Int, from inner: Double, to outer: Double, turned turns: Double) {
        for index in 0..<count {
            let angle = (Double(index) / Double(count) + turns) * 2 * .pi
            move(cos(angle) * inner, sin(angle) * inner)
            line(cos(angle) * outer, sin(angle) * outer)
        }
    }

    /// A star around the origin.
    func star(points: Int, outer: Double, inner: Double) {
        lines(
            (0..<points * 2).map { index in
                let angle = (Double(index) / Double(points * 2) - 0.25) * 2 * .pi
                let radius = index.isMultiple(of: 2) ? outer : inner
                return (cos(angle) * radius, sin(angle) * radius)
            })
        close()
    }

    /// The lines and curves of `M x y`, `L x y`, `C x1 y1 x2 y2 x y` and `Z`, as SVG writes them, in one size.
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
