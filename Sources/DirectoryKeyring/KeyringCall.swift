import CSecret

/// The arguments of every libsecret call.
struct KeyringCall {
    let problem: KeyringError
    let service: UnsafeMutablePointer<SecretService>
    let schema: UnsafeMutablePointer<SecretSchema>?
    let attributes: OpaquePointer?

    /// The result of `call`.
    /// - Throws: `problem` where it sets its error.
    func checked<Value>(
        _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
    ) throws(KeyringError) -> Value {
        var error: UnsafeMutablePointer<GError>?
        let value = call(&error)
        guard let error else { return value }
        g_error_free(error)
        throw problem
    }

    /// True where the keyring has such an item; the user was then asked to unlock it.
    func findsAndUnlocks() throws(KeyringError) -> Bool {
        let flags = SecretSearchFlags(rawValue: SECRET_SEARCH_ALL.rawValue | SECRET_SEARCH_UNLOCK.rawValue)
        let found = try checked { secret_service_search_sync(service, schema, attributes, flags, nil, $0) }
        guard let found else { return false }
        g_list_free_full(found, g_object_unref)
        return true
    }
}
