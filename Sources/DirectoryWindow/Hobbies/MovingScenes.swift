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
