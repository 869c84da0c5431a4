/// The names of a field in other programs' cards and tables.
extension Field {
    /// The same field, placed at `place` in a vCard.
    public func card(_ place: CardPlace) -> Field {
        var field = self
        field.card = place
        return field
    }

    /// The same field, which other programs' tables have under these names; the first that is not empty counts.
    public func columns(_ names: ColumnNames) -> Field {
        var field = self
        field.columnNames = names
        return field
    }

    /// The same field, whose values in cards and tables go through `tidy`, which must leave the program's own as they
    /// are.
    func tidied(_ tidy: @escaping @Sendable (String) -> String) -> Field {
        var field = self
        field.tidy = tidy
        return field
    }
}
