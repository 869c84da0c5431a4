import DirectoryModel
import DirectoryStore
import Foundation
import Generations
import Hostile

/// Saves, replaces, and undoes changes in a sandbox until it is killed, with random numbers from a seed, and prints a
/// line with the time of each finished step. Started by `KilledChangesTests`.
///
/// With the word `learn` it records answers of Learn the Names for `KilledLearningTests`.
@main
struct ChangeLoop {
    private let model: DataModel
    private let list: URL
    private var generation: Int
    private var draw: Draw

    static func main() throws {
        let text = CommandLine.arguments
        if text.count == 4, let given = Int(text[2]) { try learn(in: URL(filePath: text[1]), after: given) }
        guard text.count == 3, let seed = UInt64(text[2]) else { return }
        var loop = try ChangeLoop(URL(filePath: text[1]), Draw(seed: seed))
        while true {
            for step in ChangeStep.allCases {
                let started = ContinuousClock.now
                try loop.take(step)
                let microseconds = (ContinuousClock.now - started) / .microseconds(1)
                try FileHandle.standardOutput.write(contentsOf: Data("\(step) \(Int(microseconds))\n".utf8))
            }
        }
    }

    /// Records correct answers, and prints the number of each.
    private static func learn(in sandbox: URL, after given: Int) throws -> Never {
        let store = try Store(sandbox: sandbox)
        var number = given
        while true {
            number += 1
            try store[.people].save(
                LeitnerBox.new.answered(isRight: true, at: Date()), of: "Person \(number)", key: number
            )
            try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8))
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
