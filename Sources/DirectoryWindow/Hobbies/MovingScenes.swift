import Foundation
import GtkKit

/// Two balls that bounce and turn.
struct BallScene: Scene {
    func draw(with pen: Pen, at seconds: Double) {
        ball(pen, x: -120, size: 24, height: 46 * abs(wave(seconds, period: 5, shift: 0.06)), turns: seconds / 9)
        ball(pen, x: 122, size: 17, height: 62 * abs(wave(seconds, period: 4, shift: 0.17)), turns: -seconds / 7)
        pen.dashes(40, radius: 89, filled: 0.3, turned: seconds / 60)
        pen.stroke(Ink.line, width: 2)
    }

    private func ball(_ pen: Pen, x: Double, size: Double, height: Double, turns: Double) {
        let ground = 78.0
        pen.ellipse(x, ground + 3, width: size * (2 - height / 70), height: 5)
        pen.fill(Ink.faint)
        pen.at(x, ground - size - height, turned: turns) {
            pen.circle(0, 0, radius: size)
            pen.fill(Ink.faint)
            pen.circle(0, 0, radius: size)
            pen.lines([(-size, 0), (size, 0)])
            pen.lines([(0, -size), (0, size)])
            for side in [-1.0, 1] {
                pen.move(side * size * 0.72, -size * 0.7)
                pen.curve(
                    side * size * 0.2, -size * 0.3, side * size * 0.2, size * 0.3, to: side * size * 0.72, size * 0.7)
            }
            pen.stroke(Ink.line)
        }
    }
}

/// The picture is the hub of a wheel; two smaller ones roll beside it.
struct WheelScene: Scene {
    func draw(with pen: Pen, at seconds: Double) {
        pen.circle(0, 0, radius: 93)
        pen.stroke(Ink.line, width: 3)
        pen.rays(36, from: 83, to: 90, turned: seconds / 40)
        pen.stroke(Ink.soft)
        wheel(pen, x: -122, size: 27, turns: seconds / 12)
        wheel(pen, x: 122, size: 27, turns: seconds / 12)
        pen.dashes(1, radius: 122, filled: 0.13, turned: 0.685)
        pen.lines([(-150, 80), (-94, 80)])
        pen.lines([(94, 80), (150, 80)])
        pen.stroke(Ink.soft)
    }

    private func wheel(_ pen: Pen, x: Double, size: Double, turns: Double) {
        pen.at(x, 79 - size, turned: turns) {
            pen.circle(0, 0, radius: size)
            pen.fill(Ink.faint)
            pen.circle(0, 0, radius: size)
            pen.circle(0, 0, radius: 4)
            pen.stroke(Ink.line)
            pen.rays(10, from: 6, to: size - 3, turned: 0)
            pen.stroke(Ink.soft, width: 1.5)
        }
    }
}

/// Rings that spread on water, and waves below.
struct WaterScene: Scene {
    func draw(with pen: Pen, at seconds: Double) {
        for ring in 0..<3 {
            let age = (seconds / 9 + Double(ring) / 3 + 0.1).truncatingRemainder(dividingBy: 1)
            pen.ellipse(0, 0, width: 190 + 100 * age, height: 176 + 16 * age)
            pen.stroke(Ink.line * min(1, age * 5) * (1 - age))
        }
        for row in 0..<3 {
            let depth = Double(row)
            waves(pen, y: 50 + 15 * depth, phase: seconds / (8 + 2 * depth) + depth * 0.3, opacity: 1 - depth * 0.25)
        }
    }

    private func waves(_ pen: Pen, y: Double, phase: Double, opacity: Double) {
        for side in [-1.0, 1] {
            var places: [(x: Double, y: Double)] = []
            for distance in stride(from: 92.0, through: 150, by: 2) {
                let x = side * distance
                places.append((x, y + 4 * wave(x, period: 29, shift: phase)))
            }
            pen.lines(places)
        }
        pen.stroke(Ink.line * opacity, width: 2.5)
    }
}

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

/// The picture is the label of a record that turns; notes rise and fall beside it.
struct MusicScene: Scene {
    func draw(with pen: Pen, at seconds: Double) {
        for groove in [84.0, 89, 94] {
            pen.dashes(3, radius: groove, filled: 0.86, turned: seconds / 24 + groove / 40)
            pen.stroke(Ink.soft, width: 1.5)
        }
        pair(pen, x: -122, y: -8 + 9 * wave(seconds, period: 6), tilt: 0.02 * wave(seconds, period: 5))
        note(pen, x: 116, y: -34 + 8 * wave(seconds, period: 5, shift: 0.3), tilt: 0.03 * wave(seconds, period: 4))
        note(pen, x: 134, y: 38 + 6 * wave(seconds, period: 7, shift: 0.6), tilt: 0.03 * wave(seconds, period: 6))
    }

    private func pair(_ pen: Pen, x: Double, y: Double, tilt: Double) {
        pen.at(x, y, turned: tilt) {
            head(pen, x: -14, y: 26)
            head(pen, x: 14, y: 21)
            pen.lines([(-8, 25), (-8, -22), (20, -28), (20, 20)])
            pen.stroke(Ink.line, width: 2.5)
            pen.lines([(-8, -14), (20, -20)])
            pen.stroke(Ink.line, width: 2.5)
        }
    }

    private func note(_ pen: Pen, x: Double, y: Double, tilt: Double) {
        pen.at(x, y, turned: tilt) {
            head(pen, x: -5, y: 18)
            pen.move(1, 17)
            pen.line(1, -20)
            pen.curve(3, -10, 14, -8, to: 11, 4)
            pen.stroke(Ink.line, width: 2.5)
        }
    }

    private func head(_ pen: Pen, x: Double, y: Double) {
        pen.at(x, y, turned: -0.06) {
            pen.ellipse(0, 0, width: 14, height: 10)
            pen.fill(Ink.line)
        }
    }
}

/// An open book behind the picture; a leaf turns now and then.
struct BookScene: Scene {
    func draw(with pen: Pen, at seconds: Double) {
        for side in [-1.0, 1] {
            page(pen, reach: side * 146, lift: 0)
            pen.fill(Ink.faint)
            page(pen, reach: side * 146, lift: 0)
            pen.stroke(Ink.line)
            page(pen, reach: side * 138, lift: 7)
            pen.stroke(Ink.soft, width: 1.5)
            lines(pen, side: side, seconds: seconds)
        }
        // A leaf is still for half of the time, and is drawn only while it moves.
        let turn = min(1, (seconds / 8).truncatingRemainder(dividingBy: 1) * 2)
        page(pen, reach: 138 * cos(turn * .pi), lift: 7 + 16 * sin(turn * .pi))
        pen.stroke(Ink.line * sin(turn * .pi))
    }

    private func page(_ pen: Pen, reach: Double, lift: Double) {
        pen.move(0, 92 - lift / 2)
        pen.curve(reach * 0.3, 76 - lift, reach * 0.7, 76 - lift, to: reach, 84 - lift)
        pen.line(reach, -66 - lift)
        pen.curve(reach * 0.7, -78 - lift, reach * 0.3, -78 - lift, to: 0, -60 - lift)
        pen.close()
    }

    private func lines(_ pen: Pen, side: Double, seconds: Double) {
        for row in 0..<6 {
            let y = -44 + Double(row) * 20
            let length = 26 + 6 * wave(seconds, period: 9, shift: Double(row) / 6 + side / 8)
            let start = side < 0 ? -130.0 : 98
            pen.lines([(start, y), (start + length, y)])
        }
        pen.stroke(Ink.soft, width: 2.5)
    }
}

/// The picture is on a plate, between fork and knife.
struct FoodScene: Scene {
    func draw(with pen: Pen, at seconds: Double) {
        pen.circle(0, 0, radius: 94)
        pen.stroke(Ink.line)
        for index in 0..<24 {
            let angle = (Double(index) / 24 + seconds / 60) * 2 * .pi
            pen.circle(cos(angle) * 87, sin(angle) * 87, radius: index.isMultiple(of: 2) ? 2.4 : 1.2)
        }
        pen.fill(Ink.line)
        pen.at(-124, 0, turned: 0.012 * wave(seconds, period: 5)) { fork(pen) }
        pen.at(124, 0, turned: 0.012 * wave(seconds, period: 5, shift: 0.5)) { knife(pen) }
    }

    private func fork(_ pen: Pen) {
        for tine in [-9.0, -3, 3, 9] { pen.lines([(tine, -58), (tine, -34)]) }
        pen.stroke(Ink.line, width: 3)
        pen.move(-10, -34)
        pen.curve(-10, -18, -3, -16, to: -3, -8)
        pen.line(-4, 56)
        pen.curve(-4, 62, 4, 62, to: 4, 56)
        pen.line(3, -8)
        pen.curve(3, -16, 10, -18, to: 10, -34)
        pen.close()
        pen.fill(Ink.line)
    }

    private func knife(_ pen: Pen) {
        pen.move(-4, 4)
        pen.line(-4, -58)
        pen.curve(10, -50, 11, -16, to: 7, 4)
        pen.close()
        pen.fill(Ink.line)
        pen.rectangle(-4, 8, width: 8, height: 54, radius: 4)
        pen.fill(Ink.line)
    }
}
