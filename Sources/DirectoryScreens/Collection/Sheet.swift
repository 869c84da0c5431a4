import Observation

/// What can be open over a collection's screen.
public enum Sheet {
    case alert(Alert)
    /// Both versions of the edited record, after others changed the same fields.
    case merge(MergeScreen)
    case publish(PublishScreen)
    /// A question about a download or an import.
    case update(ListUpdate)
    case rejected(RejectedElementsScreen)
    case duplicates(DuplicatesScreen)
    case roster(RosterScreen)
    case learn(LearnScreen)
    case emails(EmailsScreen)
    case history(HistoryScreen)
    case code(RecordCard)
    /// Where to save the open record's vCard.
    case shareFile(RecordCard, row: Int64)
    case importFile, exportFile
    case group(GroupEditScreen)
}

/// What is open over a collection's screen: one sheet at a time, questions over it, and a toast.
///
/// A sheet that the user opens is ignored while another is open; others wait.
@MainActor @Observable
final class Presenter {
    /// The view that shows it sets it to nil.
    var toast: Toast?
    let answers = Answers()
    private var queue: [(id: Int, sheet: Sheet)] = []
    /// Questions over whatever is open; the first one is shown.
    private var urgent: [(id: Int, alert: Alert)] = []
    /// Sheets that wait for the form to close.
    @ObservationIgnored private var held: [Sheet] = []
    @ObservationIgnored private var count = 0
    var isFormOpen = false {
        didSet {
            guard !isFormOpen else { return }
            held.forEach(wait)
            held = []
        }
    }

    /// What is open, or nil. Setting it to nil closes it and opens the next one.
    var sheet: Sheet? {
        get { queue.first?.sheet }
        set {
            if case .alert(let alert) = sheet {
                alert.answered(.cancel)
            } else if !queue.isEmpty {
                queue.removeFirst()
            }
            if let newValue { queue.insert((newID(), newValue), at: 0) }
        }
    }

    /// Identifies the open sheet.
    var sheetID: Int? { queue.first?.id }

    /// The question that is shown, or nil.
    var alert: Alert? {
        if let urgent = urgent.first?.alert { return urgent }
        return if case .alert(let alert) = sheet { alert } else { nil }
    }

    func notify(_ text: String) { toast = Toast(text: text) }

    /// True if nothing is open.
    var isFree: Bool { queue.isEmpty && urgent.isEmpty }

    func open(_ sheet: @autoclosure () -> Sheet) { if isFree { wait(sheet()) } }

    /// Opens it once no other sheet is open.
    func wait(_ sheet: Sheet) { queue.append((newID(), sheet)) }

    /// Opens it once no form and no other sheet is open.
    /// - Returns: false if it waits for a form.
    func waitForForm(_ sheet: Sheet) -> Bool {
        if isFormOpen { held.append(sheet) } else { wait(sheet) }
        return !isFormOpen
    }

    /// Asks once no other sheet is open, or over what is open.
    func ask(_ alert: Alert, isUrgent: Bool = false) async -> Alert.Answer {
        await answers.wait { ask(alert, isUrgent: isUrgent, answered: $0) }
    }

    /// - Parameter answered: gets the first answer.
    func ask(_ alert: Alert, isUrgent: Bool, answered: @escaping @MainActor (Alert.Answer) -> Void) {
        let id = newID()
        var alert = alert
        alert.answered = { [weak self] in if self?.close(id) == true { answered($0) } }
        if isUrgent { urgent.append((id, alert)) } else { queue.append((id, .alert(alert))) }
    }

    private func close(_ id: Int) -> Bool {
        let count = queue.count + urgent.count
        queue.removeAll { $0.id == id }
        urgent.removeAll { $0.id == id }
        return queue.count + urgent.count < count
    }

    /// Closes matching sheets.
    /// - Returns: false if none was open.
    @discardableResult
    func close(where isMatching: (Sheet) -> Bool) -> Bool {
        let count = queue.count
        held.removeAll(where: isMatching)
        queue.removeAll { isMatching($0.sheet) }
        return queue.count < count
    }

    private func newID() -> Int {
        count += 1
        return count
    }
}

/// Waits for answers of the user.
@MainActor
final class Answers {
    private var continuing = 0

    /// True while something that was answered is about to continue.
    var isContinuing: Bool { continuing > 0 }

    /// - Parameter begin: stores the closure that gets the answer, and is called once.
    func wait<T: Sendable>(_ begin: (@escaping @MainActor (T) -> Void) -> Void) async -> T {
        let answer: T = await withCheckedContinuation { continuation in
            begin { [self] in
                continuing += 1
                continuation.resume(returning: $0)
            }
        }
        continuing -= 1
        return answer
    }
}
