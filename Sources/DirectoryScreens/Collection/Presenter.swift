import DirectoryModel
import Observation

/// What is open over a collection's screen: one destination at a time, and a toast beside it.
///
/// What the user opens is opened only where the screen is free; what comes by itself waits until it is free.
@MainActor @Observable
final class Presenter {
    /// A short message; the view that shows it sets it to nil.
    var toast: Toast?
    /// A question that the user's own act led to, which is asked over whatever else is open; or nil.
    private(set) var urgent: Alert?
    private var queue: [(id: Int, destination: CollectionDestination)] = []
    @ObservationIgnored private var count = 0
    /// True while a form is open, in which the user may be typing.
    var isFormOpen = false {
        didSet { if !isFormOpen { openHeld() } }
    }
    /// The window's screen, which knows the other collections and the desktop.
    @ObservationIgnored weak var directory: DirectoryScreen?
    /// What is opened once the form is closed.
    @ObservationIgnored private var held: [CollectionDestination] = []

    /// What is open, or nil. Setting it to nil closes it, and opens the next one waiting.
    var destination: CollectionDestination? {
        get { queue.first?.destination }
        set {
            if !queue.isEmpty { queue.removeFirst() }
            if let newValue { queue.insert(numbered(newValue), at: 0) }
        }
    }

    /// Identifies what is open, or nil; another destination has another id.
    var destinationID: Int? { queue.first?.id }

    func say(_ text: String) { toast = Toast(text: text) }

    func copy(_ text: String) { directory?.host?.copy(text) }

    /// Opens an address with another program; false where there is none for it.
    func openAddress(_ address: String) async -> Bool { await directory?.host?.open(address) ?? false }

    func open(_ destination: @autoclosure () -> CollectionDestination) {
        if queue.isEmpty, urgent == nil { wait(destination()) }
    }

    /// Opens it once no other destination is open.
    func wait(_ destination: CollectionDestination) { queue.append(numbered(destination)) }

    /// Opens it once no form and no other destination is open.
    /// - Returns: false where it waits for the form.
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

    /// Asks once no other destination is open; the answer closes the question.
    func ask(_ alert: Alert) {
        let id = count
        wait(
            .alert(
                alert.answered { [weak self] answer in
                    guard let self, queue.contains(where: { $0.id == id }) else { return }
                    queue.removeAll { $0.id == id }
                    alert.answered(answer)
                }))
    }

    /// Asks at once, over what is open.
    func askAtOnce(_ alert: Alert) {
        urgent = alert.answered { [weak self] answer in
            guard let self, urgent != nil else { return }
            urgent = nil
            alert.answered(answer)
        }
    }

    func open(asking alert: Alert) { if queue.isEmpty, urgent == nil { ask(alert) } }

    /// Closes the destination for which `isIt` is true.
    /// - Returns: false where it was not open.
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

/// What is open over a collection's screen.
public enum CollectionDestination {
    case alert(Alert)
    /// Both versions of the record whose form is open, where others changed the same fields.
    case merge(MergeScreen)
    case publish(PublishScreen)
    /// A question about a list that is to be downloaded, or that arrived.
    case update(ListUpdate)
    case rejected(RejectedElementsScreen)
    case roster(RosterScreen)
    case learn(LearnScreen)
    case emails(EmailsScreen)
    case code(RecordCard)
    /// The file for the record that is open, as a vCard to send.
    case shareFile(RecordCard, row: Int64)
    /// The file to read, and the file to write.
    case importFile, exportFile
}
