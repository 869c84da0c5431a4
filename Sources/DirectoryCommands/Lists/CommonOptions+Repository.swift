import DirectoryModel
import DirectoryStore
import DirectorySync

extension CommonOptions {
    /// The repository of a collection; a server that it uses does not require signing in.
    func repository<R: DirectoryRecord>(of type: R.Type, in store: Store) throws -> any RecordRepository<R> {
        let isServed = R.home.canRefresh || R.home.isBooked
        let server = isServed ? try ServerAddress(signIn(in: store).server) : nil
        return R.repository(store: store) { () throws(SyncError) in
            guard let server else { throw .noServerYet }
            return Client(server: server, credentials: nil)
        }
    }
}
