public import Language

/// A flag of a record that its row shows as a check button.
public struct Toggle: Equatable, Sendable {
    /// The key of the field.
    public let key: String
    /// What a record is called whose flag is on, and whose is off: "completed", "open".
    public let on: String
    public let off: String
    /// What turning it on is called, and off: "Mark as Completed".
    let turnOn: String
    let turnOff: String

    public init(
        key: String, on: LocalizedString, off: LocalizedString, turnOn: LocalizedString, turnOff: LocalizedString
    ) {
        (self.key, self.on, self.off) = (key, on.text, off.text)
        (self.turnOn, self.turnOff) = (turnOn.text, turnOff.text)
    }
}

extension Toggle {
    /// What turning it over is called: "Mark as Completed".
    public func label(isOn: Bool) -> String { isOn ? turnOff : turnOn }
}

/// What a row's record is marked with.
public struct RowMark: Hashable, Sendable {
    /// A symbolic icon of the desktop's theme.
    public let iconName: String
    /// What it means, for people who do not see it.
    public let meaning: String

    public init(iconName: String, meaning: String) {
        self.iconName = iconName
        self.meaning = meaning
    }
}

/// When a form can be saved.
public enum FormSaving: Sendable {
    /// Save is always offered, and says what is wrong.
    case offered
    /// Save can be used only while every given value is valid and something was given.
    case onlyWhileValid
}
