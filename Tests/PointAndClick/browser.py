"""A page of another site uses the to-dos in a real browser, and cannot change what needs a password.

Usage: browser.py BUILD-FOLDER
"""

import html
import http.server
import json
import re
import threading

from desk import Server, browser, run, step

PAGE = """<!DOCTYPE html>
<meta charset="utf-8"><title>Another site</title><pre id="answers"></pre>
<script>
const server = "SERVER";

async function ask(method, address, body) {
  const request = {method};
  if (body !== undefined) {
    request.headers = {"Content-Type": "application/json"};
    request.body = JSON.stringify(body);
  }
  const answer = await fetch(address, request);
  const text = await answer.text();
  return {status: answer.status, body: text ? JSON.parse(text) : null, location: answer.headers.get("Location")};
}

async function tried(method, path, more) {
  try {
    const answer = await fetch(server + path, {method, credentials: "include", ...more});
    return {type: answer.type, status: answer.status};
  } catch (error) {
    return {refused: error.name};
  }
}

async function all() {
  const answers = {origin: location.origin};
  const todos = server + "/todos";
  answers.made = await ask("POST", todos, {title: "Milk", user: "Ada", order: 1, completed: true});
  answers.list = await ask("GET", todos);
  const milk = answers.made.body.url;
  answers.patched = await ask("PATCH", milk, {completed: true});
  answers.put = await ask("PUT", milk, {title: "Oat milk"});
  answers.deleted = await ask("DELETE", milk);
  const json = {headers: {"Content-Type": "application/json"}, body: "{}"};
  answers.putEntry = await tried("PUT", "/entries/demo", json);
  answers.deleteEntry = await tried("DELETE", "/entries/demo", {});
  answers.password = await tried("PATCH", "/user", json);
  // What a browser sends without asking first: the server has to refuse it.
  answers.unasked = await tried("POST", "/entries/create", {mode: "no-cors", body: "{}"});
  return answers;
}

all().then(answers => JSON.stringify(answers), error => JSON.stringify({failed: String(error)}))
  .then(text => document.getElementById("answers").textContent = text);
</script>
"""


class Site(http.server.ThreadingHTTPServer):
    """Another site: one page, at an address that is none of the server's."""

    def __init__(self, page):
        class Answer(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(page.encode())

            def log_message(self, *text):
                pass

        super().__init__(("127.0.0.1", 0), Answer)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        # Another name than the server's, so that to the browser it is another site and not only another port.
        self.address = f"http://localhost:{self.server_port}/"


def answers_in_browser(address):
    """What the page has written when it is done."""
    ran = browser(address, "--dump-dom", "--virtual-time-budget=30000")
    found = re.search(r'<pre id="answers">(.+?)</pre>', ran.stdout, re.DOTALL)
    assert found, f"the page has not finished:\n{ran.stdout}\n{ran.stderr}"
    return json.loads(html.unescape(found.group(1)))


def check_todos(answers, server):
    url = f"{server}/todos/1"
    made = {"title": "Milk", "user": "Ada", "order": 1, "completed": False, "url": url}
    step("POST makes an open to-do and says where", answers["made"] == {"status": 201, "body": made, "location": url})
    step("GET reads what was made", answers["list"]["body"] == [made])
    step("PATCH changes it", answers["patched"] == {"status": 200, "body": {**made, "completed": True}, "location": None})
    step("PUT replaces it", answers["put"]["body"] == {"title": "Oat milk", "completed": False, "url": url})
    step("DELETE deletes it", answers["deleted"]["status"] == 204)


def check_others(answers):
    for name in ("putEntry", "deleteEntry", "password"):
        step(f"{name} is refused before it is sent", answers[name] == {"refused": "TypeError"})
    step("what is sent unasked cannot be read", answers["unasked"] == {"type": "opaque", "status": 0})


def other_site(build, _pictures):
    with Server(build) as server:
        before = server.ask("/entries/all")[0]
        site = Site(PAGE.replace("SERVER", server.address))
        answers = answers_in_browser(site.address)
        assert "failed" not in answers, answers
        step("the page is another site's", answers["origin"] == site.address.rstrip("/") != server.address)
        check_todos(answers, server.address)
        check_others(answers)
        step("nobody's entry has changed", server.ask("/entries/all")[0] == before)


run(other_site)
