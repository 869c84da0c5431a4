internal import CGtk
public import Foundation

/// Prints a `Printable` or writes it as a PDF file, one page in memory at a time, without blocking the window.
@MainActor
public enum PrintJob {
    /// Asks for a printer, pages and copies over the window, and prints. Throws `PrintError`.
    /// - Returns: false where the user canceled.
    public static func print(
        _ content: any Printable, on paper: PrintPaper, over window: Window
    ) async throws(PrintError) -> Bool {
        let operation = PrintOperation(content, on: paper)
        switch await operation.run(GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, over: window) {
        case GTK_PRINT_OPERATION_RESULT_APPLY, GTK_PRINT_OPERATION_RESULT_IN_PROGRESS: return true
        case GTK_PRINT_OPERATION_RESULT_CANCEL: return false
        default: throw .notPrinted(reason: operation.problem)
        }
    }

    /// Writes all pages to the file as PDF; after an error, a file that was there before is unchanged.
    /// Throws `PrintError`; `cancelled` where the task was canceled meanwhile. `told` is called with the number of pages
    /// that are done, and of all pages.
    /// - Returns: how many pages there are.
    @discardableResult
    public static func export(
        _ content: any Printable, on paper: PrintPaper, to file: URL,
        told: @escaping @MainActor (_ done: Int, _ count: Int) -> Void = { _, _ in }
    ) async throws(PrintError) -> Int {
        let operation = PrintOperation(content, on: paper, told: told)
        guard let work = PDFWork(for: file) else { throw problem(file) }
        defer { work.remove() }
        operation.setFile(work.path)
        let result = await withTaskCancellationHandler {
            await operation.run(GTK_PRINT_OPERATION_ACTION_EXPORT, over: nil)
        } onCancel: {
            Task { @MainActor in operation.cancel() }
        }
        if operation.isCancelled { throw .cancelled }
        guard result == GTK_PRINT_OPERATION_RESULT_APPLY, work.isWhole, work.takePlace() else { throw problem(file) }
        return operation.pageCount
    }

    private static func problem(_ file: URL) -> PrintError {
        let folder = file.deletingLastPathComponent().path(percentEncoded: false)
        var room = statvfs()
        let isFull = statvfs(folder, &room) == 0 && room.f_bavail < 16
        return .notWritten(name: file.lastPathComponent, isFull: isFull)
    }
}

/// A file beside the requested one, which replaces it once it is complete.
private struct PDFWork {
    let path: String
    private let target: String

    /// Nil where the folder cannot be written.
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

    /// True where the file ends as a PDF does: cairo does not report a disk that became full.
    var isWhole: Bool {
        guard let handle = FileHandle(forReadingAtPath: path), let length = try? handle.seekToEnd() else {
            return false
        }
        defer { try? handle.close() }
        try? handle.seek(toOffset: length > 32 ? length - 32 : 0)
        let end = (try? handle.readToEnd()) ?? Data()
        return String(decoding: end, as: UTF8.self).contains("%%EOF")
    }

    func takePlace() -> Bool { rename(path, target) == 0 }

    func remove() { unlink(path) }
}

/// A size of paper, upright, in points.
public struct PrintPaper: Hashable, Sendable {
    /// The name in the printing system: `iso_a4`.
    public let pwgName: String
    /// The name for the user.
    public let title: String
    /// The shorter edge.
    public let width: Double
    /// The longer edge.
    public let height: Double
    /// Whether it is turned before printing.
    public let isLandscape: Bool

    public init(pwgName: String, title: String, width: Double, height: Double, isLandscape: Bool) {
        (self.pwgName, self.title, self.isLandscape) = (pwgName, title, isLandscape)
        (self.width, self.height) = (width, height)
    }
}

/// A sheet in reading orientation, in points.
public struct PrintSheet: Hashable, Sendable {
    public let width: Double
    public let height: Double
    /// The margin at the upper edge that the printer leaves white.
    public let top: Double
    /// The margin at the left edge that the printer leaves white.
    public let left: Double
    /// The margin at the lower edge that the printer leaves white.
    public let bottom: Double
    /// The margin at the right edge that the printer leaves white.
    public let right: Double
}

/// A document that is printed page by page.
@MainActor
public protocol Printable: AnyObject {
    /// The name in the printer's queue.
    var printName: String { get }
    /// Divides the document into pages that fit on the sheet, whatever the sheet was before.
    /// - Returns: the number of pages.
    func paginate(on sheet: PrintSheet) -> Int
    /// Loads what a page needs, the first being 0; the page is drawn right after.
    func prepare(page: Int) async
    /// Draws a page in points from the sheet's upper left corner, with a black pen.
    func draw(page: Int, with pen: Pen)
}

/// Why a document was not printed.
public enum PrintError: Error, Equatable {
    /// The file could not be written, or not completely.
    case notWritten(name: String, isFull: Bool)
    /// The printing system's message, where it has one.
    case notPrinted(reason: String?)
    /// The user stopped it; a file that was there before is unchanged.
    case cancelled
    case noRecords
}
