import Foundation
import GtkKit

/// The scenes around a picture with a radius of 80, some seconds after their start. There is room for 150 on both
/// sides, also in the narrowest window, and for 95 above and below.
@MainActor
extension HobbyScene.Family {
    func drawParts(with pen: Pen, at seconds: Double) {
        switch self {
        case .ball: balls(pen, seconds)
        case .wheel: wheels(pen, seconds)
        case .water: water(pen, seconds)
        case .music: music(pen, seconds)
        case .book: book(pen, seconds)
        case .food: food(pen, seconds)
        case .code: code(pen, seconds)
        case .mountain: mountains(pen, seconds)
        case .game: game(pen, seconds)
        case .other: stars(pen, seconds)
        }
    }

    // MARK: Two balls that bounce and turn

    private func balls(_ pen: Pen, _ seconds: Double) {
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
            pen.path("M -1 0 L 1 0 M 0 -1 L 0 1", scaled: size)
            for side in [-1.0, 1] { pen.path("M 0.72 -0.7 C 0.2 -0.3 0.2 0.3 0.72 0.7", scaled: size, side: side) }
            pen.stroke(Ink.line)
        }
    }

    // MARK: The picture is the hub of a wheel; two smaller ones roll next to it

    private func wheels(_ pen: Pen, _ seconds: Double) {
        pen.circle(0, 0, radius: 93)
        pen.stroke(Ink.line, width: 3)
        pen.rays(36, from: 83, to: 90, turned: seconds / 40)
        pen.stroke(Ink.soft)
        for x in [-122.0, 122] { wheel(pen, x: x, size: 27, turns: seconds / 12) }
        pen.dashes(1, radius: 122, filled: 0.13, turned: 0.685)
        for side in [-1.0, 1] { pen.path("M 94 80 L 150 80", side: side) }
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

    // MARK: Rings that spread on water, and waves below

    private func water(_ pen: Pen, _ seconds: Double) {
        for ring in 0..<3 {
            let age = (seconds / 9 + Double(ring) / 3 + 0.1).truncatingRemainder(dividingBy: 1)
            pen.ellipse(0, 0, width: 190 + 100 * age, height: 176 + 16 * age)
            pen.stroke(Ink.line * min(1, age * 5) * (1 - age))
        }
        for row in 0..<3 {
            let depth = Double(row)
            let phase = seconds / (8 + 2 * depth) + depth * 0.3
            for side in [-1.0, 1] {
                pen.lines(
                    stride(from: 92.0, through: 150, by: 2).map { side * $0 }.map {
                        ($0, 50 + 15 * depth + 4 * wave($0, period: 29, shift: phase))
                    })
            }
            pen.stroke(Ink.line * (1 - depth * 0.25), width: 2.5)
        }
    }

    // MARK: Braces around the picture, and a ring of ones and zeros that turns

    private func code(_ pen: Pen, _ seconds: Double) {
        let breath = 4 * wave(seconds, period: 6)
        for side in [-1.0, 1] {
            pen.at(side * (116 + breath), 0) {
                pen.path("M 0 -58 C 24 -58 0 -6 26 0 C 0 6 24 58 0 58", side: side)
            }
            pen.stroke(Ink.line, width: 5)
        }
        for index in 0..<32 {
            let start = Double(index) / 32 + seconds / 50
            // A number without a repeating bit pattern.
            let length = 0x9E37_79B9 >> index & 1 == 1 ? 0.019 : 0.004
            pen.arc(0, 0, radius: 89, from: start, to: start + length)
        }
        pen.stroke(Ink.line, width: 3)
    }

    // MARK: Mountains behind the picture, and the sun's rays around it

    private func mountains(_ pen: Pen, _ seconds: Double) {
        pen.rays(28, from: 84, to: 91 + 3 * wave(seconds, period: 5), turned: seconds / 80)
        pen.stroke(Ink.line, width: 2.5)
        let breaths = [wave(seconds, period: 8), wave(seconds, period: 8, shift: 0.4)]
        ridge(pen, [(-150, 34), (-122, -22), (-98, 18), (-74, 60), (-60, 84)], breath: breaths[0])
        ridge(pen, [(60, 84), (74, 56), (92, 26), (116, -38), (150, 40)], breath: breaths[1])
        for (x, y, breath) in [(-122.0, -22.0, breaths[0]), (116, -38, breaths[1])] {
            pen.at(x, y + 3 * breath) { pen.path("M -11 22 L -4 17 L 2 23 L 9 18") }
            pen.stroke(Ink.line)
        }
    }

    /// The peak moves a little; the feet do not.
    private func ridge(_ pen: Pen, _ places: [(x: Double, y: Double)], breath: Double) {
        let risen = places.map { (x: $0.x, y: $0.y < 0 ? $0.y + 3 * breath : $0.y) }
        pen.lines(risen + [(risen.last?.x ?? 0, 84), (risen.first?.x ?? 0, 84)])
        pen.close()
        pen.fill(Ink.faint)
        pen.lines(risen)
        pen.stroke(Ink.line, width: 2.5)
    }

    // MARK: A cross of keys and four buttons that turn; the squares of a board around the picture

    private func game(_ pen: Pen, _ seconds: Double) {
        for row in 0..<2 {
            pen.dashes(24, radius: 85 + 6 * Double(row), filled: 0.5, turned: seconds / 70 + Double(row) / 48)
        }
        pen.stroke(Ink.soft, width: 6)
        pen.at(-124, 0, turned: seconds / 30, scaled: 1 + 0.06 * wave(seconds, period: 4)) {
            pen.path(
                """
                M -8 -25 L 8 -25 L 8 -8 L 25 -8 L 25 8 L 8 8 L 8 25 L -8 25 L -8 8 L -25 8 L -25 -8 L -8 -8 Z
                """)
            pen.stroke(Ink.line, width: 2.5)
            pen.circle(0, 0, radius: 4)
            pen.fill(Ink.line)
        }
        pen.at(124, 0, turned: -seconds / 30, scaled: 1 + 0.06 * wave(seconds, period: 4, shift: 0.5)) {
            for quarter in 0..<4 {
                let angle = Double(quarter) / 4 * 2 * .pi
                pen.at(17 * cos(angle), 17 * sin(angle), turned: seconds / 30) {
                    switch quarter {
                    case 0: pen.circle(0, 0, radius: 6.5)
                    case 1: pen.path("M -5 -5 L 5 5 M -5 5 L 5 -5")
                    case 2: pen.rectangle(-6, -6, width: 12, height: 12, radius: 1)
                    default: pen.path("M 0 -7 L 6.5 5 L -6.5 5 Z")
                    }
                    pen.stroke(Ink.line, width: 2.5)
                }
            }
        }
    }

    // MARK: Stars that twinkle, for hobbies without their own scene

    private func stars(_ pen: Pen, _ seconds: Double) {
        let stars: [(x: Double, y: Double, size: Double)] = [
            (-118, -34, 15), (-136, 20, 8), (-108, 52, 11), (116, -44, 9), (132, 4, 14), (108, 54, 8),
        ]
        for (index, star) in stars.enumerated() {
            pen.at(
                star.x, star.y, turned: seconds / 40 * (index.isMultiple(of: 2) ? 1 : -1),
                scaled: 1 + 0.3 * wave(seconds, period: 5, shift: Double(index) / 6)
            ) {
                pen.star(points: 4, outer: star.size, inner: star.size * 0.36)
                pen.fill(Ink.line)
            }
        }
        pen.rays(48, from: 85, to: 90, turned: seconds / 90)
        pen.stroke(Ink.line, width: 2)
    }

    // MARK: The picture is the label of a record that turns; notes rise and fall next to it

    private func music(_ pen: Pen, _ seconds: Double) {
        for groove in [84.0, 89, 94] {
            pen.dashes(3, radius: groove, filled: 0.86, turned: seconds / 24 + groove / 40)
            pen.stroke(Ink.soft, width: 1.5)
        }
        pen.at(-122, -8 + 9 * wave(seconds, period: 6), turned: 0.02 * wave(seconds, period: 5)) {
            noteHead(pen, x: -14, y: 26)
            noteHead(pen, x: 14, y: 21)
            for stems in ["M -8 25 L -8 -22 L 20 -28 L 20 20", "M -8 -14 L 20 -20"] {
                pen.path(stems)
                pen.stroke(Ink.line, width: 2.5)
            }
        }
        let notes = [
            (116.0, -34 + 8 * wave(seconds, period: 5, shift: 0.3), 4.0),
            (134, 38 + 6 * wave(seconds, period: 7, shift: 0.6), 6),
        ]
        for (x, y, period) in notes {
            pen.at(x, y, turned: 0.03 * wave(seconds, period: period)) {
                noteHead(pen, x: -5, y: 18)
                pen.path("M 1 17 L 1 -20 C 3 -10 14 -8 11 4")
                pen.stroke(Ink.line, width: 2.5)
            }
        }
    }

    private func noteHead(_ pen: Pen, x: Double, y: Double) {
        pen.at(x, y, turned: -0.06) {
            pen.ellipse(0, 0, width: 14, height: 10)
            pen.fill(Ink.line)
        }
    }

    // MARK: An open book behind the picture; a leaf turns now and then

    private func book(_ pen: Pen, _ seconds: Double) {
        for side in [-1.0, 1] {
            page(pen, reach: side * 146, lift: 0)
            pen.fill(Ink.faint)
            page(pen, reach: side * 146, lift: 0)
            pen.stroke(Ink.line)
            page(pen, reach: side * 138, lift: 7)
            pen.stroke(Ink.soft, width: 1.5)
            for row in 0..<6 {
                let y = -44 + Double(row) * 20
                let length = 26 + 6 * wave(seconds, period: 9, shift: Double(row) / 6 + side / 8)
                let start = side < 0 ? -130.0 : 98
                pen.lines([(start, y), (start + length, y)])
            }
            pen.stroke(Ink.soft, width: 2.5)
        }
        // A leaf is drawn only while it moves.
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

    // MARK: The picture is on a plate, between fork and knife

    private func food(_ pen: Pen, _ seconds: Double) {
        pen.circle(0, 0, radius: 94)
        pen.stroke(Ink.line)
        for index in 0..<24 {
            let angle = (Double(index) / 24 + seconds / 60) * 2 * .pi
            pen.circle(cos(angle) * 87, sin(angle) * 87, radius: index.isMultiple(of: 2) ? 2.4 : 1.2)
        }
        pen.fill(Ink.line)
        pen.at(-124, 0, turned: 0.012 * wave(seconds, period: 5)) {
            pen.path("M -9 -58 L -9 -34 M -3 -58 L -3 -34 M 3 -58 L 3 -34 M 9 -58 L 9 -34")
            pen.stroke(Ink.line, width: 3)
            pen.path(
                """
                M -10 -34 C -10 -18 -3 -16 -3 -8 L -4 56 C -4 62 4 62 4 56 L 3 -8 C 3 -16 10 -18 10 -34 Z
                """)
            pen.fill(Ink.line)
        }
        pen.at(124, 0, turned: 0.012 * wave(seconds, period: 5, shift: 0.5)) {
            pen.path("M -4 4 L -4 -58 C 10 -50 11 -16 7 4 Z")
            pen.fill(Ink.line)
            pen.rectangle(-4, 8, width: 8, height: 54, radius: 4)
            pen.fill(Ink.line)
        }
    }
}
