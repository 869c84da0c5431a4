/// Changes that other programs make in the sandbox, so that the observations of this one show them.
extension Store {
    /// Makes every observation check again after another program changed the database, until the result is dropped. Nil
    /// where the system does not report changes of files.
    public func observeOtherPrograms() -> OtherPrograms? {
        guard whyReadOnly == nil else { return nil }
        return OtherPrograms(folder: sandbox, pool: pool)
    }
}
