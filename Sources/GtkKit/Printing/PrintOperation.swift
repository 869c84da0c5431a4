internal import CGtk
import Foundation

/// Runs GTK's print dialog and prints.
@MainActor
final class PrintOperation {
    let reference: GObjectRef
    private let content: any Printable
    private var continuation: CheckedContinuation<GtkPrintOperationResult, Never>?
    private var drawing: Task<Void, Never>?
    private var operation: UnsafeMutablePointer<GtkPrintOperation> { cast(reference.pointer) }

    init(_ content: any Printable, on paper: PrintPaper) {
        self.content = content
        reference = GObjectRef.adopting(cast(gtk_print_operation_new()))
        gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
        // The layout adds the printer's margins itself.
        gtk_print_operation_set_use_full_page(operation, 1)
        gtk_print_operation_set_embed_page_setup(operation, 1)
        gtk_print_operation_set_allow_async(operation, 1)
        gtk_print_operation_set_job_name(operation, content.printName)
        withExtendedLifetime(paper.pageSetup) { gtk_print_operation_set_default_page_setup(operation, $0.pointer) }
    }

    /// The error message of the printing system.
    private var problem: String? {
        var error: UnsafeMutablePointer<GError>?
        gtk_print_operation_get_error(operation, &error)
        return error.map { takeMessage($0) }
    }

    /// - Parameters:
    ///   - isExport: whether it writes to the file of its GTK property instead.
    ///   - window: the parent of GTK's dialogs.
    /// - Returns: false if the user canceled.
    func run(isExport: Bool = false, over window: Window?) async throws(PrintError) -> Bool {
        let connection = connect()
        defer { connection.disconnect() }
        let action = isExport ? GTK_PRINT_OPERATION_ACTION_EXPORT : GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG
        let result = await withCheckedContinuation { waiting in
            continuation = waiting
            // GTK runs a nested main loop, in which a task would block other tasks.
            MainLoop.soon { [self] in
                let result = gtk_print_operation_run(operation, action, window.map { cast($0.pointer) }, nil)
                // GTK does not always emit "done" after an early failure.
                if result != GTK_PRINT_OPERATION_RESULT_IN_PROGRESS { finish(result) }
            }
        }
        switch result {
        case GTK_PRINT_OPERATION_RESULT_APPLY, GTK_PRINT_OPERATION_RESULT_IN_PROGRESS: return true
        case GTK_PRINT_OPERATION_RESULT_CANCEL: return false
        default: throw .notPrinted(reason: problem)
        }
    }

    private func finish(_ result: GtkPrintOperationResult) {
        continuation?.resume(returning: result)
        continuation = nil
    }

    private func connect() -> Connection {
        let handlers = [
            Signal.connect(reference.pointer, "begin-print") { [weak self] (context: OpaquePointer) in
                self?.begin(context)
            },
            Signal.connect(reference.pointer, "draw-page") { [weak self] (context: OpaquePointer, page: Int) in
                self?.draw(context, page)
            },
            Signal.connect(reference.pointer, "done") { [weak self] (result: Int) in
                self?.finish(GtkPrintOperationResult(rawValue: UInt32(truncatingIfNeeded: result)))
            },
        ]
        return Connection(reference, handlers)
    }

    private func begin(_ context: OpaquePointer) {
        guard let setup = gtk_print_context_get_page_setup(context) else { return }
        gtk_print_operation_set_n_pages(operation, Int32(clamping: max(1, content.paginate(on: PrintSheet(setup)))))
    }

    /// GTK waits until the page is finished.
    private func draw(_ context: OpaquePointer, _ page: Int) {
        gtk_print_operation_set_defer_drawing(operation)
        let held = GObjectRef.retaining(context)
        drawing = Task { [self] in
            await content.prepare(page: page)
            if let cairo = gtk_print_context_get_cairo_context(held.pointer) {
                let (width, height) = (
                    gtk_print_context_get_width(held.pointer), gtk_print_context_get_height(held.pointer)
                )
                content.draw(
                    page: page, with: Pen(cairo: cairo, color: .black, width: width, height: height))
            }
            gtk_print_operation_draw_page_finish(operation)
        }
    }
}
