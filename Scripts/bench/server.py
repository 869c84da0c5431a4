"""Lines 13 and 14: requests a second of the class server: the whole class, with nginx and the same bytes as the
reference, and one entry, signed in, with Radicale, one card, and plain passwords as the reference; from PostgreSQL,
too. And the first sync of 1,500 cards with photos by vdirsyncer, also from Radicale. For line 13 it notes the memory
that slow readers take (slow-readers.py).

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
import urllib.request

from common import BUILD, HERE, IS_BEFORE, ROUNDS, WORK, Postgres, Process, Server, free_port, print_round, run

AUTHORIZATION = "Authorization: Basic " + base64.b64encode(b"demo:demo").decode()


def rate(url):
    """The answers a second to 32 readers; all must be 200."""
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
    """The address of an nginx that serves the files of a folder, which must be readable for it."""
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
    """The address of a Radicale with an address book of these cards."""
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


def synced(url):
    """Seconds of a first sync by vdirsyncer, and the cards it got."""
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


def an_entry(server):
    return f"{server.url}/entries/{server.ask('/entries/all')[-1]['netid']}"


def line_13():
    folder = pathlib.Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    try:
        with Server(150, with_portraits=True) as server:
            all = f"{server.url}/entries/all"
            subprocess.run(["curl", "-sf", "-u", "demo:demo", "-o", folder / "all", all], check=True)
            with nginx(folder) as reference:
                for _ in range(ROUNDS):
                    print_round(13, rate(all), rate(reference))
    finally:
        shutil.rmtree(folder)
    if not IS_BEFORE:
        slow = subprocess.run(
            ["/usr/bin/python3", HERE / "slow-readers.py", BUILD], capture_output=True, text=True, check=True).stdout
        for text in slow.splitlines():
            print("NOTE 13", text, flush=True)


def line_14():
    with Server(150, with_portraits=True) as server, Server(1500, picture_bytes=75_000) as large:
        url = an_entry(server)
        _, cards = synced(f"{server.url}/")
        with radicale(cards[:1]) as reference:
            for _ in range(ROUNDS):
                print_round(14, rate(url), rate(f"{reference}demo/book/0.vcf"))
        _, cards = synced(f"{large.url}/")
        with radicale(cards) as reference:
            for _ in range(min(ROUNDS, 3)):
                print_round("14-cards", synced(f"{large.url}/")[0], synced(reference)[0])
        if len(cards) < 1500:
            raise SystemExit(f"vdirsyncer got {len(cards)} cards.")
    with Postgres("entry") as database, Server(150, "--database", database.address, with_portraits=True) as server:
        url = an_entry(server)
        for _ in range(ROUNDS):
            print_round("14-postgres", rate(url))


globals()[f"line_{sys.argv[1]}"]()
