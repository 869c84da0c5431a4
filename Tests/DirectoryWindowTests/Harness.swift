import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import Foundation
import GtkKit

@testable import DirectoryWindow

/// The screens of a directory of these people, as `netid` sees it.
@MainActor
func screen(_ folder: URL, _ people: [DukePerson], netid: String? = nil) throws -> CollectionScreen<DukePerson> {
    let model = try DataModel(sandbox: folder)
    try model.store.saveAll(people)
    let passwords = Passwords(keeper: PasswordFile(sandbox: folder), environment: nil)
    let screen = try CollectionScreen<DukePerson>(
        model: model, emojis: HobbyEmojis(table: "♟️\tgame\tchess"), passwords: passwords,
        overriding: (nil, netid))
    screen.appeared()
    return screen
}

/// A window on a directory of these people, as `netid` sees it.
@MainActor
func open(
    _ folder: URL, _ people: [DukePerson], netid: String? = nil
) throws -> (CollectionScreen<DukePerson>, DirectoryPane) {
    let screen = try screen(folder, people, netid: netid)
    let pane = try DirectoryPane(
        application: Application(id: "io.github.dukedirectory.Test", unique: false), screen: screen)
    pane.window.setDefaultSize(width: 1000, height: 700)
    pane.window.present()
    return (screen, pane)
}

/// Lets the loop run until `isDone`, for ten seconds at most.
@MainActor
func until(_ isDone: () -> Bool) -> Bool {
    let bridge = MainLoop.attachDispatch()
    defer { bridge.detach() }
    let deadline = Date(timeIntervalSinceNow: 10)
    let wake = MainLoop.after(seconds: 10) {}
    defer { wake.stop() }
    while !isDone(), Date() < deadline { _ = MainLoop.iterate(mayBlock: true) }
    return isDone()
}
