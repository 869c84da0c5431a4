import ClassAPI
import Language

/// What stands at `/`: what this is and how to sign in. It names nobody.
enum HomePage {
    static let body: HTML = """
        <header class="narrow"><h1>Duke Directory</h1>
        <p class="dim">\(translated("The class server: it keeps the directory of one class."))</p></header>
        <main class="narrow">
        <div class="card"><h3>\(translated("See the class"))</h3>
        <p>\(welcome)</p>
        <p><a class="button" href="\(ClassPath.entries.path)">\(translated("Open the Directory"))</a></p></div>
        <h2>\(translated("How to sign in"))</h2>
        <p>\(signingIn)</p>
        <p>\(lostPassword)</p>
        <h2>\(translated("With the Duke Directory program"))</h2>
        <p>\(program)</p>
        <h2>\(translated("With your own program"))</h2>
        <dl><dt>\(translated("All entries"))</dt><dd><code>GET /entries/all</code></dd>
        <dt>\(translated("One entry"))</dt><dd><code>GET /entries/{netid}</code></dd>
        <dt>\(translated("Add yours"))</dt><dd><code>POST /entries/create</code></dd>
        <dt>\(translated("Replace yours"))</dt><dd><code>PUT /entries/{netid}</code></dd>
        <dt>\(translated("Remove yours"))</dt><dd><code>DELETE /entries/{netid}</code></dd>
        <dt>\(translated("New password"))</dt><dd><code>PATCH /user</code></dd></dl>
        <p class="dim">\(translated("JSON over HTTP Basic authentication."))</p>
        <dl><dt>\(translated("To-dos"))</dt><dd><code>GET /todos</code></dd>
        <dt>\(translated("How to reserve a tour"))</dt><dd><code>GET \(ClassPath.tours.path)</code></dd>
        <dt>\(translated("Courses of a program"))</dt><dd><code>GET /api/courses/in/{program}</code></dd></dl>
        <p class="dim">\(translated("JSON for everybody, without signing in."))</p>
        </main>
        """

    private static let welcome = translated(
        """
        Everyone in the class has an entry here: name, role, team, picture, what they like to do. \
        Look up your classmates, and check that your own entry says what it should.
        """)

    private static let signingIn = translated(
        """
        Your browser asks for a user name and a password. The user name is your NetID; the password is the one \
        that was made for you on this server. It is not your university password.
        """)

    private static let lostPassword = translated(
        "No password, or a lost one? Ask whoever runs this server: they can give you a new one.")

    private static let program = translated(
        """
        Enter this page’s address as the server in Preferences, with the same NetID and password. \
        Then Download fetches the class, and in Edit mode Upload sends your own entry.
        """)
}
