import DirectoryModel
import Observation

/// What is open over a collection's screen: one destination at a time, and a toast.
///
/// A destination that the user opens is ignored while another is open; others wait.
@MainActor @Observable
final class Presenter {
    /// The view that shows it sets it to nil.
    var toast: Toast?
    /// Questions asked over whatever is open; the first one is shown.
    private var urgents: [(id: Int, alert: Alert)] = []
    private var queue: [(id: Int, destination: CollectionDestination)] = []
    @ObservationIgnored private var count = 0
    var isFormOpen = false {
        didSet { if !isFormOpen { openHeld() } }
    }
    @ObservationIgnored weak var directory: DirectoryScreen?
    /// Destinations that wait for the form to close.
    @ObservationIgnored private var held: [CollectionDestination] = []

    /// What is open, or nil. Setting it to nil closes it and opens the next one.
    var destination: CollectionDestination? {
        get { queue.first?.destination }
        set {
            if !queue.isEmpty { queue.removeFirst() }
            if let newValue { queue.insert(numbered(newValue), at: 0) }
        }
    }

    /// The question over whatever is open, or nil.
    var urgent: Alert? { urgents.first?.alert }

    /// Identifies the open destination.
    var destinationID: Int? { queue.first?.id }

    func say(_ text: String) { toast = Toast(text: text) }

    func copy(_ text: String) { directory?.host?.copy(text) }

    /// False if no program opens it.
    func openAddress(_ address: String) async -> Bool { await directory?.host?.open(address) ?? false }

    func open(_ destination: @autoclosure () -> CollectionDestination) {
        if queue.isEmpty, urgent == nil { wait(destination()) }
    }

    /// Opens it once no other destination is open.
    func wait(_ destination: CollectionDestination) { queue.append(numbered(destination)) }

    /// Opens it once no form and no other destination is open.
    /// - Returns: false if it waits for a form.
    func waitForForm(_ destination: CollectionDestination) -> Bool {
        guard isFormOpen else {
            wait(destination)
            return true
        }
        held.append(destination)
        return false
    }

    private func openHeld() {
        let destinations = held
        held = []
        destinations.forEach(wait)
    }

    /// Asks once no other destination is open.
    func ask(_ alert: Alert) {
        let id = count
        let asked = alert.asked { [weak self] in
            guard let self, let place = queue.firstIndex(where: { $0.id == id }) else { return false }
            queue.remove(at: place)
            return true
        }
        wait(.alert(asked))
    }

    /// Asks over what is open, once no other such question is.
    func askAtOnce(_ alert: Alert) {
        let id = count
        count += 1
        let asked = alert.asked { [weak self] in
            guard let self, let place = urgents.firstIndex(where: { $0.id == id }) else { return false }
            urgents.remove(at: place)
            return true
        }
        urgents.append((id, asked))
    }

    func open(asking alert: Alert) { if queue.isEmpty, urgent == nil { ask(alert) } }

    /// Closes matching destinations.
    /// - Returns: false if none was open.
    @discardableResult
    func close(where isIt: (CollectionDestination) -> Bool) -> Bool {
        let count = queue.count
        held.removeAll(where: isIt)
        queue.removeAll { isIt($0.destination) }
        return queue.count < count
    }

    private func numbered(_ destination: CollectionDestination) -> (Int, CollectionDestination) {
        defer { count += 1 }
        return (count, destination)
    }
}

extension Alert {
    /// The alert, whose first answer closes it.
    /// - Parameter close: returns false if it is closed already; then the answer is ignored.
    @MainActor
    fileprivate func asked(_ close: @escaping @MainActor () -> Bool) -> Alert {
        var asked = self
        asked.answered = { if close() { answered($0) } }
        asked.alternative?.chosen = { if close() { alternative?.chosen() } }
        return asked
    }
}

public enum CollectionDestination {
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
