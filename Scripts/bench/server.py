"""Line 13: requests a second for the whole class; the reference is nginx with the same bytes. A note has the memory
with slow readers (slow-readers.py). Line 14: requests a second for one entry, signed in, from SQLite and PostgreSQL;
the reference is Radicale with one card and plain passwords. Also the first sync of 1,500 cards with photos by
vdirsyncer; the reference is the same sync from Radicale.

Usage: server.py LINE; needs curl, nginx, wrk, Radicale, and vdirsyncer.
"""
import base64
import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from common import BUILD, HERE, IS_BEFORE, ROUNDS, WORK, Postgres, Process, Server, free_port, print_round, run

AUTHORIZATION = "Authorization: Basic " + base64.b64encode(b"demo:demo").decode()


def rate(url):
    """The responses a second to 32 clients; all must be 200."""
    command = ["wrk", "-c32", "-t2", "-d" + os.environ.get("BENCH_SECONDS", "3") + "s", "-H", AUTHORIZATION, url]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in output:
        raise SystemExit(f"{url}: {output}")
    return float(output.split("Requests/sec:")[1].split()[0])


def wait_for(url):
    subprocess.run(
        ["curl", "-sf", "--retry", "40", "--retry-connrefused", "--retry-delay", "1", "-u", "demo:demo", "-o", "/dev/null",
         url], check=True)
    return url


@contextlib.contextmanager
def nginx(folder):
    """The URL of an nginx that serves the files of a folder, which nginx must be able to read."""
    port = free_port()
    settings = WORK / "nginx.conf"
    settings.write_text(f"""
        daemon off; worker_processes 2; pid {WORK}/nginx.pid; error_log /dev/null;
        events {{ worker_connections 1024; }}
        http {{
            access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
            default_type application/json;
            server {{ listen 127.0.0.1:{port}; root {folder}; }}
        }}""")
    with Process("nginx", "-c", settings, log="nginx.log"):
        yield wait_for(f"http://127.0.0.1:{port}/all")


@contextlib.contextmanager
def radicale(cards):
    """The URL of a Radicale with an address book of these cards."""
    port, folder = free_port(), pathlib.Path(tempfile.mkdtemp(dir=WORK))
    book = folder / "collection-root/demo/book"
    book.mkdir(parents=True)
    (book / ".Radicale.props").write_text('{"tag": "VADDRESSBOOK"}')
    for number, card in enumerate(cards):
        (book / f"{number}.vcf").write_bytes(card)
    (folder / "users").write_text("demo:demo\n")
    (folder / "config").write_text(
        f"[server]\nhosts = 127.0.0.1:{port}\nmax_connections = 64\n"
        f"[auth]\ntype = htpasswd\nhtpasswd_filename = {folder}/users\nhtpasswd_encryption = plain\ndelay = 0\n"
        f"[storage]\nfilesystem_folder = {folder}\n[logging]\nlevel = error\n")
    with Process("radicale", "--config", folder / "config", log="radicale.log"):
        url = f"http://127.0.0.1:{port}/"
        wait_for(f"{url}demo/book/0.vcf")
        yield url


def first_sync(url):
    """The seconds of a first sync by vdirsyncer, and the cards."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=WORK))
    config = (HERE.parent / "carddav/vdirsyncer.config").read_text()
    for name, value in {"folder": folder, "url": url, "password": "demo"}.items():
        config = config.replace(f"@{name}@", str(value))
    (folder / "config").write_text(config)
    vdirsyncer = ["vdirsyncer", "-c", folder / "config"]
    subprocess.run([*vdirsyncer, "discover"], input=b"y\n" * 9, capture_output=True, check=True)
    took, _ = run(*vdirsyncer, "sync", stderr=subprocess.DEVNULL)
    cards = [path.read_bytes() for path in sorted(folder.glob("cards/*/*.vcf"))]
    shutil.rmtree(folder)
    return took / 1000, cards


def entry_url(server):
    return f"{server.url}/entries/{server.request('/entries/all')[-1]['netid']}"


def line_13():
    folder = pathlib.Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    try:
        with Server(150, with_portraits=True) as server:
            url = f"{server.url}/entries/all"
            subprocess.run(["curl", "-sf", "-u", "demo:demo", "-o", folder / "all", url], check=True)
            with nginx(folder) as reference:
                for _ in range(ROUNDS):
                    print_round(13, rate(url), rate(reference))
    finally:
        shutil.rmtree(folder)
    if not IS_BEFORE:
        slow = subprocess.run(
            ["/usr/bin/python3", HERE / "slow-readers.py", BUILD], capture_output=True, text=True, check=True).stdout
        for text in slow.splitlines():
            print("NOTE 13", text, flush=True)


def line_14():
    with Server(150, with_portraits=True) as server, Server(1500, picture_bytes=75_000) as large:
        url = entry_url(server)
        _, cards = first_sync(f"{server.url}/")
        with radicale(cards[:1]) as reference:
            for _ in range(ROUNDS):
                print_round(14, rate(url), rate(f"{reference}demo/book/0.vcf"))
        _, cards = first_sync(f"{large.url}/")
        with radicale(cards) as reference:
            for _ in range(min(ROUNDS, 3)):
                print_round("14-cards", first_sync(f"{large.url}/")[0], first_sync(reference)[0])
        if len(cards) < 1500:
            raise SystemExit(f"vdirsyncer downloaded {len(cards)} cards.")
    with Postgres("entry") as database:
        with Server(150, "--database", database.connection_string, with_portraits=True) as server:
            url = entry_url(server)
            for _ in range(ROUNDS):
                print_round("14-postgres", rate(url))


globals()[f"line_{sys.argv[1]}"]()
