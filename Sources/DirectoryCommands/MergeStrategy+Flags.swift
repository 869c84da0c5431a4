public import ArgumentParser
public import DirectoryStore
import Language

extension MergeStrategy: EnumerableFlag {
    public static func help(for value: MergeStrategy) -> ArgumentHelp? {
        switch value {
        case .replace: ArgumentHelp(translated("Replace the local list."))
        case .update: ArgumentHelp(translated("Add and update people, keep local ones."))
        }
    }
}
