import Foundation
import GtkKit

/// Braces around the picture, and a ring of ones and zeros that turns.
struct CodeScene: Scene {
    func draw(with pen: Pen, at seconds: Double) {
        let breath = 4 * wave(seconds, period: 6)
        for side in [-1.0, 1] {
            pen.at(side * (116 + breath), 0) { brace(pen, side: side) }
            pen.stroke(Ink.line, width: 5)
        }
        for index in 0..<32 {
            let start = Double(index) / 32 + seconds / 50
            // The bits of a number whose pattern does not repeat.
            let length = 0x9E37_79B9 >> index & 1 == 1 ? 0.019 : 0.004
            pen.arc(0, 0, radius: 89, from: start, to: start + length)
        }
        pen.stroke(Ink.line, width: 3)
    }

    private func brace(_ pen: Pen, side: Double) {
        pen.move(0, -58)
        pen.curve(side * 24, -58, 0, -6, to: side * 26, 0)
        pen.curve(0, 6, side * 24, 58, to: 0, 58)
    }
}

/// Mountains behind the picture, and the sun's rays around it.
struct MountainScene: Scene {
    func draw(with pen: Pen, at seconds: Double) {
        pen.rays(28, from: 84, to: 91 + 3 * wave(seconds, period: 5), turned: seconds / 80)
        pen.stroke(Ink.line, width: 2.5)
        ridge(pen, [(-150, 34), (-122, -22), (-98, 18), (-74, 60), (-60, 84)], breath: wave(seconds, period: 8))
        ridge(pen, [(60, 84), (74, 56), (92, 26), (116, -38), (150, 40)], breath: wave(seconds, period: 8, shift: 0.4))
        cap(pen, x: -122, y: -22 + 3 * wave(seconds, period: 8))
        cap(pen, x: 116, y: -38 + 3 * wave(seconds, period: 8, shift: 0.4))
    }

    /// The peak rises and sinks a little; the feet do not move.
    private func ridge(_ pen: Pen, _ places: [(x: Double, y: Double)], breath: Double) {
        let risen = places.map { (x: $0.x, y: $0.y < 0 ? $0.y + 3 * breath : $0.y) }
        pen.lines(risen + [(risen.last?.x ?? 0, 84), (risen.first?.x ?? 0, 84)])
        pen.close()
        pen.fill(Ink.faint)
        pen.lines(risen)
        pen.stroke(Ink.line, width: 2.5)
    }

    private func cap(_ pen: Pen, x: Double, y: Double) {
        pen.lines([(x - 11, y + 22), (x - 4, y + 17), (x + 2, y + 23), (x + 9, y + 18)])
        pen.stroke(Ink.line)
    }
}

/// A cross of keys and four buttons that turn; the squares of a board around the picture.
struct GameScene: Scene {
    func draw(with pen: Pen, at seconds: Double) {
        for row in 0..<2 {
            pen.dashes(24, radius: 85 + 6 * Double(row), filled: 0.5, turned: seconds / 70 + Double(row) / 48)
        }
        pen.stroke(Ink.soft, width: 6)
        pen.at(-124, 0, turned: seconds / 30, scaled: 1 + 0.06 * wave(seconds, period: 4)) { keys(pen) }
        pen.at(124, 0, turned: -seconds / 30, scaled: 1 + 0.06 * wave(seconds, period: 4, shift: 0.5)) {
            for quarter in 0..<4 {
                let angle = Double(quarter) / 4
                pen.at(17 * cos(angle * 2 * .pi), 17 * sin(angle * 2 * .pi), turned: seconds / 30) {
                    shape(pen, quarter)
                }
            }
        }
    }

    private func keys(_ pen: Pen) {
        let (short, long) = (8.0, 25.0)
        pen.lines([
            (-short, -long), (short, -long), (short, -short), (long, -short), (long, short), (short, short),
            (short, long), (-short, long), (-short, short), (-long, short), (-long, -short), (-short, -short),
        ])
        pen.close()
        pen.stroke(Ink.line, width: 2.5)
        pen.circle(0, 0, radius: 4)
        pen.fill(Ink.line)
    }

    private func shape(_ pen: Pen, _ kind: Int) {
        switch kind {
        case 0: pen.circle(0, 0, radius: 6.5)
        case 1:
            pen.lines([(-5, -5), (5, 5)])
            pen.lines([(-5, 5), (5, -5)])
        case 2: pen.rectangle(-6, -6, width: 12, height: 12, radius: 1)
        default:
            pen.lines([(0, -7), (6.5, 5), (-6.5, 5)])
            pen.close()
        }
        pen.stroke(Ink.line, width: 2.5)
    }
}

/// Stars that twinkle, for hobbies without their own scene.
struct OtherScene: Scene {
    private static let stars: [(x: Double, y: Double, size: Double)] = [
        (-118, -34, 15), (-136, 20, 8), (-108, 52, 11), (116, -44, 9), (132, 4, 14), (108, 54, 8),
    ]

    func draw(with pen: Pen, at seconds: Double) {
        for (index, star) in Self.stars.enumerated() {
            let shift = Double(index) / 6
            pen.at(
                star.x, star.y, turned: seconds / 40 * (index.isMultiple(of: 2) ? 1 : -1),
                scaled: 1 + 0.3 * wave(seconds, period: 5, shift: shift)
            ) {
                pen.star(points: 4, outer: star.size, inner: star.size * 0.36)
                pen.fill(Ink.line)
            }
        }
        pen.rays(48, from: 85, to: 90, turned: seconds / 90)
        pen.stroke(Ink.line, width: 2)
    }
}
