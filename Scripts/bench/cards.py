"""Line 15: import of vCards with photos, 282 MB; the reference is Python's vobject, which reads the same cards.

vobject would take minutes for all cards. It reads a tenth of them in three rounds, and its time without the start of
Python is multiplied by ten, because it is proportional to the number of cards.
"""
import base64
import pathlib
import shutil
import subprocess
import tempfile

from common import DUKEDIR, IS_BEFORE, ROUNDS, SHARED, WORK, note, print_round, run

COUNT = 10_000
PORTRAITS = pathlib.Path(__file__).parents[2] / "data/portraits"
READ = """
import sys, time, vobject
before = time.monotonic()
with open(sys.argv[1], encoding="utf-8") as cards:
    count = sum(1 for card in vobject.readComponents(cards))
print(time.monotonic() - before)
"""


def photo(portrait, number):
    """The portrait, padded to 20,000 bytes with a JPEG comment that differs for each card."""
    rest = 20_000 - len(portrait)
    if rest < 4:
        raise SystemExit("A portrait has more than 20,000 bytes.")
    comment = f"Photo {number}. ".encode() * rest
    return portrait[:2] + b"\xff\xfe" + (rest - 2).to_bytes(2, "big") + comment[:rest - 4] + portrait[2:]


def folded(line):
    return "\r\n ".join(line[start:start + 74] for start in range(0, len(line), 74))


def write(file, count):
    portraits = [path.read_bytes() for path in sorted(PORTRAITS.glob("*.jpg"))]
    with open(file, "w", encoding="utf-8", newline="") as cards:
        for number in range(1, count + 1):
            picture = base64.b64encode(photo(portraits[number % len(portraits)], number)).decode()
            cards.write(
                f"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoë Telford{number}\r\nN:Telford{number};Zoë;;;\r\n"
                f"X-DUKE-DUID:{number:07}\r\nX-DUKE-NETID:n{number}\r\nEMAIL;TYPE=INTERNET:n{number}@duke.edu\r\n"
                f"X-DUKE-FROM:City {number % 300}\r\nX-GENDER:Female\r\nROLE:Student\r\nORG:ECE;Team {number % 20}\r\n"
                f"TITLE:MS\r\nX-DUKE-MOVIE:The Movie {number % 50}\r\nX-DUKE-HOBBY:hiking\r\n"
                + folded(f"PHOTO;ENCODING=b;TYPE=JPEG:{picture}") + "\r\nEND:VCARD\r\n")


def imported():
    folder = pathlib.Path(tempfile.mkdtemp(dir=WORK))
    took, _ = run(DUKEDIR, "--sandbox", folder, "import", everyone, stderr=subprocess.DEVNULL)
    shutil.rmtree(folder)
    return took / 1000


def read():
    command = ["/usr/bin/python3", "-c", READ, some]
    return 10 * float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


everyone, some = SHARED / "everyone.vcf", SHARED / "some.vcf"
for file, count in (everyone, COUNT), (some, COUNT // 10):
    if not file.exists():
        write(file, count)
for number in range(ROUNDS):
    ours = imported()
    print_round(15, ours, "-" if IS_BEFORE or number >= 3 else read())
if not IS_BEFORE:
    note(15, "vobject read a tenth of the cards in three rounds, and its time is multiplied by ten.")
