internal import CGtk
import Foundation

/// One run of GTK's print operation.
@MainActor
final class PrintOperation {
    private let reference: GObjectRef
    private let content: any Printable
    private(set) var pageCount = 0
    private var handlers: [UInt] = []
    private var waiting: CheckedContinuation<GtkPrintOperationResult, Never>?
    private var drawing: Task<Void, Never>?
    private var operation: UnsafeMutablePointer<GtkPrintOperation> { cast(reference.pointer) }

    init(_ content: any Printable, on paper: PrintPaper) {
        self.content = content
        reference = GObjectRef.adopting(cast(gtk_print_operation_new()))
        gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
        // Margins are the layout's, for it knows those of the printer.
        gtk_print_operation_set_use_full_page(operation, 1)
        gtk_print_operation_set_embed_page_setup(operation, 1)
        gtk_print_operation_set_allow_async(operation, 1)
        gtk_print_operation_set_job_name(operation, content.printName)
        setPaper(paper)
    }

    func setFile(_ path: String) { gtk_print_operation_set_export_filename(operation, path) }

    /// What the printing system said went wrong, or nil.
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
        // A name that GTK does not know gets the size it should have.
        let isKnown = abs(gtk_paper_size_get_width(known, GTK_UNIT_POINTS) - paper.width) < 1
        gtk_page_setup_set_paper_size(setup, isKnown ? known : size)
        gtk_page_setup_set_orientation(
            setup, paper.isLandscape ? GTK_PAGE_ORIENTATION_LANDSCAPE : GTK_PAGE_ORIENTATION_PORTRAIT)
        gtk_print_operation_set_default_page_setup(operation, setup)
    }

    /// Runs to the end; GTK's own windows may be over `window` meanwhile.
    func run(_ action: GtkPrintOperationAction, over window: Window?) async -> GtkPrintOperationResult {
        connect()
        defer { disconnect() }
        return await withCheckedContinuation { continuation in
            waiting = continuation
            // GTK runs a main loop of its own while it writes a file, in which no task goes on that a task has begun.
            MainLoop.idle { [self] in
                let parent = window.map { UnsafeMutablePointer<GtkWindow>(cast($0.pointer)) }
                let result = gtk_print_operation_run(operation, action, parent, nil)
                // Some runs that fail at once tell nobody that they are done.
                if result != GTK_PRINT_OPERATION_RESULT_IN_PROGRESS { finish(result) }
            }
        }
    }

    private func finish(_ result: GtkPrintOperationResult) {
        waiting?.resume(returning: result)
        waiting = nil
    }

    private func connect() {
        handlers = [
            Signal.pointer(reference.pointer, "begin-print") { [weak self] in self?.begin($0) },
            Signal.page(reference.pointer, "draw-page") { [weak self] in self?.draw($0, $1) },
            Signal.position(reference.pointer, "done") { [weak self] result in
                self?.finish(GtkPrintOperationResult(rawValue: UInt32(truncatingIfNeeded: result)))
            },
        ]
    }

    private func disconnect() {
        for handler in handlers { Signal.disconnect(reference.pointer, handler) }
        handlers = []
    }

    private func begin(_ context: OpaquePointer?) {
        guard let context, let setup = gtk_print_context_get_page_setup(context) else { return }
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
        gtk_print_operation_set_defer_drawing(operation)
        let held = GObjectRef.retaining(context)
        drawing = Task { [self] in
            await content.prepare(page: page)
            if let cairo = gtk_print_context_get_cairo_context(held.pointer) {
                let (width, height) = (
                    gtk_print_context_get_width(held.pointer), gtk_print_context_get_height(held.pointer)
                )
                content.draw(
                    page: page, with: Pen(cairo: cairo, color: PenColor.black.gdk, width: width, height: height))
            }
            gtk_print_operation_draw_page_finish(operation)
        }
    }
}
