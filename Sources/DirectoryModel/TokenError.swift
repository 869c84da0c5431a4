import Language

/// An error in typed tokens.
public enum TokenError: UserFacingError, Equatable {
    /// No fields were given; `example` is one that could be.
    case noFields(example: String)
    /// A part has no `=`, and no value before it that it may continue; `example` is what may have been meant.
    case noKey(String, example: String)
    /// A part has a key that is not among `known`.
    case unknownKey(String, known: [String])
    /// A value breaks its field's rule; `reason` continues a sentence about the value.
    case badValue(String, label: String, reason: String)
    /// The number typed for the key is not that of the record.
    case keyCannotChange(label: String)

    public var message: String {
        switch self {
        case .noFields: translated("No fields were entered.")
        case .noKey(let part, _): translated("“\(part)” has no key.")
        case .unknownKey(let key, _): translated("Unknown field “\(key)”.")
        case .badValue(let value, let label, let reason):
            translated("\(label) “\(value)” cannot be used: it \(reason).")
        case .keyCannotChange(let label):
            translated("The \(label) cannot be changed because it identifies the record.")
        }
    }

    public var recovery: String {
        switch self {
        case .noFields(let example): translated("Enter fields such as “\(example)”.")
        case .noKey(_, let example): translated("Enter key=value, for example \(example).")
        case .unknownKey(_, let known): translated("The keys are \(known.joined(separator: ", ")).")
        case .badValue, .keyCannotChange: ""
        }
    }
}
