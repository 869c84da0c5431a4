/// When a form can be saved.
public enum FormSaving: Sendable {
    /// Save is always offered, and reports what is wrong.
    case offered
    /// Save is available only while every given value is valid and at least one value is given.
    case onlyWhileValid
}
