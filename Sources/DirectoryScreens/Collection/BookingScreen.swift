import DirectoryModel
import DirectorySync
import Language

/// Buying and starting anew, where the server makes a record from an order.
@MainActor
public final class BookingScreen {
    private let context: CollectionContext
    private let editing: EditingScreen

    init(_ context: CollectionContext, editing: EditingScreen) { (self.context, self.editing) = (context, editing) }

    /// Sends the form's order, and shows the answer in the form.
    public func buyTapped() {
        guard let form = editing.form, form.isBooking, form.answer == nil, !form.isSaving else { return }
        context.work.count { [editing, context] in
            let booked = await form.save()
            if editing.form === form {
                if let booked { form.answered(booked) }
                return
            }
            defer { editing.clearedOrderEnded() }
            // The form was cleared while the server was asked.
            if let booked {
                context.presenter.say(booked.answerLines.joined(separator: " "))
            } else if let problem = form.problem {
                context.presenter.say(
                    translated(
                        "\(context.recordType.collection.oneInHeadings) “\(form.typedRecord().displayName)”: \(problem)"
                    ))
            }
        }
    }

    /// Starts anew; what becomes of an order that is under way is shown in a message, and it is listed where it is
    /// booked.
    public func startAnewTapped() {
        guard let form = editing.form, form.isBooking else { return }
        if form.isSaving {
            editing.orderCleared()
            context.presenter.say(
                translated(
                    "Still booking. The \(context.recordType.collection.one) will be listed here once it is booked."))
        }
        form.discard()
        editing.openForm(context.recordType.init(key: 0), .add)
    }
}
