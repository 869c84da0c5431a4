internal import CGtk
import Foundation

/// One run of GTK's print operation.
@MainActor
final class PrintOperation {
    private let reference: GObjectRef
    private let content: any Printable
    private(set) var pageCount = 0
    private(set) var isCancelled = false
    private var isDrawing = false
    private let told: @MainActor (_ done: Int, _ count: Int) -> Void
    private var waiting: CheckedContinuation<GtkPrintOperationResult, Never>?
    private var drawing: Task<Void, Never>?
    private var operation: UnsafeMutablePointer<GtkPrintOperation> { cast(reference.pointer) }

    /// - Parameter told: called with the number of pages that are done, and of all pages.
    init(
        _ content: any Printable, on paper: PrintPaper,
        told: @escaping @MainActor (_ done: Int, _ count: Int) -> Void = { _, _ in }
    ) {
        (self.content, self.told) = (content, told)
        reference = GObjectRef.adopting(cast(gtk_print_operation_new()))
        gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
        // The layout sets the margins, because it knows those of the printer.
        gtk_print_operation_set_use_full_page(operation, 1)
        gtk_print_operation_set_embed_page_setup(operation, 1)
        gtk_print_operation_set_allow_async(operation, 1)
        gtk_print_operation_set_job_name(operation, content.printName)
        setPaper(paper)
    }

    /// Stops after the page that is being drawn.
    func cancel() {
        isCancelled = true
        // GTK would forget a page that is not finished yet.
        if !isDrawing { gtk_print_operation_cancel(operation) }
    }

    func setFile(_ path: String) { gtk_print_operation_set_export_filename(operation, path) }

    /// The printing system's error message, or nil.
    var problem: String? {
        var error: UnsafeMutablePointer<GError>?
        gtk_print_operation_get_error(operation, &error)
        return error.map { takeMessage($0) }
    }

    private func setPaper(_ paper: PrintPaper) {
        guard let setup = gtk_page_setup_new() else { return }
        defer { g_object_unref(setup.raw) }
        let size = gtk_paper_size_new_custom(
            paper.pwgName, paper.title, paper.width, paper.height, GTK_UNIT_POINTS)
        let known = gtk_paper_size_new(paper.pwgName)
        defer {
            gtk_paper_size_free(size)
            gtk_paper_size_free(known)
        }
        // A paper name that GTK does not know gets an explicit size.
        let isKnown = abs(gtk_paper_size_get_width(known, GTK_UNIT_POINTS) - paper.width) < 1
        gtk_page_setup_set_paper_size(setup, isKnown ? known : size)
        gtk_page_setup_set_orientation(
            setup, paper.isLandscape ? GTK_PAGE_ORIENTATION_LANDSCAPE : GTK_PAGE_ORIENTATION_PORTRAIT)
        gtk_print_operation_set_default_page_setup(operation, setup)
    }

    /// Runs to the end; GTK's own windows may be over `window` meanwhile.
    func run(_ action: GtkPrintOperationAction, over window: Window?) async -> GtkPrintOperationResult {
        let connection = connect()
        defer { connection.disconnect() }
        return await withCheckedContinuation { continuation in
            waiting = continuation
            // GTK runs its own main loop while it writes a file; tasks started by a task do not continue in it.
            MainLoop.soon { [self] in
                let parent = window.map { UnsafeMutablePointer<GtkWindow>(cast($0.pointer)) }
                let result = gtk_print_operation_run(operation, action, parent, nil)
                // Some runs that fail at once do not emit "done".
                if result != GTK_PRINT_OPERATION_RESULT_IN_PROGRESS { finish(result) }
            }
        }
    }

    private func finish(_ result: GtkPrintOperationResult) {
        waiting?.resume(returning: result)
        waiting = nil
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
        let sheet = PrintSheet(
            width: gtk_page_setup_get_paper_width(setup, GTK_UNIT_POINTS),
            height: gtk_page_setup_get_paper_height(setup, GTK_UNIT_POINTS),
            top: gtk_page_setup_get_top_margin(setup, GTK_UNIT_POINTS),
            left: gtk_page_setup_get_left_margin(setup, GTK_UNIT_POINTS),
            bottom: gtk_page_setup_get_bottom_margin(setup, GTK_UNIT_POINTS),
            right: gtk_page_setup_get_right_margin(setup, GTK_UNIT_POINTS))
        pageCount = max(1, content.paginate(on: sheet))
        gtk_print_operation_set_n_pages(operation, Int32(clamping: pageCount))
    }

    /// GTK waits with the next page until this one is finished.
    private func draw(_ context: OpaquePointer, _ page: Int) {
        // GTK begins a page even then, and does not wait for it.
        guard !isCancelled else { return }
        gtk_print_operation_set_defer_drawing(operation)
        isDrawing = true
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
            isDrawing = false
            gtk_print_operation_draw_page_finish(operation)
            if isCancelled { gtk_print_operation_cancel(operation) } else { told(page + 1, pageCount) }
        }
    }
}
