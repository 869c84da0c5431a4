public import DirectoryModel

/// What decides which actions are enabled, and what the header shows.
public struct CollectionState: Equatable, Sendable {
    public let home: Home
    public let form: FormState
    /// True where there is a change to undo.
    public let canUndo: Bool
    /// True where there is an undone change to make again.
    public let canRedo: Bool
    public let list: ListState
    public let arrangements: Arrangements
    /// The key of the record that is shown alone, or nil.
    public let openKey: Int?
    /// The title a narrow window gives to what is shown in the list's place.
    public let openTitle: String
    /// True where a narrow window shows the detail in the list's place.
    public let isDetailOpen: Bool
}

/// The state of the open form.
public struct FormState: Equatable, Sendable {
    public let isOpen: Bool
    public let canSave: Bool
    public let hasChanges: Bool
    public let isOwn: Bool
    public let isBooking: Bool

    @MainActor
    init<R: DirectoryRecord>(_ form: FormScreen<R>?) {
        (isOpen, isOwn, isBooking) = (form != nil, form?.isOwn == true, form?.isBooking == true)
        (canSave, hasChanges) = (form?.canSave == true, form?.hasChanges == true)
    }
}

/// The state of a list and its selection.
public struct ListState: Equatable, Sendable {
    public let selectedCount: Int
    /// True while clicks add to the selection and take away from it.
    public let isSelecting: Bool
    /// How many rows the list shows; 0 while it has only the first of them.
    public let shownCount: Int
    /// True where no other list is being applied, so that one can be.
    public let canTakeOver: Bool
    /// The label for flipping the flag of a single selected record, or nil where it has no flag.
    public let toggleLabel: String?
    public let canLoadFromDisk: Bool
    public let canExport: Bool
    /// True where records are people with pictures, whose names can be learned.
    public let hasFaces: Bool
    /// True where the record that is open can be shown as a vCard.
    public let hasOpenCard: Bool
    /// True where the record that is open has an email address.
    public let hasEmail: Bool
    /// True where the record that is open can be written to.
    public let canMail: Bool
    /// True where records have a field for it.
    public let hasEmailField: Bool

    /// True where several records are selected that may have email addresses.
    public var canMailAll: Bool { isSelecting && hasEmailField && selectedCount > 0 }

    public var canToggle: Bool { toggleLabel != nil }

    @MainActor
    init<R: DirectoryRecord>(
        _ list: ListScreen<R>, _ content: DetailContent?, isSelecting: Bool, canTakeOver: Bool
    ) {
        (self.isSelecting, hasEmailField) = (isSelecting, R.emailField != nil)
        (selectedCount, shownCount) = (list.selectedRows.count, list.isPartial ? 0 : list.entries.count)
        self.canTakeOver = canTakeOver
        toggleLabel = list.selectedRow.flatMap { _ in R.definition.toggle?.label(isOn: content?.header.isOn == true) }
        (canLoadFromDisk, canExport) = (R.sandboxFile != nil, list.total > 0)
        hasFaces = R.definition.faceNames != nil
        (hasOpenCard, hasEmail) = (R.hasCards && content != nil, content?.email != nil)
        canMail = content?.mailAddress != nil
    }
}

/// The ways a list can be divided and sorted: ids and labels, and which are chosen.
public struct Arrangements: Equatable, Sendable {
    public struct Item: Equatable, Sendable {
        public let id: String
        public let label: String
    }

    public let groupings: [Item]
    public let orders: [Item]
    public let grouping: String
    public let order: String
    /// The columns that a table can be sorted by; empty where the list is not a table.
    public let columns: [Item]
    /// The ways the list can look.
    public let looks: ListLookMenu
}
