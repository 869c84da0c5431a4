/// What stands at `/`: what this is and how to sign in. It names nobody.
enum HomePage {
    static let body: HTML = """
        <header class="narrow"><h1>Duke Directory</h1>
        <p class="dim">The class server: it keeps the directory of one class.</p></header>
        <main class="narrow">
        <div class="card"><h3>See the class</h3>
        <p>Everyone in the class has an entry here: name, role, team, picture, what they like to do.
        Look up your classmates, and check that your own entry says what it should.</p>
        <p><a class="button" href="/entries">Open the Directory</a></p></div>
        <h2>How to sign in</h2>
        <p>Your browser asks for a user name and a password. The user name is your NetID; the password is the one
        that was made for you on this server. It is not your university password.</p>
        <p>No password, or a lost one? Ask whoever runs this server: they can give you a new one.</p>
        <h2>With the Duke Directory program</h2>
        <p>Enter this page’s address as the server in Preferences, with the same NetID and password.
        Then Download fetches the class, and in Edit mode Upload sends your own entry.</p>
        <h2>With your own program</h2>
        <dl><dt>All entries</dt><dd><code>GET /entries/all</code></dd>
        <dt>One entry</dt><dd><code>GET /entries/{netid}</code></dd>
        <dt>Add yours</dt><dd><code>POST /entries/create</code></dd>
        <dt>Replace yours</dt><dd><code>PUT /entries/{netid}</code></dd>
        <dt>Remove yours</dt><dd><code>DELETE /entries/{netid}</code></dd>
        <dt>New password</dt><dd><code>PATCH /user</code></dd></dl>
        <p class="dim">JSON over HTTP Basic authentication.</p>
        <dl><dt>To-dos</dt><dd><code>GET /todos</code></dd>
        <dt>How to reserve a tour</dt><dd><code>GET /api/tours</code></dd>
        <dt>Courses of a program</dt><dd><code>GET /api/courses/in/{program}</code></dd></dl>
        <p class="dim">JSON for everybody, without signing in.</p>
        </main>
        """
}
