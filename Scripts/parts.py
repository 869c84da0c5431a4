"""Runs commands, several at once, for test.py and long.py. The output of each is shown in one piece."""

import concurrent.futures
import dataclasses
import os
import signal
import subprocess
import tempfile
import threading
import time

HEADLESS = ["Scripts/headless.sh"]


@dataclasses.dataclass
class Part:
    """A command and its result."""

    name: str
    command: list
    timeout: float = 3600  # seconds
    status: int = None  # None until it has ended
    seconds: float = 0
    processor_seconds: float = 0
    group: int = 0  # its process group while it runs
    output: str = ""

    def run(self):
        started = time.monotonic()
        with tempfile.TemporaryFile() as output:
            # Its own process group, so that it ends with all its children.
            process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
            self.group = process.pid
            timer = threading.Timer(self.timeout, self.end)
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            self.group = 0
            process.returncode = self.status = os.waitstatus_to_exitcode(status)
            output.seek(0)
            self.output = output.read().decode(errors="replace")
        self.seconds = time.monotonic() - started
        self.processor_seconds = usage.ru_utime + usage.ru_stime
        return self

    def end(self):
        if self.group:
            os.killpg(self.group, signal.SIGTERM)

    def show(self):
        duration = f"{self.seconds:.0f} s, {self.processor_seconds:.0f} s of a processor"
        print(f"\n== {self.name}, {duration}\n{self.output}", end="", flush=True)


def run_all(parts, width, ended):
    """Runs the parts in their order, `width` at once, and calls `ended` after each. Ends all of them at Ctrl+C or
    SIGTERM."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with concurrent.futures.ThreadPoolExecutor(width) as pool:
        futures = [pool.submit(part.run) for part in parts]
        try:
            for future in concurrent.futures.as_completed(futures):
                ended(future.result())
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            for part in parts:
                part.end()
            raise
