import DirectoryModel
import DirectoryStore
import Foundation
import Generations

/// Saves, replaces and undoes in the sandbox it is given until somebody kills it, drawing by the seed it is given; says
/// a line per finished step, with how long that took. `KilledChangesTests` starts it.
@main
struct ChangeLoop {
    /// What is done in turn, over and over.
    enum Step: String, CaseIterable {
        case replace, file, save, fileEdit, replaceForUndo, fileReplaced, undoReplace, fileUndone, undoSave
    }

    private let model: DataModel
    private let list: URL
    private var generation: Int
    private var draw: Draw

    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 3, let seed = UInt64(words[2]) else { return }
        var loop = try ChangeLoop(URL(filePath: words[1]), Draw(seed: seed))
        while true {
            for step in Step.allCases {
                let started = ContinuousClock.now
                try loop.take(step)
                let microseconds = (ContinuousClock.now - started) / .microseconds(1)
                try FileHandle.standardOutput.write(contentsOf: Data("\(step) \(Int(microseconds))\n".utf8))
            }
        }
    }

    private init(_ sandbox: URL, _ draw: Draw) throws {
        self.draw = draw
        model = try DataModel(undoableIn: sandbox)
        list = sandbox.appending(path: "next.json")
        generation =
            try model.store.whole(DukePerson.self) { _ in true }.compactMap(Generation.init)
            .map(\.number).max() ?? 0
    }

    private mutating func take(_ step: Step) throws {
        switch step {
        case .replace:
            generation += 1
            try replace(with: generation)
        case .replaceForUndo: try replace(with: generation + 1)
        case .save:
            let person = Generation.edited(Generation(generation).person(.random(in: 100...400, using: &draw)))
            guard try model.store.save(person, inPlaceOf: person.DUID) else { throw Surprise() }
        case .undoReplace, .undoSave:
            guard try model.store.undoLast(DukePerson.self) != nil else { throw Surprise() }
        case .file, .fileEdit, .fileReplaced, .fileUndone: try model.saveFile()
        }
    }

    private func replace(with number: Int) throws {
        try JSONEncoder().encode(Generation(number).people).write(to: list)
        try model.store.load(ListFile<DukePerson>(list), .replace)
    }

    private struct Surprise: Error {}
}
