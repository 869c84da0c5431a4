"""A page of another site uses the to-dos in Chromium, and cannot change what requires a password.

Usage: browser.py BUILD-FOLDER
"""

import html
import http.server
import json
import re
import threading

from driver import Server, chromium, run, step

PAGE = """<!DOCTYPE html>
<meta charset="utf-8"><title>Another site</title><pre id="results"></pre>
<script>
const server = "SERVER";

async function send(method, address, body) {
  const request = {method};
  if (body !== undefined) {
    request.headers = {"Content-Type": "application/json"};
    request.body = JSON.stringify(body);
  }
  const response = await fetch(address, request);
  const text = await response.text();
  return {status: response.status, body: text ? JSON.parse(text) : null, location: response.headers.get("Location")};
}

async function attempt(method, path, more) {
  try {
    const response = await fetch(server + path, {method, credentials: "include", ...more});
    return {type: response.type, status: response.status};
  } catch (error) {
    return {error: error.name};
  }
}

async function all() {
  const results = {origin: location.origin};
  const todos = server + "/todos";
  results.created = await send("POST", todos, {title: "Milk", user: "Ada", order: 1, completed: true});
  results.list = await send("GET", todos);
  const milk = results.created.body.url;
  results.patched = await send("PATCH", milk, {completed: true});
  results.put = await send("PUT", milk, {title: "Oat milk"});
  results.deleted = await send("DELETE", milk);
  const json = {headers: {"Content-Type": "application/json"}, body: "{}"};
  results.putEntry = await attempt("PUT", "/entries/demo", json);
  results.deleteEntry = await attempt("DELETE", "/entries/demo", {});
  results.password = await attempt("PATCH", "/user", json);
  // A simple request, which a browser sends without a preflight: the server must refuse it.
  results.simple = await attempt("POST", "/entries/create", {mode: "no-cors", body: "{}"});
  return results;
}

all().then(results => JSON.stringify(results), error => JSON.stringify({failed: String(error)}))
  .then(text => document.getElementById("results").textContent = text);
</script>
"""


class Site(http.server.ThreadingHTTPServer):
    """Another site: one page, with another origin than the server."""

    def __init__(self, page):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(page.encode())

            def log_message(self, *text):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        # Another host name than the server's makes it another site; another port alone does not.
        self.address = f"http://localhost:{self.server_port}/"


def results_of_page(address):
    browser = chromium(address, "--dump-dom", "--virtual-time-budget=30000")
    found = re.search(r'<pre id="results">(.+?)</pre>', browser.stdout, re.DOTALL)
    assert found, f"the page has not finished:\n{browser.stdout}\n{browser.stderr}"
    return json.loads(html.unescape(found.group(1)))


def check_todos(results, server):
    url = f"{server}/todos/1"
    todo = {"title": "Milk", "user": "Ada", "order": 1, "completed": False, "url": url}
    step("POST creates an open to-do", results["created"] == {"status": 201, "body": todo, "location": url})
    step("GET returns it", results["list"]["body"] == [todo])
    completed = {**todo, "completed": True}
    step("PATCH changes it", results["patched"] == {"status": 200, "body": completed, "location": None})
    step("PUT replaces it", results["put"]["body"] == {"title": "Oat milk", "completed": False, "url": url})
    step("DELETE deletes it", results["deleted"]["status"] == 204)


def check_others(results):
    for name in ("putEntry", "deleteEntry", "password"):
        step(f"the browser blocks {name}", results[name] == {"error": "TypeError"})
    step("the response to a simple request cannot be read", results["simple"] == {"type": "opaque", "status": 0})


def other_site(build, _screenshots):
    with Server(build) as server:
        before = server.request("/entries/all")[0]
        site = Site(PAGE.replace("SERVER", server.address))
        results = results_of_page(site.address)
        assert "failed" not in results, results
        step("the page has another origin", results["origin"] == site.address.rstrip("/") != server.address)
        check_todos(results, server.address)
        check_others(results)
        step("no entry has changed", server.request("/entries/all")[0] == before)


run(other_site)
