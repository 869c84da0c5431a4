import DirectoryModel
import Language
public import Observation

/// Emails to more people than fit in one, each opened by a click.
@MainActor @Observable
public final class EmailsScreen {
    public let title: String
    /// How many addresses and emails there are, and the people without an address.
    public let text: String
    public private(set) var openedCount = 0
    public private(set) var isOpening = false
    public private(set) var problem: String?
    public private(set) var copied: String?

    @ObservationIgnored private let mail: GroupMail
    @ObservationIgnored private let openAddress: @MainActor (String) async -> Bool
    @ObservationIgnored private let copy: @MainActor (String) -> Void

    init(
        _ mail: GroupMail, title: String, missing: String?, open: @escaping @MainActor (String) async -> Bool,
        copy: @escaping @MainActor (String) -> Void
    ) {
        self.mail = mail
        self.title = title
        openAddress = open
        self.copy = copy
        let (count, emails) = (mail.receivers.count, mail.parts.count)
        let split = translated(
            """
            \(count) addresses do not fit in one email, so there are \(emails). Everyone is in Bcc, so no one sees the \
            other addresses.
            """
        )
        text = [split, missing].compactMap(\.self).joined(separator: "\n\n")
    }

    public var isDone: Bool { openedCount == mail.parts.count }

    public var canOpen: Bool { !isDone && !isOpening }

    public var openLabel: String {
        let (next, count) = (min(openedCount + 1, mail.parts.count), mail.parts.count)
        return translated("Open Email \(next) of \(count)")
    }

    /// The result so far; "" at first.
    public var message: String {
        if let notice = copied ?? problem { return notice }
        guard openedCount > 0 else { return "" }
        let (opened, count) = (openedCount, mail.parts.count)
        return isDone
            ? translated("All \(count) emails were opened.") : translated("\(opened) of \(count) emails were opened.")
    }

    public func openTapped() async {
        guard canOpen else { return }
        isOpening = true
        problem = nil
        copied = nil
        defer { isOpening = false }
        if await openAddress(mail.parts[openedCount].address) {
            openedCount += 1
        } else {
            problem = DetailTarget.noMailProgram
        }
    }

    public func copyTapped() {
        copy(mail.text)
        problem = nil
        copied = mail.copiedMessage
    }
}

extension GroupMail {
    /// The addresses, for the clipboard.
    var text: String { receivers.map(\.text).joined(separator: ", ") }

    var copiedMessage: String {
        let count = receivers.count
        return translated(count, one: "\(count) email address copied", many: "\(count) email addresses copied")
    }
}
