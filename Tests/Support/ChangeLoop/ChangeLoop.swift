import DirectoryModel
import DirectoryStore
import Foundation
import Generations
import Hostile

/// Saves, replaces, and undoes changes in a sandbox, with random numbers from a seed, and prints a line with the time of
/// each finished step, until it kills itself: so many microseconds after so many steps. Started by `KilledChangesTests`.
///
/// With the word `learn` in place of a seed, it records answers of Learn the Names for `KilledLearningTests`.
@main
struct ChangeLoop {
    private let model: DataModel
    private let list: URL
    private var generation: Int
    private var draw: Draw

    static func main() throws {
        let text = CommandLine.arguments
        guard text.count == 5, let finished = Int(text[2]), let microseconds = Int(text[3]) else { return }
        let sandbox = URL(filePath: text[1])
        guard let seed = UInt64(text[4]) else { return try learn(in: sandbox, finished, microseconds) }
        var loop = try ChangeLoop(sandbox, Draw(seed: seed))
        try untilKilled(after: finished, microseconds) { place in
            let step = ChangeStep.allCases[place % ChangeStep.allCases.count]
            let started = ContinuousClock.now
            try loop.take(step)
            let microseconds = (ContinuousClock.now - started) / .microseconds(1)
            return "\(step) \(Int(microseconds))"
        }
    }

    /// Records correct answers, and prints the number of each.
    private static func learn(in sandbox: URL, _ finished: Int, _ microseconds: Int) throws {
        let people = try Store(sandbox: sandbox)[.people]
        let given = try people.learned().keys.max() ?? 0
        try untilKilled(after: finished, microseconds) { place in
            let number = given + 1 + place
            try people.save(
                LeitnerBox.new.answered(isRight: true, at: Date()), of: "Person \(number)", key: number)
            return "\(number)"
        }
    }

    /// Takes steps and prints what each returns.
    private static func untilKilled(
        after finished: Int, _ microseconds: Int, _ take: (Int) throws -> String
    ) throws {
        for place in 0... {
            // On a busy machine the test would hear of the step too late to kill it
            if place == finished {
                DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(microseconds)) {
                    kill(getpid(), SIGKILL)
                }
            }
            let line = try take(place)
            try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
        }
    }

    private init(_ sandbox: URL, _ draw: Draw) throws {
        self.draw = draw
        model = try DataModel(undoableIn: sandbox)
        list = sandbox.appending(path: "next.json")
        generation =
            try model.store[.people].whole { _ in true }.compactMap { Generation(of: DukePerson($0)) }
            .map(\.number).max() ?? 0
    }

    private mutating func take(_ step: ChangeStep) throws {
        switch step {
        case .replace:
            generation += 1
            try replace(with: generation)
        case .replaceForUndo: try replace(with: generation + 1)
        case .save:
            // One who is in every generation
            let key = Int.random(in: Generation.count / 5...Generation.count * 4 / 5, using: &draw)
            let person = Generation.edited(Generation(generation).person(key))
            guard try model.store[.people].save(person.record, replacing: person.DUID) else { throw Surprise() }
        case .undoReplace, .undoSave:
            guard try model.store[.people].undoLast() != nil else { throw Surprise() }
        case .file, .fileEdit, .fileReplaced, .fileUndone: try model.saveFile()
        }
    }

    private func replace(with number: Int) throws {
        try JSONEncoder().encode(Generation(number).people).write(to: list)
        try model.store[.people].load(ListFile(list), .replace)
    }

    private struct Surprise: Error {}
}
