import DirectoryModel
import DirectoryStore

extension Store {
    /// Writes the sandbox's JSON file, then prints `words`. Where the file cannot be written, the change is kept
    /// anyway, which is reported.
    func saveAndSay(_ words: String) throws {
        let saved = Result { () throws(StoreError) in try flush() }
        Terminal.say(words)
        do throws(StoreError) { try saved.get() } catch {
            switch error {
            case .copyNotWritten, .copyKept: Terminal.complain("\(error)")
            default: throw error
            }
        }
    }
}
