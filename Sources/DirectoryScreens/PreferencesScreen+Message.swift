import DirectorySync

extension PreferencesScreen {
    /// A sentence in the form for the server, the NetID and the password.
    public struct Message: Equatable, Sendable {
        /// What the sentence is.
        public enum Kind: Equatable, Sendable {
            case success
            /// The server must be chosen first.
            case serverQuestion
            /// The password must be typed first.
            case passwordQuestion
            /// The server does not know the NetID with this password.
            case refused
            case failure
        }

        public let text: String
        public let kind: Kind

        public var isFailure: Bool { kind == .failure || kind == .refused }

        /// Makes a message; the parameters are the properties of the same names.
        public init(text: String, kind: Kind) { (self.text, self.kind) = (text, kind) }

        static func failure(_ text: String) -> Message { Message(text: text, kind: .failure) }

        /// Why the user must sign in.
        static func why(_ problem: SyncError, to purpose: SignInPurpose) -> Message {
            let kind: Kind =
                switch problem {
                case .noServerYet: .serverQuestion
                case .passwordNeeded: .passwordQuestion
                case .signInRefused: .refused
                default: .failure
                }
            return Message(text: problem.messageAtSignIn(to: purpose), kind: kind)
        }
    }
}
