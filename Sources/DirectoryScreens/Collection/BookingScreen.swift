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

    init(editing: EditingScreen<R>, work: Work, presenter: Presenter<R>) {
        (self.editing, self.work, self.presenter) = (editing, work, presenter)
    }

    /// Sends the form's order, and shows the answer in the form.
    public func buyTapped() {
        guard let form = editing.form, form.isBooking, form.answer == nil, !form.isSaving else { return }
        work.count { [editing, presenter] in
            let booked = await form.save()
            if editing.form === form {
                if let booked { form.answered(booked) }
                return
            }
            defer { editing.clearedOrderEnded() }
            // The form was cleared while the server was asked.
            if let booked {
                presenter.say(booked.answerLines.joined(separator: " "))
            } else if let problem = form.problem {
                presenter.say(
                    translated("\(R.collection.oneInHeadings) “\(form.typedRecord().displayName)”: \(problem)"))
            }
        }
    }

    /// Starts anew; what becomes of an order that is under way is shown in a message, and it is listed where it is
    /// booked.
    public func startAnewTapped() {
        guard let form = editing.form, form.isBooking else { return }
        if form.isSaving {
            editing.orderCleared()
            presenter.say(translated("Still booking. The \(R.collection.one) will be listed here once it is booked."))
        }
        form.discard()
        editing.openForm(R(key: 0), .add)
    }
}
