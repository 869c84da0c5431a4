import ClassAPI
import DirectoryModel
import Hummingbird
import Language

/// The page at `/`: what the server is and how to sign in. It names no person.
struct HomePage {
    let collections: [Definition]
    let repository: SQLRepository
    /// The sample’s account, whose password was public when the server started, or nil.
    let demo: Account?

    @Sendable func answer(_ request: Request, _ context: ClassContext) async throws -> Response {
        let demo: Markup = try await isDemoOpen() ? "<p><strong>\(Self.sample)</strong></p>" : ""
        return .page(title: "Duke Directory", body(demo))
    }

    private func isDemoOpen() async throws -> Bool {
        guard let demo else { return false }
        return try await repository.account(netid: demo.netid)?.passwordHash == demo.passwordHash
    }

    private var pages: Markup {
        Markup(
            collections.compactMap { definition -> Markup? in
                definition.home.published.map {
                    "<a class=\"button\" href=\"\($0.page.path)\">\(definition.collection.title)</a> "
                }
            })
    }

    private func body(_ demo: Markup) -> Markup {
        """
        <header class="narrow"><h1>Duke Directory</h1>
        <p class="dim">\(translated("The class server stores the directory of one class."))</p></header>
        <main class="narrow">
        <div class="card"><h3>\(translated("See the class"))</h3>
        <p>\(Self.welcome)</p>
        <p>\(pages)</p></div>
        <h2>\(translated("How to sign in"))</h2>
        <p>\(Self.signingIn)</p>\(demo)
        <p>\(Self.lostPassword)</p>
        <h2>\(translated("With the Duke Directory app"))</h2>
        <p>\(Self.program)</p>
        <h2>\(translated("With your phone’s contacts"))</h2>
        <p>\(Self.phone)</p>
        <h2>\(translated("With your own program"))</h2>
        <dl>\(entries)
        <dt>\(translated("New password"))</dt><dd><code>PATCH \(Self.address(.user))</code></dd></dl>
        <p class="dim">\(translated("JSON over HTTP Basic authentication."))</p>
        <dl><dt>\(translated("To-dos"))</dt><dd><code>GET \(Self.address(.toDos))</code></dd>
        <dt>\(translated("How to reserve a tour"))</dt><dd><code>GET \(Self.address(.tours))</code></dd>
        <dt>\(translated("Courses of a program"))</dt><dd><code>GET \(Self.address(.courses))</code></dd></dl>
        <p class="dim">\(translated("JSON for everyone, without signing in."))</p>
        </main>
        """
    }

    /// Documentation of the requests for each collection.
    private var entries: Markup {
        Markup(
            collections.compactMap { $0.home.published }.map { paths in
                """
                <dt>\(translated("All entries"))</dt><dd><code>GET \(Self.address(paths.all))</code></dd>
                <dt>\(translated("One entry"))</dt><dd><code>GET \(Self.address(paths.entry))</code></dd>
                <dt>\(translated("Add yours"))</dt><dd><code>POST \(Self.address(paths.new))</code></dd>
                <dt>\(translated("Replace yours"))</dt><dd><code>PUT \(Self.address(paths.entry))</code></dd>
                <dt>\(translated("Remove yours"))</dt><dd><code>DELETE \(Self.address(paths.entry))</code></dd>
                """
            })
    }

    /// A path with its placeholders in braces.
    private static func address(_ path: ClassPath) -> String {
        path.pattern.replacing(/:(\w+)/) { "{\($0.1)}" }
    }

    private static let welcome = translated(
        """
        Everyone in the class has an entry here: name, role, team, picture, and what they like to do. Look up \
        your classmates, and check your own entry.
        """)

    private static let signingIn = translated(
        """
        Your browser asks for a user name and a password. The user name is your NetID. The password is the one \
        for this server, not your university password.
        """)

    private static let sample = translated(
        "This is a sample class. Sign in as \(Accounts.demo) with the password \(Accounts.demo).")

    private static let lostPassword = translated(
        "Forgot your password? Ask the person who runs this server for a new one.")

    private static let phone = translated(
        """
        Add a CardDAV account with this page’s address and your NetID. Use an app password, which the person who runs \
        this server gives you.
        """)

    private static let program = translated(
        """
        Enter this page’s address as the server in Preferences, with the same NetID and password. Then choose \
        Download to get the class, and Upload in Edit mode to publish your own entry.
        """)
}
