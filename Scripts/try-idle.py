"""Counts the wake-ups of the window without user input: with a person open, in front and behind, a minute each. The
main thread must not wake up. Swift's libdispatch wakes one of its own threads once a second, which cannot be turned
off.

Usage: Scripts/headless.sh /usr/bin/python3 Scripts/try-idle.py BUILD-FOLDER [SECONDS]
"""

import os
import sys

sys.path.insert(0, f"{os.path.dirname(os.path.abspath(__file__))}/bench")
from idle import wake_ups

seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 60
quiet = True
for name, main, others in wake_ups(sys.argv[1], seconds):
    print(f"{name}: {main} wake-ups of the main thread in {seconds} s, {others} of others", flush=True)
    quiet = quiet and main == 0 and others <= 2 * seconds
sys.exit(0 if quiet else 1)
