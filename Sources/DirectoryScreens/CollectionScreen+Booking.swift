import DirectoryModel
import DirectorySync
import Language

/// Buying and starting anew, where the server makes a record of an order.
extension CollectionScreen {
    /// Sends what the form holds, and shows the answer in it.
    public func buyTapped() {
        guard let form, form.isBooking, form.answer == nil, !form.isSaving else { return }
        changesUnderWay += 1
        booking = Task {
            defer { changesUnderWay -= 1 }
            if let booked = await form.save() { form.answered(booked) }
        }
    }

    /// Starts anew; a request that is under way is given up, and what may have come of it is said.
    public func startAnewTapped() {
        guard let form, form.isBooking else { return }
        if form.isSaving {
            booking?.cancel()
            toast = Toast(
                text: translated(
                    "Cleared before the server answered; the \(R.collection.one) may have been booked."))
        }
        form.discard()
        self.form = nil
        openForm(R(key: 0), .add)
    }
}
