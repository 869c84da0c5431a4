#!/usr/bin/python3
# Draws data/portraits/class.mjpeg, the 150 pictures of the server's sample class, one JPEG after the other: invented
# people, in the style of portraits.py. Each is the candidate of several that differs most from all before it.
# Usage: /usr/bin/python3 Scripts/data/class_portraits.py [--sheet SHEET.png], with Debian's python3-cairo and python3-pil.
# The pictures are the same each time. The order is that of SampleClass.swift, whose first names imply the gender.

import io
import os
import random
import sys

import cairo
from PIL import Image

import portraits

COUNT, CANDIDATES = 150, 60
PORTRAITS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../data/portraits")

portraits.HAIR.update(
    auburn="#7a3b26", ash="#a8906d", copper="#c8703c", plum="#6d4264", honey="#c08a4a", coal="#1d1a20", mint="#5fa890",
    pink="#d58aa6")
portraits.BACKGROUNDS.update(
    mint=("#c9f0dc", "#63b795"), peach=("#fde0cf", "#f0a07c"), plum=("#c9a6cf", "#7d4f86"), ice=("#e3eef5", "#9db8ca"),
    olive=("#d5d8a2", "#8a8f4a"), wine=("#d99aa5", "#8f3f52"), sun=("#fdeeb0", "#e3b93f"), night=("#5d6b9e", "#2a2f57"),
    stone=("#e0dbd2", "#a2988a"), sea=("#9fd0e6", "#2f7ba0"))

# By family, in the order of `families` in sample.json: skins, hair colors.
NORTH = ["blond", "fair", "brown", "chestnut", "auburn", "ash", "honey", "dark"]
SOUTH = ["dark", "black", "brown", "chestnut", "coal"]
BLACK = ["black", "coal", "dark"]
FAMILIES = [
    ([0, 1, 2, 4, 5, 6], NORTH + SOUTH + ["red"]), ([0, 1], NORTH), ([1, 2], BLACK), ([0, 1, 0, 4], NORTH),
    ([1, 2, 3, 4, 5], SOUTH + ["honey"]), ([1, 2], SOUTH + ["auburn"]), ([0], NORTH + ["red", "copper"]), ([0, 1], NORTH),
    ([1, 2], SOUTH), ([1, 2], BLACK), ([1], BLACK + ["brown"]), ([1], BLACK + ["auburn"]), ([2, 3, 4], BLACK),
    ([1, 2, 3], SOUTH + ["honey"]), ([3, 4], BLACK), ([2, 3], BLACK), ([0, 1], NORTH), ([1, 2], SOUTH),
    ([0], NORTH + ["red", "copper", "red"]), ([5, 6], BLACK),
]
EGYPT, TURKEY, INDIA, GHANA = 12, 5, 14, 19

WOMEN = ["bob", "bangsbob", "lob", "long", "longwavy", "bigcurls", "bun", "ponytail", "sidebraid", "braids", "pixie",
         "crownbraid", "bowl", "topknot"]
MEN = ["buzz", "quiff", "sidepart", "fringe", "sweep", "wavytop", "curlytop", "receding", "undercut", "topknot",
       "shortgrey", "bald"]
EITHER = ["pixie", "undercut", "bowl", "bob", "curlytop", "sweep", "fringe", "topknot", "bigcurls"]
AFRICA = dict(woman=["puff", "locs", "bun", "bigcurls", "braids", "buzz", "crownbraid"],
              man=["buzz", "curlytop", "locs", "bald", "wavytop"], either=["locs", "curlytop", "puff"])

CLOTH = ["#3f7f73", "#39516f", "#f2c14e", "#b7413e", "#e46f4f", "#5b4b8a", "#2f6b4f", "#3d5a80", "#c9a27c", "#7d5ba6",
         "#8c5a3c", "#2b8a8a", "#f4f1ea", "#34495e", "#d8dde3", "#a8566f", "#6f8f4a", "#d98e9a", "#27303c", "#7fa7c9"]
KINDS = ["crew", "shirt", "hoodie", "vneck", "turtle", "stripes", "yoke", "blazer"]
FRAMES = ["#222222", "#4a3b52", "#8a6d3b", "#a04a5c", "#2f5d7a", "#d9c48c"]
LIPS = ["#c46a6a", "#c2574f", "#c43d4b", "#bd5b57", "#c8666c"]


def gender(index):
    """The gender of the person in SampleClass: woman, man, or either."""
    if index % 17 == 9 or index % 23 == 8:
        return "either"
    rest, number = divmod(index, len(FAMILIES))
    return "woman" if (rest + number) % 12 % 2 else "man"


def styles(family, who, skin):
    if family == GHANA or skin >= 5:
        return AFRICA[who]
    found = dict(woman=WOMEN, man=MEN, either=EITHER)[who]
    if who == "woman" and family in (EGYPT, TURKEY):
        return found + ["hijab"] * (8 if family == EGYPT else 3)
    return found + ["turban"] * 4 if who == "man" and family == INDIA else found


def candidate(index, rng):
    family, who, isStudent = index % len(FAMILIES), gender(index), index >= 6
    skins, colors = FAMILIES[family]
    skin = rng.choice(skins)
    style, color = rng.choice(styles(family, who, skin)), rng.choice(colors)
    if skin >= 5:
        color = rng.choice(BLACK)
    if index == 0:
        color = "silver"
    elif index > 6 and rng.random() < 0.05:
        color = rng.choice(DYED)
    if style in ("shortgrey", "receding", "bald") and isStudent and rng.random() < 0.6:
        style = rng.choice([one for one in styles(family, who, skin) if one not in ("shortgrey", "receding", "bald")])
    if index == 6:  # demo, whose detail users see first
        style, color = "curlytop", rng.choice(["chestnut", "auburn"])
    if style in ("hijab", "turban"):
        color = rng.choice(CLOTH)
    cloth = rng.choice(CLOTH)
    isPale = sum(portraits.rgb(cloth)) > 2.2
    second = portraits.dark(cloth, 0.25)
    if not isPale:
        second = rng.choice([portraits.light(cloth, 0.75), second])
    kind = rng.choice(KINDS if index < 6 or rng.random() < 0.2 else KINDS[:-1])
    if kind in ("stripes", "yoke", "blazer", "hoodie"):
        second = portraits.dark(cloth, 0.45) if isPale else portraits.light(cloth, 0.85)
    background = rng.choice(list(portraits.BACKGROUNDS))
    face = dict(background=background, skin=skin, hair=(style, color), wear=(kind, cloth, second))
    if style in ("hijab", "turban"):
        face["brow"] = "dark"
    if rng.random() < 0.32:
        face["glasses"] = rng.choice(FRAMES)
    if who == "woman" or (who == "either" and rng.random() < 0.5):
        face["lash"] = 1
        if rng.random() < 0.75:
            face["lips"] = rng.choice(LIPS) if skin < 5 else "#9e3f44"
        ears = rng.random()
        if style not in ("hijab", "long", "longwavy", "lob") and ears < 0.4:
            face["hoops" if ears < 0.2 else "studs"] = "#e3c15b"
    elif rng.random() < (0.4 if who == "man" else 0) or style == "turban":
        beards = ["stubble", "full", "goatee", "moustache", "full"] if style != "turban" else ["big", "full"]
        hair = color if color in portraits.HAIR and color not in DYED else "black"
        face["beard"] = (rng.choice(beards), hair)
    if skin == 0 and rng.random() < 0.35:
        face["freckles"] = 1
    if index == 0:
        face["lines"] = 1
    face["wide"], face["tall"] = rng.choice([0.93, 0.97, 1.0, 1.04, 1.07]), rng.choice([0.95, 0.98, 1.0, 1.03])
    return face


def difference(a, b):
    """A weight of the differences between two faces."""
    weights = [(3, a["hair"][0] != b["hair"][0]), (2, a["hair"][1] != b["hair"][1]), (1.5, a["skin"] != b["skin"]),
               (2, a["background"] != b["background"]), (1, a["wear"][0] != b["wear"][0]), (1.5, a["wear"][1] != b["wear"][1]),
               (1.5, a.get("glasses") != b.get("glasses")),
               (1.5, a.get("beard", [0])[0] != b.get("beard", [0])[0]), (0.5, a["wide"] != b["wide"]),
               (0.5, a["tall"] != b["tall"])]
    return sum(weight for weight, isOther in weights if isOther)


DYED = ("blue", "plum", "mint", "pink")
STRIKING = dict(dyed=lambda face: face["hair"][1] in DYED, glasses=lambda face: "glasses" in face,
                pattern=lambda face: face["wear"][0] in ("stripes", "yoke"),
                curls=lambda face: face["hair"][0] == "bigcurls")
MAX_SHARE = dict(dyed=0.06, glasses=0.32, pattern=0.2, curls=0.04)


def chosen_faces():
    faces, rng = [], random.Random(2026)
    uses = {}

    def score(face):
        nearest = min((difference(face, other) for other in faces), default=0)
        neighbors = sum(face["background"] == other["background"] for other in faces[-8:])
        # Without this, striking features would be on most faces.
        features = [key for key in STRIKING if STRIKING[key](face)]
        cost = sum(3 for key in features if uses.get(key, 0) > MAX_SHARE[key] * len(faces))
        return nearest - cost - 2 * neighbors - 0.25 * uses.get(face["hair"][0], 0) - 0.1 * uses.get(face["wear"][1], 0)

    for index in range(COUNT):
        face = max((candidate(index, rng) for _ in range(CANDIDATES)), key=score)
        for used in [face["hair"][0], face["wear"][1]] + [key for key in STRIKING if STRIKING[key](face)]:
            uses[used] = uses.get(used, 0) + 1
        faces.append(face)
    return faces


def picture(index, who):
    rng, size, over = random.Random(index), portraits.SIZE, portraits.OVER
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, size * over, size * over)
    context = cairo.Context(surface)
    context.scale(over, over)
    pen = portraits.Pen(context)
    portraits.background(pen, who)
    context.translate(100 - 100 * who["wide"], 204 - 204 * who["tall"])
    context.scale(who["wide"], who["tall"])
    portraits.hair_behind(pen, who, rng)
    portraits.clothes(pen, who)
    portraits.head(pen, who)
    portraits.face(pen, who, rng)
    portraits.beard(pen, who, rng)
    portraits.mouth(pen, who, rng)
    portraits.hair_front(pen, who, rng)
    portraits.extras(pen, who)
    surface.flush()
    side = size * over
    image = Image.frombuffer("RGB", (side, side), bytes(surface.get_data()), "raw", "BGRX", surface.get_stride(), 1)
    return image.resize((size, size), Image.LANCZOS)


def main():
    pictures = [picture(index, who) for index, who in enumerate(chosen_faces())]
    frames = []
    for drawn in pictures:
        frame = io.BytesIO()
        drawn.save(frame, "JPEG", quality=73, optimize=True, progressive=True, subsampling=2)
        frames.append(frame.getvalue())
    data = b"".join(frames)
    # The server splits the file between these bytes.
    assert data.count(b"\xff\xd9\xff\xd8") == COUNT - 1 and len(set(frames)) == COUNT
    with open(os.path.join(PORTRAITS, "class.mjpeg"), "wb") as file:
        file.write(data)
    if len(sys.argv) == 3 and sys.argv[1] == "--sheet":
        sheet = Image.new("RGB", (15 * 104 + 4, 10 * 104 + 4), "white")
        for index, drawn in enumerate(pictures):
            sheet.paste(drawn.resize((100, 100), Image.LANCZOS), (4 + index % 15 * 104, 4 + index // 15 * 104))
        sheet.save(sys.argv[2])


if __name__ == "__main__":
    main()
