public import Language

/// A flag of a record that its row shows as a check button.
public struct Toggle<R: DirectoryRecord>: Equatable, Sendable {
    /// The flag.
    public let key: R.Key
    /// What a record is called while the flag is on: "completed".
    public let on: String
    /// What a record is called while the flag is off: "open".
    public let off: String
    /// The names of turning it on and off: "Mark as Completed".
    let turnOn: String
    let turnOff: String

    /// Makes a toggle of the flag that has `key`, from its words in both states.
    public init(
        _ key: R.Key, on: LocalizedString, off: LocalizedString, turnOn: LocalizedString, turnOff: LocalizedString
    ) {
        (self.key, self.on, self.off) = (key, on.text, off.text)
        (self.turnOn, self.turnOff) = (turnOn.text, turnOff.text)
    }

    /// The name of flipping it: "Mark as Completed".
    public func label(isOn: Bool) -> String { isOn ? turnOff : turnOn }
}
