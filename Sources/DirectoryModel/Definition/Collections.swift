/// Every collection of the directory, in the sidebar's order.
public enum Collections {
    /// The types of their records.
    public static let all: [any DirectoryRecord.Type] = [
        DukePerson.self, Contact.self, ToDo.self, TourReservation.self, Player.self, Course.self,
    ]
}
