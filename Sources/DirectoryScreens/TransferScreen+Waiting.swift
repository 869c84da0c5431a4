import DirectoryModel
import Language

/// A question about what arrived must not take the keyboard from a form.
extension TransferScreen {
    /// The stage as it is shown: what arrived is asked about once no form is open.
    public var shownState: State { isWaitingForForm ? .idle : state }

    var isWaitingForForm: Bool {
        isFormOpen && [.askingToEmpty, .merging, .previewing].contains(state)
    }

    var waitingWords: String {
        preview?.waitingWords ?? translated("The list is ready. You can review it after you close the form.")
    }
}
