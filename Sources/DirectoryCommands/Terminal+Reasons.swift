import DirectoryModel
import DirectoryStore
import Language

extension Terminal {
    /// Prints the elements that were set aside, with the reasons.
    static func sayReasons<R: DirectoryRecord>(of type: R.Type, _ summary: ChangeSummary, in store: Store) throws {
        guard summary.rejected > 0 else { return }
        let reasons = try store.rejected(type)
        sayReasons(reasons, more: summary.rejected - reasons.count)
    }

    /// Prints these reasons, and how many more there are.
    static func sayReasons(_ reasons: [RejectedElement], more: Int) {
        for rejected in reasons {
            let start = rejected.raw.prefix(60).description.printable
            complain(translated("Skipped: \(rejected.reason) \(start)"))
        }
        if more > 0 { complain(translated(more, one: "… and \(more) more.", many: "… and \(more) more.")) }
    }
}
