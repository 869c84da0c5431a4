public import DirectoryModel
import DirectorySync
import Language

/// A collection's orders, whichever collection it is.
@MainActor
public protocol AnyBookingScreen: AnyObject {
    func buyTapped()
    func startAnewTapped()
}

/// Buying and starting anew, where the server makes a record from an order.
@MainActor
public final class BookingScreen<R: DirectoryRecord>: AnyBookingScreen {
    private let editing: EditingScreen<R>
    private let work: Work
    private let presenter: Presenter<R>
    private var order: Task<Void, Never>?

    init(editing: EditingScreen<R>, work: Work, presenter: Presenter<R>) {
        (self.editing, self.work, self.presenter) = (editing, work, presenter)
    }

    /// Sends the form's order, and shows the answer in the form.
    public func buyTapped() {
        guard let form = editing.form, form.isBooking, form.answer == nil, !form.isSaving else { return }
        order = work.count {
            if let booked = await form.save() { form.answered(booked) }
        }
    }

    /// Starts anew; a request that is under way is canceled, and a message shows what may have happened.
    public func startAnewTapped() {
        guard let form = editing.form, form.isBooking else { return }
        if form.isSaving {
            order?.cancel()
            presenter.say(
                translated(
                    "You cleared the form before the server answered. Check the list: the \(R.collection.one) may be booked."
                ))
        }
        form.discard()
        editing.openForm(R(key: 0), .add)
    }
}
