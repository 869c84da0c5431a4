import Testing
import Waiting

@testable import DirectoryScreens

/// Questions and long work wait for those before them.
@MainActor
struct PresenterTests {
    private func alert(_ title: String) -> Alert {
        Alert(
            title: title, message: "", cancelLabel: "Cancel", confirmLabel: "Keep", alternativeLabel: "Discard")
    }

    @Test func aSecondUrgentQuestionWaitsForTheFirst() async {
        // Given two urgent questions
        let presenter = Presenter()
        let first = Task.immediate { await presenter.ask(alert("first"), isUrgent: true) }
        let second = Task.immediate { await presenter.ask(alert("second"), isUrgent: true) }
        let shown = presenter.alert
        #expect(shown?.title == "first")
        // When the first is answered, even twice, then the second is shown
        shown?.answered(.alternative)
        shown?.answered(.alternative)
        shown?.answered(.confirm)
        #expect(presenter.alert?.title == "second")
        presenter.alert?.answered(.confirm)
        #expect(presenter.alert == nil)
        #expect(await first.value == .alternative)
        #expect(await second.value == .confirm)
    }

    @Test func closingAQuestionCancelsIt() async {
        let presenter = Presenter()
        let answer = Task.immediate { await presenter.ask(alert("only")) }
        #expect(presenter.alert?.title == "only")
        presenter.sheet = nil
        #expect(presenter.sheet == nil)
        #expect(await answer.value == .cancel)
    }

    @Test func aLongTaskWaitsForTheOneBefore() async {
        let work = Work()
        let (gate, opened) = AsyncStream.makeStream(of: Void.self)
        var ended: [String] = []
        let download = Task {
            await work.run(.working("Downloading…", canCancel: true)) { _ async throws(Never) in
                for await _ in gate {}
                ended.append("download")
            }
        }
        #expect(await until { work.isBusy })
        // Given an export that is requested meanwhile
        let export = Task.immediate {
            await work.run(nil) { _ async throws(Never) in
                #expect(work.isBusy && work.progress == nil)
                ended.append("export")
            }
        }
        // Then the download keeps its progress, and the export follows
        #expect(work.progress == .working("Downloading…", canCancel: true))
        opened.finish()
        await download.value
        await export.value
        #expect(ended == ["download", "export"])
        #expect(!work.isBusy && work.progress == nil)
    }
}
