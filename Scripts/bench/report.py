"""Makes the table of `make bench` of what the lines' measurements have printed.

Usage: report.py GOALS SAID COMMIT [RESULTS]; SAID has lines of "ROUND samples ours reference", "NOTE line text" and
"FAILED line". Prints the table, and writes it to the file RESULTS with the machine and the day.
"""
import collections
import datetime
import math
import os
import sys


def median(values):
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def share(part):
    return lambda values: sorted(values)[math.ceil(len(values) * part) - 1]


STATISTICS = {"median": median, "p95": share(0.95), "p99": share(0.99), "max": max}


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def read(path):
    ours, theirs = collections.defaultdict(list), collections.defaultdict(list)
    notes, failed = [], set()
    for line in open(path, encoding="utf-8"):
        match line.split(maxsplit=2):
            case ["ROUND", samples, values]:
                for values_of, value in zip((ours, theirs), values.split()):
                    if value != "-":
                        values_of[samples].append(float(value))
            case ["NOTE", line, text]:
                notes.append(f"Line {line}: {text.strip()}")
            case ["FAILED", line]:
                failed.add(line)
    return ours, theirs, notes, failed


def row(goal_row, ours, theirs, failed):
    """The cells of a row of the table, or None where its line was not asked for."""
    line, samples, statistic, goal, unit, work, beside = goal_row
    relation, limit, *is_ratio = goal.split()
    sign = {"<=": "≤", ">=": "≥"}[relation]
    aim = f"{sign} {float(limit):,g}" + (" ×" if is_ratio else f" {unit}")
    if not ours[samples]:
        return [line, work, "–", beside, "–", "0", aim, "not measured"] if line in failed else None
    value = STATISTICS[statistic](ours[samples])
    cells = [line, work, f"{statistic} {number(value)} {unit}", "–", "–", str(len(ours[samples])), aim]
    if statistic != "median":
        cells[2] += f" (median {number(median(ours[samples]))})"
    ratio = None
    if theirs[samples] and beside != "–":
        reference = median(theirs[samples])
        ratio = value / reference if reference else math.inf
        cells[3:5] = [f"{beside}: {number(reference)} {unit}", f"{ratio:.2f}"]
    held = ratio if is_ratio else value
    if held is None or line in failed:
        return cells + ["not measured"]
    return cells + ["hit" if (held <= float(limit)) == (relation == "<=") else "**miss**"]


def table(rows):
    rows = [["#", "work", "ours", "reference", "ratio", "rounds", "goal", ""], *rows]
    widths = [max(len(cells[column]) for cells in rows) for column in range(len(rows[0]))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |" for cells in rows]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    memory = int(open("/proc/meminfo").readline().split()[1]) / 1024 / 1024
    return f"{os.cpu_count()} cores ({model}), {memory:.0f} GB of memory, {os.uname().sysname} {os.uname().release}"


goals, said, commit = sys.argv[1:4]
lists = read(said)
rows = [row(line.rstrip("\n").split("\t"), lists[0], lists[1], lists[3])
        for line in open(goals, encoding="utf-8") if not line.startswith("#")]
text = table([cells for cells in rows if cells])
if lists[2]:
    text += "\n\n" + "\n".join(f"- {words}" for words in lists[2])
print(text)
if len(sys.argv) > 4:
    with open(sys.argv[4], "w", encoding="utf-8") as results:
        results.write(
            "# What `make bench` measured\n\n"
            f"- Machine: {machine()}; {os.environ.get('BENCH_STATE', 'otherwise idle')}\n"
            f"- Day: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC\n"
            f"- Commit: {commit}\n\n"
            "Ours and the reference take turns; a ratio is ours over the reference’s median. “rounds” counts what was\n"
            "measured of ours: rounds, keys, searches or frames.\n\n" + text + "\n")
