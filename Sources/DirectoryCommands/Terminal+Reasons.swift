import DirectoryModel
import DirectoryStore
import Language

extension Terminal {
    /// Prints what of a list was left out or set aside, with the reasons, and what of a file was not read.
    static func sayReasons(_ summary: ChangeSummary) {
        for rejected in summary.leftOut { complain(rejected.reason) }
        sayMore(summary.leftOutCount - summary.leftOut.count)
        if let words = summary.unreadWords { complain(words) }
        guard summary.rejected > 0 else { return }
        let reasons = summary.rejectedElements.filter { !summary.leftOut.contains($0) }
        sayReasons(reasons, more: summary.rejected - reasons.count)
    }

    /// What to do about a table whose columns, or those that a record must have, are called otherwise.
    static var columnsHint: String {
        translated("Name the columns as “export” does, or assign them in duke-directory.")
    }

    /// Prints these reasons, and how many more there are.
    static func sayReasons(_ reasons: [RejectedElement], more: Int) {
        for rejected in reasons {
            let start = String(rejected.raw.unicodeScalars.prefix(60)).plain.printable
            complain(translated("Skipped: \(rejected.reason) \(start)"))
        }
        sayMore(more)
    }

    static func sayMore(_ more: Int) {
        if more > 0 { complain(translated(more, one: "… and \(more) more.", many: "… and \(more) more.")) }
    }
}
