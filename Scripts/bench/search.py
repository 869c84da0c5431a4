"""Line 4: the search alone, every prefix of twelve queries, beside `rg -cF` on a file with the same folded texts.

What rg takes to start, measured on an empty file each time, is taken off its time.
"""
import subprocess
import time

from common import BUILD, ROUNDS, WORK, sandbox, say

QUERIES = [
    "zoe", "strauss", "telford", "telfrod", "nguyen", "n12345", "mary jane", "okafor42", "swimming", "city 29",
    "movie 7", "the ece"]
PREFIXES = [query[:length] for query in QUERIES for length in range(1, len(query) + 1) if query[length - 1] != " "]
STORE = BUILD / "StoreBenchmark"


def rg(text, file):
    before = time.monotonic()
    subprocess.run(["rg", "-cF", "--", text, file], stdout=subprocess.DEVNULL, check=False)
    return (time.monotonic() - before) * 1000


def measure(samples, count):
    empty, texts = WORK / "empty.txt", WORK / f"texts-{count}.txt"
    empty.touch()
    subprocess.run([STORE, "--texts", sandbox(count), texts], check=True)
    with subprocess.Popen(
            [STORE, "--search", sandbox(count)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as ours:
        for _ in range(ROUNDS):
            for prefix in PREFIXES:
                ours.stdin.write(prefix + "\n")
                ours.stdin.flush()
                took = float(ours.stdout.readline())
                say(samples, took, max(0.0, rg(prefix, texts) - rg(prefix, empty)))


measure("4", 100_000)
measure("4-million", 1_000_000)
