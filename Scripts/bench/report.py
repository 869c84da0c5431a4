"""Prints the table of `make bench` from the output of the measurements.

Usage: report.py GOALS FOLDER COMMIT [RESULTS]; the files rounds-now and rounds-before of FOLDER, the second for an
earlier build if one was measured, have lines of "ROUND samples ours reference", "NOTE line text", and "FAILED line".
The file RESULTS also contains the machine and the day.
"""
import collections
import datetime
import math
import os
import pathlib
import sys


def median(values):
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def percentile(rank):
    return lambda values: sorted(values)[math.ceil(len(values) * rank) - 1]


STATISTICS = {"median": median, "p95": percentile(0.95), "p99": percentile(0.99), "max": max}


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


def row(goal_row, now, before):
    """The cells of a row of the table, or None if its line was not measured in this run."""
    line, samples, statistic, goal, unit, work, reference_name = goal_row
    relation, limit, is_ratio = (*goal.split(), "")[:3] if goal != "–" else ("", "", "")
    goal_text = f"{relation.replace('<=', '≤').replace('>=', '≥')} {float(limit):,g}" if limit else "–"
    goal_text += " ×" if is_ratio else f" {unit}" if limit else ""
    ours, theirs, _, failed = now
    if not ours[samples] and not (before and before[0][samples]) and line not in failed:
        return None
    cells = [line, work, "–", "–", "–", str(len(ours[samples])), goal_text, "not measured"]
    reference = median(theirs[samples]) if theirs[samples] and reference_name != "–" else None
    if reference_name != "–":
        cells[3] = reference_name if reference is None else f"{reference_name}: {number(reference)} {unit}"
    if before:
        # Some references are measured only with the current build.
        divisor = median(before[1][samples]) if before[1][samples] and reference_name != "–" else reference
        cells.insert(3, "–")
        if before[0][samples]:
            value = STATISTICS[statistic](before[0][samples])
            cells[3] = f"{number(value)} {unit}" + (f", {value / divisor:.2f} ×" if is_ratio and divisor else "")
    if not ours[samples]:
        return cells
    value = STATISTICS[statistic](ours[samples])
    cells[2] = f"{statistic} {number(value)} {unit}"
    if statistic != "median":
        cells[2] += f" (median {number(median(ours[samples]))})"
    ratio = None
    if reference is not None:
        ratio = value / reference if reference else math.inf
        cells[-4] = f"{ratio:.2f}"
    compared = ratio if is_ratio else value
    if compared is not None and line not in failed:
        cells[-1] = "" if not limit else "hit" if (compared <= float(limit)) == (relation == "<=") else "**miss**"
    return cells


def table(rows, columns):
    rows = [["#", "work", *columns, "reference", "ratio", "rounds", "goal", ""], *rows]
    widths = [max(len(cells[column]) for cells in rows) for column in range(len(rows[0]))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |" for cells in rows]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    memory = int(open("/proc/meminfo").readline().split()[1]) / 1024 / 1024
    return f"{os.cpu_count()} cores ({model}), {memory:.0f} GB of memory, {os.uname().sysname} {os.uname().release}"


goals, folder, commit = sys.argv[1:4]
now, before = ((read(file) if file.exists() else None)
               for file in (pathlib.Path(folder, f"rounds-{side}") for side in ("now", "before")))
rows = [row(line.rstrip("\n").split("\t"), now, before)
        for line in open(goals, encoding="utf-8") if not line.startswith("#")]
text = table([cells for cells in rows if cells], ["ours", "before"] if before else ["ours"])
notes = [*now[2], *(f"Before: {note}" for note in (before[2] if before else []))]
if notes:
    text += "\n\n" + "\n".join(f"- {note}" for note in notes)
print(text)
if len(sys.argv) > 4:
    with open(sys.argv[4], "w", encoding="utf-8") as results:
        results.write(
            "# What `make bench` measured\n\n"
            f"- Machine: {machine()}; {os.environ.get('BENCH_STATE', 'otherwise idle')}\n"
            f"- Day: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC\n"
            f"- Commit: {commit}\n\n"
            "Ours and the reference take turns; a ratio is ours over the reference’s median. “rounds” counts what was\n"
            "measured of ours: rounds, keys, searches or frames. “before” is an earlier build, measured in turns.\n\n"
            + text + "\n")
