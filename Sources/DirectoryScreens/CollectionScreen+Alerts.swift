import DirectoryModel
import Language

/// What is asked over the window.
extension CollectionScreen {
    /// The question that comes first, or nil where none is to be answered.
    public var alert: Alert? { leaveAlert ?? clearAlert ?? damageAlert ?? keptAlert ?? lookupAlert }

    /// The question what becomes of what was being typed when the program ended, once the window is up.
    public var draftAlert: Alert? {
        draftQuestion.map { words in
            Alert(
                title: translated("Continue Where You Stopped?"), message: words,
                cancel: translated("Continue Editing"), confirm: translated("Discard"), recommendsCancel: true
            ) { [weak self] in self?.draftAnswered(continues: !$0) }
        }
    }

    private var leaveAlert: Alert? {
        guard isAskingToLeave else { return nil }
        return Alert(
            title: translated("Leave Without Saving?"), message: translated("What you changed is not saved yet."),
            cancel: translated("Keep Editing"), confirm: translated("Discard")
        ) { [weak self] in self?.leaveAnswered(discards: $0) }
    }

    private var clearAlert: Alert? {
        guard isAskingToClear else { return nil }
        return Alert(
            title: translated("Delete All \(R.collection.title)?"),
            message: translated("Everybody’s \(R.collection.many) are deleted on the server. This cannot be undone."),
            cancel: translated("Cancel"), confirm: translated("Delete All")
        ) { [weak self] in self?.clearAnswered($0) }
    }

    private var damageAlert: Alert? {
        damageQuestion.map { words in
            Alert(
                title: translated("The Directory’s File Is Damaged"), message: words, cancel: translated("Not Now"),
                confirm: EmptyState.restoreLabel, isDestructive: false
            ) { [weak self] in self?.restoreAnswered($0) }
        }
    }

    private var keptAlert: Alert? {
        keptQuestion.map { words in
            Alert(
                title: translated("Remove What the Server No Longer Has?"), message: words,
                cancel: translated("Keep"), confirm: translated("Remove")
            ) { [weak self] in self?.keptAnswered(removes: $0) }
        }
    }

    private var lookupAlert: Alert? {
        lookup.map { lookup in
            Alert(title: lookup.title, message: lookup.answer, cancel: translated("Dismiss")) { [weak self] _ in
                self?.lookup = nil
            }
        }
    }
}
