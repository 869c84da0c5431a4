"""Line 4: the search without the window, for every prefix of twelve queries; the reference is `rg -cF` on a file with
the same folded texts, less its time on an empty file.
"""
import subprocess
import time

from common import BUILD, ROUNDS, WORK, print_round, sandbox

QUERIES = [
    "zoe", "strauss", "telford", "telfrod", "nguyen", "n12345", "mary jane", "okafor42", "swimming", "city 29",
    "movie 7", "the ece"]
PREFIXES = [query[:length] for query in QUERIES for length in range(1, len(query) + 1) if query[length - 1] != " "]
STORE = BUILD / "StoreBenchmark"


def rg(text, file):
    before = time.monotonic()
    subprocess.run(["rg", "-cF", "--", text, file], stdout=subprocess.DEVNULL, check=False)
    return (time.monotonic() - before) * 1000


people, empty, texts = sandbox(100_000), WORK / "empty.txt", WORK / "texts.txt"
empty.touch()
subprocess.run([STORE, "--texts", people, texts], check=True)
with subprocess.Popen([STORE, "--search", people], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as search:
    for _ in range(ROUNDS):
        for prefix in PREFIXES:
            search.stdin.write(prefix + "\n")
            search.stdin.flush()
            took = float(search.stdout.readline())
            print_round(4, took, max(0.0, rg(prefix, texts) - rg(prefix, empty)))
