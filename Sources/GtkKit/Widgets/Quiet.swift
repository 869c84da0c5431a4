/// Changes without calls of handlers.
@MainActor
enum Quiet {
    private static var objects: Set<OpaquePointer> = []

    static func change(_ object: OpaquePointer, _ body: () -> Void) {
        objects.insert(object)
        defer { objects.remove(object) }
        body()
    }

    static func isChanging(_ object: OpaquePointer) -> Bool { objects.contains(object) }
}
