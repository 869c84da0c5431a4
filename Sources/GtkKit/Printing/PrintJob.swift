internal import CGtk
internal import CGtkShim
public import Foundation

/// Prints a `Printable` or exports it as PDF, one page at a time, without blocking the main loop.
@MainActor
public enum PrintJob {
    /// Shows the print dialog and prints. Throws `PrintError`.
    /// - Returns: false if the user canceled.
    public static func print(
        _ content: any Printable, on paper: PrintPaper, over window: Window
    ) async throws(PrintError) -> Bool {
        try await PrintOperation(content, on: paper).run(over: window)
    }

    /// Writes a PDF file and returns the number of pages. `progress` is called after each page with the numbers of
    /// finished and of all pages. After an error or the cancellation of the task, an existing file is unchanged. Throws
    /// `PrintError`.
    @discardableResult
    public static func export(
        _ content: any Printable, on paper: PrintPaper, to file: URL,
        progress: @escaping @MainActor (_ done: Int, _ count: Int) -> Void = { _, _ in }
    ) async throws(PrintError) -> Int {
        guard let temporary = TemporaryPDF(for: file) else { throw problem(file) }
        defer { temporary.remove() }
        let sheet = withExtendedLifetime(paper.pageSetup) { PrintSheet($0.pointer) }
        let count = max(1, content.paginate(on: sheet))
        let surface = cairo_pdf_surface_create(temporary.path, sheet.width, sheet.height)
        defer { cairo_surface_destroy(surface) }
        // For what PDF cannot express.
        cairo_surface_set_fallback_resolution(surface, 300, 300)
        guard let cairo = cairo_create(surface) else { throw problem(file) }
        defer { cairo_destroy(cairo) }
        for page in 0..<count {
            await content.prepare(page: page)
            content.draw(page: page, with: Pen(cairo: cairo, color: .black, width: sheet.width, height: sheet.height))
            cairo_show_page(cairo)
            if Task.isCancelled { throw .cancelled }
            progress(page + 1, count)
        }
        cairo_surface_finish(surface)
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, temporary.replaceTarget() else {
            throw problem(file)
        }
        return count
    }

    private static func problem(_ file: URL) -> PrintError {
        let folder = file.deletingLastPathComponent().path(percentEncoded: false)
        var space = statvfs()
        let isFull = statvfs(folder, &space) == 0 && space.f_bavail < 16
        return .notWritten(name: file.lastPathComponent, isFull: isFull)
    }
}

/// A temporary file that replaces the target once it is complete.
private struct TemporaryPDF {
    let path: String
    private let target: String

    /// Fails if the folder is not writable.
    init?(for file: URL) {
        target = file.path(percentEncoded: false)
        guard file.isFileURL, !target.isEmpty, !target.hasSuffix("/") else { return nil }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: target, isDirectory: &isFolder), isFolder.boolValue { return nil }
        path = file.deletingLastPathComponent()
            .appending(path: ".\(UUID().uuidString.prefix(8)).pdf.part").path(percentEncoded: false)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o666)
        guard descriptor >= 0 else { return nil }
        close(descriptor)
    }

    func replaceTarget() -> Bool { rename(path, target) == 0 }

    func remove() { unlink(path) }
}

/// A paper size in points, in portrait orientation.
public struct PrintPaper: Hashable, Sendable {
    /// The PWG name, such as `iso_a4`.
    public let pwgName: String
    public let title: String
    public let width: Double
    public let height: Double
    public let isLandscape: Bool

    public init(pwgName: String, title: String, width: Double, height: Double, isLandscape: Bool) {
        self.pwgName = pwgName
        self.title = title
        self.isLandscape = isLandscape
        self.width = width
        self.height = height
    }
}

extension PrintPaper {
    @MainActor
    var pageSetup: GObjectRef {
        let setup = GObjectRef.adopting(gtk_page_setup_new())
        let size = gtk_paper_size_new_custom(pwgName, title, width, height, GTK_UNIT_POINTS)
        let known = gtk_paper_size_new(pwgName)
        defer {
            gtk_paper_size_free(size)
            gtk_paper_size_free(known)
        }
        // GTK replaces unknown names by a default size.
        let isKnown = abs(gtk_paper_size_get_width(known, GTK_UNIT_POINTS) - width) < 1
        gtk_page_setup_set_paper_size(setup.pointer, isKnown ? known : size)
        gtk_page_setup_set_orientation(
            setup.pointer, isLandscape ? GTK_PAGE_ORIENTATION_LANDSCAPE : GTK_PAGE_ORIENTATION_PORTRAIT)
        return setup
    }
}

/// A sheet in points as it is read, with the margins that the printer requires.
public struct PrintSheet: Hashable, Sendable {
    public let width: Double
    public let height: Double
    public let top: Double
    public let left: Double
    public let bottom: Double
    public let right: Double

    init(_ setup: OpaquePointer) {
        width = gtk_page_setup_get_paper_width(setup, GTK_UNIT_POINTS)
        height = gtk_page_setup_get_paper_height(setup, GTK_UNIT_POINTS)
        top = gtk_page_setup_get_top_margin(setup, GTK_UNIT_POINTS)
        left = gtk_page_setup_get_left_margin(setup, GTK_UNIT_POINTS)
        bottom = gtk_page_setup_get_bottom_margin(setup, GTK_UNIT_POINTS)
        right = gtk_page_setup_get_right_margin(setup, GTK_UNIT_POINTS)
    }
}

/// A document with pages.
@MainActor
public protocol Printable: AnyObject {
    /// The name in the print queue.
    var printName: String { get }
    /// Paginates for a sheet, and returns the number of pages. Can be called again for another sheet.
    func paginate(on sheet: PrintSheet) -> Int
    /// Loads the content of a page, counted from 0, before it is drawn.
    func prepare(page: Int) async
    /// Draws a page in points from the upper left corner of the sheet, with a black pen.
    func draw(page: Int, with pen: Pen)
}

/// Why a document was not printed.
public enum PrintError: Error, Equatable {
    case notWritten(name: String, isFull: Bool)
    /// With the message of the printing system.
    case notPrinted(reason: String?)
    /// An existing file is unchanged.
    case cancelled
    case noRecords
}
