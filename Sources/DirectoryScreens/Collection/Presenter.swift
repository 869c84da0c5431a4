import DirectoryModel
import Observation

/// What is open over a collection's screen: one destination at a time, and a toast.
///
/// A destination that the user opens is ignored while another is open; others wait.
@MainActor @Observable
final class Presenter {
    /// The view that shows it sets it to nil.
    var toast: Toast?
    /// A question asked over whatever is open.
    private(set) var urgent: Alert?
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
        var asked = alert
        asked.answered = { [weak self] answer in
            guard let self, queue.contains(where: { $0.id == id }) else { return }
            queue.removeAll { $0.id == id }
            alert.answered(answer)
        }
        wait(.alert(asked))
    }

    /// Asks at once, over what is open.
    func askAtOnce(_ alert: Alert) {
        var asked = alert
        asked.answered = { [weak self] answer in
            guard let self, urgent != nil else { return }
            urgent = nil
            alert.answered(answer)
        }
        asked.alternative?.chosen = { [weak self] in
            self?.urgent = nil
            alert.alternative?.chosen()
        }
        urgent = asked
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
