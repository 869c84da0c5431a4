import Foundation
import GtkKit

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
