#!/usr/bin/python3
# Draws data/portraits/01.jpg .. 30.jpg, the portraits of the bundled class: invented people, flat vector style, 200 x 200.
# Usage: /usr/bin/python3 Scripts/data/portraits.py [--sheet SHEET.png], with Debian's python3-cairo and python3-pil.
# The pictures are the same each time: PEOPLE below describes each face, and its small details are random numbers seeded
# by its number.

import math
import os
import random
import sys

import cairo
from PIL import Image

SIZE, OVER = 200, 4
PORTRAITS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../data/portraits")

SKIN = ["#fbe0cf", "#f4cdae", "#e6b38a", "#cf9464", "#ab7147", "#815031", "#5f3a25"]
HAIR = dict(black="#25211f", dark="#3d2b23", brown="#6a4530", chestnut="#8a4f2e", red="#b9532a", blond="#dcb36a",
            fair="#ecd093", grey="#9a9ca3", silver="#c9ccd2", blue="#3f6fa8")
BACKGROUNDS = dict(blue=("#8fb8e8", "#3f6fb5"), teal=("#9adfd2", "#2f8f8b"), sand=("#f7deb0", "#dfa05a"),
              rose=("#f8c6c9", "#d5707f"), lilac=("#d6c5f2", "#8467b8"), green=("#c4e3a9", "#6aa05a"),
              sky=("#c8eafa", "#5fa8d3"), slate=("#b9c4d3", "#5d6f88"), coral=("#fcc9ae", "#e37a5b"),
              navy=("#6f86b8", "#263b6e"))

# skin: index into SKIN. hair: style, color. wear: kind, color, second color.
PEOPLE = [
    dict(background="navy", skin=0, hair=("bob", "silver"), wear=("blazer", "#2d3f5f", "#f4f1ea"), glasses="#4a3b52", lines=1, lips="#c46a6a", lash=1),
    dict(background="sand", skin=6, hair=("buzz", "black"), wear=("shirt", "#3f7f73", "#e8f2ee"), beard=("full", "black")),
    dict(background="slate", skin=1, hair=("quiff", "brown"), wear=("hoodie", "#39516f", "#e9edf3"), beard=("stubble", "brown"), glasses="#333333"),
    dict(background="rose", skin=2, hair=("long", "black"), wear=("vneck", "#f3efe6", "#d9cfbd"), lash=1, lips="#c2574f"),
    dict(background="teal", skin=0, hair=("bigcurls", "red"), wear=("crew", "#f2c14e", "#d9a32e"), freckles=1, lash=1, lips="#c9605a"),
    dict(background="green", skin=1, hair=("sidepart", "blond"), wear=("shirt", "#f5f5f0", "#cfd6dc")),
    dict(background="sky", skin=0, hair=("topknot", "fair"), wear=("turtle", "#34495e", "#2b3d50"), beard=("full", "blond")),
    dict(background="coral", skin=1, hair=("fringe", "black"), wear=("hoodie", "#f1f1ee", "#c8ccd1"), glasses="#222222"),
    dict(background="sand", skin=0, hair=("crownbraid", "blond"), wear=("crew", "#b7413e", "#8f2f30"), lash=1, lips="#c65f5f"),
    dict(background="teal", skin=3, hair=("wavytop", "black"), wear=("crew", "#e46f4f", "#c4563a"), beard=("moustache", "black")),
    dict(background="lilac", skin=0, hair=("lob", "fair"), wear=("blazer", "#5b4b8a", "#f7f3fb"), glasses="#a04a5c", lash=1, lips="#c8666c"),
    dict(background="sky", skin=2, hair=("hijab", "#2f7d78"), wear=("crew", "#3c4f5c", "#2c3c47"), lash=1, lips="#bd5b57", brow="dark"),
    dict(background="green", skin=3, hair=("turban", "#d9822b"), wear=("shirt", "#e9eef5", "#b9c6d6"), beard=("big", "black")),
    dict(background="slate", skin=0, hair=("longwavy", "chestnut"), wear=("crew", "#2f6b4f", "#245540"), freckles=1, lash=1, lips="#c8635f"),
    dict(background="coral", skin=3, hair=("curlytop", "black"), wear=("shirt", "#3d5a80", "#dbe6f2"), beard=("full", "black")),
    dict(background="blue", skin=4, hair=("undercut", "blue"), wear=("crew", "#f4f1ea", "#cfc9bb"), studs="#e3c15b", lips="#a9564b"),
    dict(background="lilac", skin=5, hair=("puff", "black"), wear=("vneck", "#f0b429", "#d6991a"), hoops="#e8c766", lash=1, lips="#9e3f44"),
    dict(background="green", skin=1, hair=("bowl", "dark"), wear=("turtle", "#c9a27c", "#b48c66"), glasses="#8a6d3b"),
    dict(background="rose", skin=1, hair=("bangsbob", "dark"), wear=("stripes", "#f7f7f4", "#2f4b7c"), lash=1, lips="#c43d4b"),
    dict(background="blue", skin=2, hair=("curlytop", "dark"), wear=("hoodie", "#c0504d", "#f2e3df")),
    dict(background="navy", skin=0, hair=("braids", "blond"), wear=("yoke", "#dfe6ee", "#4a6a8f"), lash=1, lips="#cc6f6f", freckles=1),
    dict(background="sand", skin=1, hair=("pixie", "chestnut"), wear=("crew", "#4f8f5b", "#3e7449"), freckles=1),
    dict(background="teal", skin=6, hair=("bald", "black"), wear=("blazer", "#3a3f4b", "#dfe8f2"), beard=("full", "black"), glasses="#d9c48c"),
    dict(background="lilac", skin=1, hair=("sweep", "dark"), wear=("turtle", "#2e3b46", "#242f38")),
    dict(background="coral", skin=4, hair=("sidebraid", "black"), wear=("vneck", "#1f7a74", "#e0b84f"), lash=1, lips="#a8484c", studs="#e8c766"),
    dict(background="sky", skin=0, hair=("ponytail", "brown"), wear=("hoodie", "#7d5ba6", "#efe6f7"), lash=1, lips="#cb6669"),
    dict(background="slate", skin=1, hair=("receding", "brown"), wear=("shirt", "#8c5a3c", "#f2e6da"), beard=("goatee", "brown"), glasses="#3b3b3b"),
    dict(background="rose", skin=6, hair=("locs", "black"), wear=("crew", "#2b8a8a", "#1f6c6c")),
    dict(background="green", skin=4, hair=("bun", "black"), wear=("yoke", "#b8334a", "#f2c14e"), lash=1, lips="#a6474a", hoops="#d9c48c"),
    dict(background="blue", skin=1, hair=("shortgrey", "grey"), wear=("crew", "#d8dde3", "#aeb7c1"), glasses="#5a4a3a", lines=1),
]


def rgb(value):
    return tuple(int(value[i:i + 2], 16) / 255 for i in (1, 3, 5))


def mix(a, b, t):
    """Interpolates from color a to color b."""
    x, y = rgb(a), rgb(b)
    return "#%02x%02x%02x" % tuple(round(255 * (p + (q - p) * t)) for p, q in zip(x, y))


def dark(color, t=0.2):
    return mix(color, "#1a1020", t)


def light(color, t=0.2):
    return mix(color, "#ffffff", t)


class Pen:
    """Draws with cairo. Paths are strings of commands and numbers as in SVG."""

    def __init__(self, context):
        self.c = context

    def path(self, text):
        tokens, i = text.split(), 0
        count = dict(M=2, L=2, C=6, Z=0)
        call = dict(M=self.c.move_to, L=self.c.line_to, C=self.c.curve_to)
        command = None
        while i < len(tokens):
            if tokens[i] in count:
                command = tokens[i]
                i += 1
            if command == "Z":
                self.c.close_path()
                continue
            n = count[command]
            call[command](*map(float, tokens[i:i + n]))
            i += n

    def fill(self, color, text=None, alpha=1.0):
        if text:
            self.c.new_path()
            self.path(text)
        self.c.set_source_rgba(*rgb(color), alpha)
        self.c.fill()

    def stroke(self, color, width, text=None, alpha=1.0):
        if text:
            self.c.new_path()
            self.path(text)
        self.c.set_source_rgba(*rgb(color), alpha)
        self.c.set_line_width(width)
        self.c.set_line_cap(cairo.LINE_CAP_ROUND)
        self.c.set_line_join(cairo.LINE_JOIN_ROUND)
        self.c.stroke()

    def oval_path(self, x, y, rx, ry, turn=0.0):
        self.c.save()
        self.c.translate(x, y)
        self.c.rotate(turn)
        self.c.scale(rx, ry)
        self.c.new_sub_path()
        self.c.arc(0, 0, 1, 0, 2 * math.pi)
        self.c.restore()

    def oval(self, color, x, y, rx, ry, turn=0.0, alpha=1.0):
        self.c.new_path()
        self.oval_path(x, y, rx, ry, turn)
        self.fill(color, alpha=alpha)

    def clip(self, text):
        self.c.save()
        self.c.new_path()
        self.path(text)
        self.c.clip()

    def done(self):
        self.c.restore()


HEAD = "M 100 46 C 123 46 137 63 137 89 C 137 117 119 138 100 138 C 81 138 63 117 63 89 C 63 63 77 46 100 46 Z"
NECK = "M 84 118 L 84 147 C 84 154 78 156 72 158 L 100 182 L 128 158 C 122 156 116 154 116 147 L 116 118 Z"
BODY = "M 14 204 C 16 176 32 164 54 159 C 68 156 77 154 82 150 C 88 162 112 162 118 150 C 123 154 132 156 146 159 C 168 164 184 176 186 204 Z"


def over(top, pad=3, side=94):
    """The outline of the hair from the left ear over the crown to the right ear."""
    left, right = 63 - pad, 137 + pad
    return (f"M {left} {side} C {left - 2} 62 {74 - pad} {top} 100 {top} "
            f"C {126 + pad} {top} {right + 2} 62 {right} {side} ")


ROUND = "L 134 94 C 133 76 121 65 100 65 C 79 65 67 76 66 94 Z"
PART = "L 134 92 C 134 82 131 76 127 71 C 112 73 94 69 82 59 C 76 66 68 76 66 92 Z"
BANGS = "L 135 96 C 135 88 134 82 132 77 C 112 80 88 80 68 77 C 66 82 65 88 65 96 Z"
RECEDED = "L 134 92 C 134 78 130 66 123 61 C 116 64 108 60 100 60 C 92 60 84 64 77 61 C 70 66 66 78 66 92 Z"
CURTAIN = "L 134 94 C 133 80 120 72 100 56 C 80 72 67 80 66 94 Z"


def background(p, who):
    a, b = BACKGROUNDS[who["background"]]
    shade = cairo.LinearGradient(20, 0, 180, 200)
    shade.add_color_stop_rgb(0, *rgb(a))
    shade.add_color_stop_rgb(1, *rgb(b))
    p.c.set_source(shade)
    p.c.paint()
    p.oval("#ffffff", 100, 96, 84, 84, alpha=0.13)


def curls(p, rng, color, points, radius, wobble=0.18):
    for x, y in points:
        r = radius * (1 + rng.uniform(-wobble, wobble))
        p.oval(color, x, y, r, r)
    for x, y in points[::2]:
        p.c.new_path()
        p.c.arc(x, y, radius * 0.55, math.pi * 1.05, math.pi * 1.75)
        p.stroke(light(color, 0.16), 1.6, alpha=0.8)


def ring(cx, cy, rx, ry, start, end, n):
    """n points on an ellipse; angles in degrees, 0 = right, 90 = down."""
    return [(cx + rx * math.cos(math.radians(start + (end - start) * i / (n - 1))),
             cy + ry * math.sin(math.radians(start + (end - start) * i / (n - 1)))) for i in range(n)]


def plait(p, color, points, width):
    """Draws a braid: overlapping ovals along the points, smaller toward the end, with a tie."""
    n = len(points)
    second = light(color, 0.13) if color == HAIR["black"] else dark(color, 0.1)
    for i, (x, y) in enumerate(points):
        w = width * (1 - 0.35 * i / n)
        p.oval(second if i % 2 else color, x + (1.6 if i % 2 else -1.6), y, w, w * 0.82)
    x, y = points[-1]
    p.oval("#d8574e", x, y + width * 0.45, width * 0.5, width * 0.38)


def hair_behind(p, who, rng):
    style, name = who["hair"]
    color = HAIR.get(name, name)
    deep = dark(color, 0.25)
    if style == "bob":
        p.fill(deep, "M 100 38 C 134 36 149 66 147 100 C 146 118 144 128 138 134 L 62 134 C 56 128 54 118 53 100 C 51 66 66 36 100 38 Z")
    elif style == "bangsbob":
        p.fill(deep, "M 100 36 C 136 34 151 66 148 104 C 148 122 146 132 143 139 C 116 143 84 143 57 139 C 54 132 52 122 52 104 C 49 66 64 34 100 36 Z")
    elif style == "bowl":
        p.fill(deep, "M 100 38 C 132 36 146 62 144 96 L 140 112 L 60 112 L 56 96 C 54 62 68 36 100 38 Z")
    elif style == "lob":
        p.fill(deep, "M 100 36 C 136 34 149 66 148 104 C 148 130 150 146 152 158 C 120 166 80 166 48 158 C 50 146 52 130 52 104 C 51 66 64 34 100 36 Z")
    elif style == "long":
        p.fill(deep, "M 100 36 C 138 34 150 66 149 104 C 149 140 153 168 156 190 C 120 196 80 196 44 190 C 47 168 51 140 51 104 C 50 66 62 34 100 36 Z")
    elif style == "longwavy":
        p.fill(deep, "M 100 34 C 140 32 152 62 152 92 C 152 108 160 118 158 134 C 156 148 164 158 158 176 C 154 188 146 190 140 192 L 60 192 "
                     "C 54 190 46 188 42 176 C 36 158 44 148 42 134 C 40 118 48 108 48 92 C 48 62 60 32 100 34 Z")
    elif style == "bigcurls":
        points = ring(100, 84, 46, 44, 155, 385, 17) + ring(100, 100, 46, 44, 20, 60, 4) + ring(100, 100, 46, 44, 120, 160, 4)
        p.oval(deep, 100, 88, 48, 46)
        curls(p, rng, color, points, 14)
    elif style == "puff":
        p.oval(color, 100, 34, 30, 24)
        curls(p, rng, color, ring(100, 34, 26, 20, 150, 390, 12), 9)
    elif style == "bun":
        p.oval(color, 100, 30, 19, 17)
        p.stroke(dark(color, 0.35) if name != "black" else light(color, 0.2), 1.6, "M 88 34 C 92 22 108 20 112 30", 0.8)
    elif style == "topknot":
        p.oval(color, 100, 32, 13, 12)
        p.stroke(dark(color, 0.25), 1.6, "M 92 33 C 95 25 104 24 108 30", 0.8)
    elif style == "ponytail":
        p.fill(deep, "M 122 50 C 152 40 168 66 162 100 C 160 120 162 134 150 146 C 146 126 148 110 142 96 C 138 84 132 66 122 50 Z")
        p.oval("#e8a33d", 131, 52, 6, 8, 0.7)
    elif style == "locs":
        for x, y in [(60, 136), (66, 142), (54, 126), (140, 136), (134, 142), (146, 126)]:
            p.stroke(dark(color, 0.1), 9, f"M {100 + (x - 100) * 0.72} 58 C {x} 66 {x - (100 - x) * 0.06} 100 {x} {y}")
    elif style in ("sidebraid", "braids"):
        p.fill(deep, "M 100 38 C 132 36 144 62 141 94 C 140 112 128 124 100 124 C 72 124 60 112 59 94 C 56 62 68 36 100 38 Z")


def clothes(p, who):
    kind, color, second = who["wear"]
    if kind == "hoodie":
        p.fill(dark(color, 0.16), "M 58 160 C 62 144 74 138 84 138 L 116 138 C 126 138 138 144 142 160 L 118 176 L 82 176 Z")
    skin = SKIN[who["skin"]]
    p.fill(skin, NECK)
    p.clip(NECK)
    p.fill(dark(skin, 0.2), "M 78 112 L 122 112 L 122 136 C 114 150 90 150 78 138 Z")
    p.done()
    if kind in ("crew", "stripes", "yoke"):
        p.fill(color, BODY)
        if kind == "stripes":
            p.clip(BODY)
            for y in range(167, 206, 11):
                p.stroke(second, 4, f"M 0 {y + 6} C 50 {y - 3} 150 {y - 3} 200 {y + 6}")
            p.done()
        if kind == "yoke":
            p.clip(BODY)
            p.stroke(second, 3.2, "M 46 150 C 56 186 144 186 154 150")
            for x, y in ring(100, 148, 62, 40, 20, 160, 15):
                p.oval(second, x, y, 2.6, 2.6)
            p.done()
        p.stroke(second, 4, "M 82 151 C 88 164 112 164 118 151")
    elif kind == "vneck":
        p.fill(color, "M 14 204 C 16 176 32 164 54 159 C 66 156 74 155 79 152 L 100 186 L 121 152 C 126 155 134 156 146 159 C 168 164 184 176 186 204 Z")
        p.stroke(second, 4, "M 79 153 L 100 186 L 121 153")
    elif kind == "turtle":
        p.fill(color, BODY)
        p.fill(color, "M 80 160 L 82 138 C 92 146 108 146 118 138 L 120 160 C 110 168 90 168 80 160 Z")
        p.stroke(second, 2.6, "M 82 139 C 92 147 108 147 118 139")
        p.stroke(second, 2.2, "M 78 158 C 90 169 110 169 122 158")
    elif kind == "shirt":
        p.fill(color, "M 14 204 C 16 176 32 164 54 159 C 66 156 74 155 79 152 L 100 180 L 121 152 C 126 155 134 156 146 159 C 168 164 184 176 186 204 Z")
        p.stroke(dark(color, 0.22), 1.8, "M 100 181 L 100 204")
        for y in (188, 198):
            p.oval(second, 104, y, 1.7, 1.7)
        for s in (1, -1):
            x = lambda v: 100 + s * v
            p.fill(light(color, 0.18), f"M {x(17)} 146 C {x(24)} 150 {x(30)} 154 {x(33)} 159 L {x(19)} 179 L {x(0)} 176 C {x(10)} 168 {x(16)} 158 {x(17)} 146 Z")
            p.stroke(dark(color, 0.2), 1.4, f"M {x(33)} 159 L {x(19)} 179 L {x(1)} 177")
    elif kind == "blazer":
        p.fill(second, "M 60 204 L 72 156 C 76 155 79 153 80 151 L 100 180 L 120 151 C 121 153 124 155 128 156 L 140 204 Z")
        p.stroke(dark(second, 0.15), 1.4, "M 80 152 L 100 180 L 120 152")
        for s in (1, -1):
            x = lambda v: 100 + s * v
            p.fill(color, f"M {x(86)} 204 C {x(84)} 176 {x(68)} 164 {x(46)} 159 C {x(36)} 157 {x(28)} 155 {x(24)} 152 C {x(22)} 170 {x(12)} 190 {x(2)} 204 Z")
            p.fill(light(color, 0.14), f"M {x(24)} 151 C {x(30)} 155 {x(35)} 156 {x(38)} 158 L {x(42)} 172 L {x(34)} 177 L {x(36)} 183 L {x(6)} 204 L {x(2)} 204 C {x(12)} 190 {x(22)} 170 {x(24)} 151 Z")
    elif kind == "hoodie":
        p.fill(color, BODY)
        p.fill(light(color, 0.1), "M 82 148 C 70 150 60 154 56 160 C 66 174 84 184 100 186 C 116 184 134 174 144 160 C 140 154 130 150 118 148 C 118 162 108 170 100 172 C 92 170 82 162 82 148 Z")
        p.stroke(dark(color, 0.2), 1.6, "M 56 161 C 66 175 84 185 100 187 C 116 185 134 175 144 161")
        for x in (90, 110):
            p.stroke(second, 2.4, f"M {x} 182 L {x - 1 if x < 100 else x + 1} 199")
    # folds at the arms
    if kind != "blazer":
        for s in (1, -1):
            p.stroke(dark(color, 0.16), 1.8, f"M {100 + s * 58} 184 C {100 + s * 55} 190 {100 + s * 55} 196 {100 + s * 56} 204", 0.8)


def head(p, who):
    skin = SKIN[who["skin"]]
    shade = dark(skin, 0.16)
    if who["hair"][0] not in ("hijab",):
        for s in (1, -1):
            p.oval(skin, 100 + s * 37, 96, 6.5, 10, s * -0.12)
            p.stroke(shade, 1.6, f"M {100 + s * 40} 91 C {100 + s * 36} 91 {100 + s * 36} 98 {100 + s * 38} 101")
    p.fill(skin, HEAD)
    p.clip(HEAD)
    # light shade on one side of the face
    p.fill(shade, "M 140 50 L 140 140 L 100 140 C 122 132 131 112 131 88 C 131 70 126 56 118 48 Z", 0.35)
    p.done()


def face(p, who, rng):
    skin = SKIN[who["skin"]]
    shade = dark(skin, 0.3)
    brow = who.get("brow") or who["hair"][1]
    brow = HAIR.get(brow, HAIR["black"])
    if who["hair"][1] in ("fair", "blond", "silver", "grey"):
        brow = dark(brow, 0.32)
    if who["hair"][1] in ("blue",):
        brow = HAIR["black"]
    if who["skin"] == 6:
        brow = "#1b1412"
    blush = mix(skin, "#e2574f", 0.42 if who["skin"] < 4 else 0.28)
    for s in (1, -1):
        p.oval(blush, 100 + s * 22, 110, 7.5, 5, alpha=0.38)
    if who.get("freckles"):
        for s in (1, -1):
            for _ in range(6):
                p.oval(mix(skin, "#9a4f2c", 0.55), 100 + s * (20 + rng.uniform(-7, 7)), 107 + rng.uniform(-4, 4), 0.9, 0.9)
    for s in (1, -1):
        x = 100 + s * 16
        p.oval("#ffffff", x, 94, 6.0, 4.6)
        p.oval("#2b2120", x, 94, 3.6, 4.2)
        p.oval("#ffffff", x + 1.3, 92.4, 1.2, 1.2)
        lid = "#2b2120" if who.get("lash") else dark(skin, 0.55)
        p.stroke(lid, 2.2 if who.get("lash") else 1.6, f"M {x - 6.4} 93 C {x - 4} 88.2 {x + 4} 88.2 {x + 6.4} 93")
        if who.get("lash"):
            p.stroke(lid, 1.6, f"M {x + s * 6} 92.4 L {x + s * 8.4} 90.4")
        wide = 2.2 if who.get("lash") else 3.0
        p.stroke(brow, wide, f"M {x - s * 7} 83 C {x - s * 2} 79.4 {x + s * 4} 79.4 {x + s * 8.4} 83")
        if who.get("lines"):
            p.stroke(shade, 1.1, f"M {100 + s * 26} 97 L {100 + s * 29} 96", 0.6)
            p.stroke(shade, 1.1, f"M {100 + s * 26} 99 L {100 + s * 29} 100", 0.6)
            p.stroke(shade, 1.2, f"M {100 + s * 17} 109 C {100 + s * 19} 113 {100 + s * 19} 116 {100 + s * 18} 119", 0.5)
    p.stroke(shade, 2.2, "M 101 97 C 104 103 106 106 104 108 C 102 109.6 99 109.6 97 108.6", 0.85)


def beard(p, who, rng):
    kind, name = who.get("beard", (None, None))
    if not kind:
        return
    color = HAIR[name]
    if who["skin"] == 6:
        color = "#1f1715"
    full = ("M 63 92 C 65 98 66 104 69 108 C 76 112 84 112 89 111.5 C 95 110 98 112 100 112.4 C 102 112 105 110 111 111.5 "
            "C 116 112 124 112 131 108 C 134 104 135 98 137 92 C 139 122 120 144 100 144 C 80 144 61 122 63 92 Z")
    if kind == "stubble":
        p.clip(HEAD)
        p.fill(color, full, 0.28)
        p.done()
    elif kind == "full":
        p.fill(color, full)
    elif kind == "big":
        p.fill(color, "M 62 88 C 65 98 66 104 69 107 C 76 112 84 112 89 111.5 C 95 110 98 112 100 112.4 C 102 112 105 110 111 111.5 "
                       "C 116 112 124 112 131 107 C 134 104 135 98 138 88 C 145 124 126 160 100 160 C 74 160 55 124 62 88 Z")
        for s in (1, -1):
            p.stroke(light(color, 0.14), 1.6, f"M {100 + s * 12} 134 C {100 + s * 12} 142 {100 + s * 9} 148 {100 + s * 6} 153", 0.8)
            p.stroke(light(color, 0.14), 1.6, f"M {100 + s * 26} 124 C {100 + s * 26} 134 {100 + s * 22} 141 {100 + s * 19} 145", 0.8)
    elif kind in ("goatee", "moustache"):
        p.fill(color, "M 100 113 C 106 109 114 112 118 119 C 112 117.5 106 117.5 100 117 C 94 117.5 88 117.5 82 119 C 86 112 94 109 100 113 Z")
        if kind == "goatee":
            p.fill(color, "M 90 129 C 96 127 104 127 110 129 C 110 138 106 143 100 143 C 94 143 90 138 90 129 Z")


def mouth(p, who, rng):
    skin = SKIN[who["skin"]]
    lips = who.get("lips") or mix(skin, "#8e3430", 0.5)
    bearded = who.get("beard", ("", ""))[0] in ("full", "big")
    if bearded:
        p.fill("#7d2f2f" if who["skin"] > 3 else "#8e3430", "M 89 119 C 95 121 105 121 111 119 C 109 127 104 129.5 100 129.5 C 96 129.5 91 127 89 119 Z")
        p.fill("#ffffff", "M 91 120 C 96 121.6 104 121.6 109 120 C 108 122.8 104 123.8 100 123.8 C 96 123.8 92 122.8 91 120 Z")
    elif rng.random() < 0.55:
        p.fill(dark(lips, 0.28), "M 87 118 C 94 120.6 106 120.6 113 118 C 111 127 105 129.6 100 129.6 C 95 129.6 89 127 87 118 Z")
        p.fill("#ffffff", "M 89 119.2 C 95 121 105 121 111 119.2 C 110 122.6 105 123.8 100 123.8 C 95 123.8 90 122.6 89 119.2 Z")
        if who.get("lips"):
            p.stroke(lips, 1.8, "M 87 118 C 94 120.6 106 120.6 113 118 C 111 127 105 129.6 100 129.6 C 95 129.6 89 127 87 118 Z")
    else:
        if who.get("lips"):
            p.fill(lips, "M 88 119.5 C 93 117 97 117 100 118.6 C 103 117 107 117 112 119.5 C 109 126 104 127.6 100 127.6 C 96 127.6 91 126 88 119.5 Z")
            p.stroke(dark(lips, 0.35), 1.5, "M 88 119.5 C 94 122.6 106 122.6 112 119.5")
        else:
            p.stroke(dark(lips, 0.15), 2.8, "M 88 119 C 93 126 107 126 112 119")
            p.stroke(dark(skin, 0.2), 1.6, "M 96 130 C 98 131 102 131 104 130", 0.6)


def hair_front(p, who, rng):
    style, name = who["hair"]
    color = HAIR.get(name, name)
    if style not in ("hijab", "turban") and who["skin"] == 6:
        color = "#1f1715"
    shine = light(color, 0.2)
    strand = dark(color, 0.2) if name != "black" else light(color, 0.16)
    if style == "bald":
        p.stroke(light(SKIN[who["skin"]], 0.35), 4, "M 80 58 C 85 54 90 52 95 51.4", 0.6)
    elif style == "buzz":
        p.fill(color, over(43, 1, 92) + ROUND)
    elif style == "quiff":
        p.fill(color, "M 60 94 C 58 72 62 56 72 48 C 84 36 112 28 132 36 C 142 42 142 70 140 94 L 134 94 C 134 82 131 74 126 68 C 108 70 90 66 78 60 C 72 68 67 80 66 94 Z")
        p.stroke(shine, 2, "M 82 52 C 94 42 112 38 126 42", 0.8)
        p.stroke(strand, 1.6, "M 86 60 C 100 56 116 52 128 50", 0.7)
    elif style == "sidepart":
        p.fill(color, over(37, 3) + PART)
        p.stroke(strand, 1.8, "M 82 59 C 80 52 82 46 86 42")
        p.stroke(shine, 2, "M 94 50 C 106 46 120 52 127 62", 0.8)
    elif style == "sweep":
        p.fill(color, "M 60 96 C 56 66 70 38 102 36 C 132 34 144 62 140 96 L 134 94 C 134 84 130 78 126 74 C 120 82 100 78 84 64 C 84 72 74 76 70 80 C 68 84 67 90 66 96 Z")
        p.stroke(shine, 2, "M 84 50 C 98 42 118 48 128 62", 0.8)
        p.stroke(strand, 1.6, "M 88 58 C 100 66 114 70 124 68", 0.8)
    elif style == "fringe":
        p.fill(color, over(36, 3) + "L 134 94 C 134 86 133 80 131 76 L 122 73 L 116 78 L 106 73 L 98 78 L 88 72 L 80 77 L 70 75 C 67 82 66 88 66 94 Z")
        p.stroke(shine, 2, "M 78 56 C 88 48 108 46 120 54", 0.7)
    elif style == "receding":
        p.fill(color, over(41, 2) + RECEDED)
        p.stroke(shine, 1.8, "M 86 52 C 94 49 106 49 114 52", 0.7)
    elif style == "shortgrey":
        p.fill(color, "M 60 98 C 54 66 68 36 102 36 C 134 36 146 66 140 98 L 134 94 C 135 84 132 76 128 70 C 114 74 98 70 90 60 C 84 70 74 76 69 78 C 67 84 66 90 66 94 Z")
        p.stroke(shine, 2, "M 94 52 C 106 46 122 52 130 64", 0.9)
        p.stroke(strand, 1.6, "M 90 60 C 84 56 78 58 72 66", 0.8)
    elif style == "pixie":
        p.fill(color, "M 61 104 C 52 70 66 35 102 35 C 136 35 148 70 139 104 L 134 98 C 135 86 133 80 130 76 C 112 80 88 76 76 62 C 76 70 68 80 68 84 C 66 90 66 94 66 98 Z")
        p.stroke(shine, 2, "M 84 48 C 100 42 120 48 130 62", 0.8)
        p.stroke(strand, 1.6, "M 82 58 C 94 68 112 72 126 70", 0.8)
    elif style == "undercut":
        p.fill(HAIR["black"], over(44, 1, 92) + ROUND, 0.75)
        p.fill(color, "M 68 66 C 60 52 72 40 80 40 C 84 30 96 28 104 32 C 114 26 130 32 132 42 C 144 46 146 60 141 68 C 142 76 136 82 130 79 "
                       "C 128 74 122 74 118 75 C 112 70 104 73 100 70 C 94 64 88 68 84 63 C 78 66 72 68 68 66 Z")
        p.stroke(shine, 2, "M 78 52 C 86 42 98 40 106 44 M 112 42 C 122 44 130 52 132 62", 0.9)
        p.stroke(strand, 1.6, "M 86 62 C 90 56 98 52 106 52 M 102 69 C 106 62 114 60 122 62 M 120 74 C 124 70 130 70 134 72", 0.8)
    elif style == "wavytop":
        p.fill(color, over(40, 2) + ROUND)
        p.fill(color, "M 66 72 C 60 60 66 46 78 44 C 82 34 100 30 108 37 C 122 32 136 42 136 54 C 142 62 138 74 132 76 C 128 68 118 72 112 66 C 104 72 94 70 90 65 C 82 72 74 68 66 72 Z")
        p.stroke(shine, 2, "M 76 56 C 82 48 90 48 94 54 M 100 50 C 108 44 116 46 120 54", 0.9)
    elif style == "curlytop":
        p.fill(color, over(42, 1, 93) + ROUND)
        curls(p, rng, color, ring(100, 62, 31, 19, 168, 372, 13) + ring(100, 62, 22, 8, 185, 355, 8), 9)
    elif style == "bigcurls":
        p.fill(color, over(42, 2, 90) + ROUND)
        curls(p, rng, color, ring(100, 78, 36, 24, 180, 360, 11) + ring(100, 58, 22, 8, 180, 360, 6), 9.5)
        for s in (1, -1):
            curls(p, rng, color, [(100 + s * 41, 88), (100 + s * 44, 102), (100 + s * 43, 117)], 9)
    elif style == "puff":
        p.fill(color, over(42, 2, 92) + ROUND)
        p.stroke("#d8574e", 6, "M 75 49 C 88 42 112 42 125 49")
        p.stroke(strand, 1.4, "M 80 60 C 84 56 88 53 92 52 M 120 60 C 116 56 112 53 108 52", 0.8)
    elif style in ("bun", "topknot"):
        p.fill(color, over(40, 2, 93) + ROUND)
        p.stroke(strand, 1.6, "M 100 42 L 100 62 M 88 45 C 82 52 78 58 76 66 M 112 45 C 118 52 122 58 124 66", 0.7)
    elif style == "ponytail":
        p.fill(color, over(38, 3, 96) + PART)
        p.stroke(shine, 2, "M 92 50 C 104 46 118 50 126 60", 0.8)
        p.stroke(strand, 1.6, "M 82 59 C 80 54 80 50 82 46", 0.9)
    elif style == "locs":
        p.fill(color, over(32, 5, 90) + ROUND)
        for s in (1, -1):
            for i, x in enumerate((6, 14, 22, 30, 37)):
                p.stroke(color, 8, f"M {100 + s * x * 0.7} {40 + i} C {100 + s * x} 46 {100 + s * (x + 6)} 54 {100 + s * (x + 5)} {58 + i * i * 2.2}")
            for i, x in enumerate((8, 17, 26)):
                p.stroke(light(color, 0.2), 1.4, f"M {100 + s * x * 0.8} 44 C {100 + s * x} 48 {100 + s * (x + 5)} 54 {100 + s * (x + 6)} {58 + i * 3}", 0.8)
            for i, (x, y) in enumerate(((39, 122), (43, 134))):
                p.stroke(color, 8, f"M {100 + s * 32} 58 C {100 + s * x} 68 {100 + s * x} 100 {100 + s * (x + 1)} {y}")
            p.oval("#e3b04b", 100 + s * 43.5, 126, 4.6, 2.4)
    elif style in ("bob", "bowl", "bangsbob", "lob", "long", "longwavy"):
        bottom = dict(bob=(132, 66), bowl=(108, 65), bangsbob=(138, 66), lob=(157, 60), long=(188, 54), longwavy=(186, 56))[style]
        y, x = bottom
        for s in (1, -1):
            # the hair at each side, over the ear
            q = lambda v: 100 + s * (100 - v)
            if style == "longwavy":
                p.fill(color, f"M 100 38 C {q(66)} 36 {q(52)} 64 {q(52)} 92 C {q(52)} 108 {q(44)} 118 {q(46)} 134 C {q(48)} 148 {q(40)} 160 {q(46)} 178 "
                               f"C {q(54)} 186 {q(64)} 180 {q(66)} 168 C {q(60)} 150 {q(68)} 138 {q(66)} 124 C {q(62)} 110 {q(68)} 100 {q(67)} 90 C {q(70)} 76 {q(84)} 66 100 58 Z")
                p.stroke(strand, 1.8, f"M {q(58)} 84 C {q(54)} 104 {q(52)} 116 {q(54)} 132 C {q(58)} 148 {q(50)} 158 {q(54)} 172", 0.7)
            else:
                p.fill(color, f"M 100 38 C {q(66)} 36 {q(53)} 66 {q(54)} 100 C {q(54)} {100 + (y - 100) * .5} {q(x - 10)} {y - 8} {q(x - 10)} {y} "
                               f"C {q(x - 4)} {y + 3} {q(x + 2)} {y + 2} {q(x + 6)} {y - 1} C {q(68)} {100 + (y - 100) * .6} {q(66)} 110 {q(67)} 92 C {q(70)} 76 {q(84)} 66 100 58 Z")
                if y > 120:
                    p.stroke(strand, 1.6, f"M {q(60)} 84 C {q(58)} 100 {q(60)} {100 + (y - 100) * .5} {q((x + 55) / 2)} {y - 8}", 0.7)
        if style == "bangsbob":
            p.fill(color, over(37, 4, 96) + BANGS)
            p.stroke(strand, 1.5, "M 84 62 L 82 74 M 100 60 L 100 75 M 116 62 L 118 74", 0.7)
        elif style == "bowl":
            p.fill(color, over(38, 4, 96) + "L 135 96 C 135 88 134 82 132 76 C 120 78 108 76 98 68 C 92 74 80 78 68 77 C 66 82 65 88 65 96 Z")
            p.stroke(shine, 2, "M 80 54 C 92 47 110 47 120 54", 0.8)
        elif style in ("bob", "lob"):
            p.fill(color, over(37, 4, 96) + PART)
            p.stroke(strand, 1.6, "M 82 59 C 80 53 81 47 84 43", 0.9)
            p.stroke(shine, 2, "M 94 50 C 106 46 122 52 130 64", 0.8)
        else:
            p.fill(color, over(37, 4, 90) + CURTAIN)
            p.stroke(strand, 1.6, "M 100 40 L 100 56", 0.9)
            p.stroke(shine, 2, "M 90 52 C 82 56 74 64 70 74 M 110 52 C 118 56 126 64 130 74", 0.7)
    elif style == "sidebraid":
        p.fill(color, over(37, 3, 98) + CURTAIN)
        p.stroke(strand, 1.6, "M 100 40 L 100 56", 0.9)
        plait(p, color, [(137 + 6 * math.sin(i / 3), 112 + i * 7.5) for i in range(11)], 9)
    elif style == "braids":
        p.fill(color, over(37, 3, 98) + CURTAIN)
        p.stroke(strand, 1.6, "M 100 40 L 100 56", 0.9)
        for s in (1, -1):
            plait(p, color, [(100 + s * (40 + 4 * math.sin(i / 3)), 106 + i * 7) for i in range(10)], 8)
    elif style == "crownbraid":
        p.fill(color, over(40, 3, 98) + PART)
        for i, (x, y) in enumerate(ring(100, 72, 37, 30, 182, 358, 15)):
            turn = math.atan2(y - 72, x - 100) + (0.75 if i % 2 else 2.4)
            p.oval(strand, x, y, 9.2, 6.4, turn)
            p.oval(color, x, y, 8.2, 5.4, turn)
            p.oval(shine, x - 1, y - 1, 3.6, 1.3, turn)
    elif style == "hijab":
        fold = dark(color, 0.18)
        p.c.new_path()
        p.path("M 100 34 C 136 34 147 64 146 96 C 146 120 150 140 164 162 C 150 178 126 190 100 196 C 74 190 50 178 36 162 C 50 140 54 120 54 96 C 53 64 64 34 100 34 Z")
        p.oval_path(100, 97, 33, 40)
        p.c.set_fill_rule(cairo.FILL_RULE_EVEN_ODD)
        p.fill(color)
        p.c.set_fill_rule(cairo.FILL_RULE_WINDING)
        p.fill(fold, "M 67 108 C 72 128 86 139 100 139 C 114 139 128 128 133 108 C 136 130 128 148 100 150 C 72 148 64 130 67 108 Z", 0.8)
        p.stroke(fold, 2, "M 64 118 C 72 150 104 170 146 172 M 60 132 C 68 158 92 176 124 184 M 136 118 C 134 136 124 148 112 153", 0.8)
        p.stroke(light(color, 0.2), 2.2, "M 74 54 C 84 44 102 40 116 44", 0.8)
        p.stroke(fold, 2, "M 66 86 C 70 66 84 55 100 55 C 116 55 130 66 134 86", 0.8)
    elif style == "turban":
        fold = dark(color, 0.2)
        p.fill(color, "M 59 86 C 48 52 66 18 102 18 C 138 18 152 52 141 86 C 134 78 116 70 100 60 C 84 70 66 78 59 86 Z")
        p.clip("M 59 86 C 48 52 66 18 102 18 C 138 18 152 52 141 86 C 134 78 116 70 100 60 C 84 70 66 78 59 86 Z")
        for i in range(4):
            p.stroke(fold, 2, f"M {56 - i} {76 - i * 12} C {70 + i} {62 - i * 11} {96} {52 - i * 9} {124 + i * 2} {26 - i * 7}", 0.8)
        for i in range(3):
            p.stroke(fold, 2, f"M 100 {60 - i * 2} C 120 {62 - i * 12} 134 {62 - i * 12} 146 {72 - i * 14}", 0.8)
        p.done()
        p.fill(dark(color, 0.45), "M 88 66 L 100 56 L 112 66 C 106 63 103 61 100 60 C 97 61 94 63 88 66 Z")


def extras(p, who):
    for key, s in (("studs", 1), ("studs", -1)):
        if who.get(key):
            p.oval(who[key], 100 + s * 38.5, 106.5, 2.3, 2.3)
    if who.get("hoops"):
        for s in (1, -1):
            p.c.new_path()
            p.oval_path(100 + s * 39, 112, 5, 6.5)
            p.stroke(who["hoops"], 2)
    if who.get("glasses"):
        frame = who["glasses"]
        # long hair covers the ends
        end = 32 if who["hair"][0] in ("bob", "lob", "bowl") else 36
        for s in (1, -1):
            p.c.new_path()
            x = 100 + s * 16.5
            p.path(f"M {x - 12} 88 C {x - 12} 85 {x - 10} 84 {x - 7} 84 L {x + 7} 84 C {x + 10} 84 {x + 12} 85 {x + 12} 88 "
                   f"C {x + 12} 100 {x + 8} 105 {x} 105 C {x - 8} 105 {x - 12} 100 {x - 12} 88 Z")
            p.c.set_source_rgba(1, 1, 1, 0.16)
            p.c.fill_preserve()
            p.stroke(frame, 2.4)
            p.stroke(frame, 2.2, f"M {100 + s * 28.5} 90 L {100 + s * end} 91")
        p.stroke(frame, 2.4, "M 95.4 90 C 98 88 102 88 104.6 90")


def portrait(number):
    who, rng = PEOPLE[number - 1], random.Random(number)
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, SIZE * OVER, SIZE * OVER)
    context = cairo.Context(surface)
    context.scale(OVER, OVER)
    p = Pen(context)
    background(p, who)
    hair_behind(p, who, rng)
    clothes(p, who)
    head(p, who)
    face(p, who, rng)
    beard(p, who, rng)
    mouth(p, who, rng)
    hair_front(p, who, rng)
    extras(p, who)
    surface.flush()
    side = SIZE * OVER
    image = Image.frombuffer("RGB", (side, side), bytes(surface.get_data()), "raw", "BGRX", surface.get_stride(), 1)
    return image.resize((SIZE, SIZE), Image.LANCZOS)


def main():
    pictures = []
    for number in range(1, len(PEOPLE) + 1):
        picture = portrait(number)
        pictures.append(picture)
        picture.save(os.path.join(PORTRAITS, f"{number:02}.jpg"), quality=84, optimize=True, subsampling=0)
    if len(sys.argv) == 3 and sys.argv[1] == "--sheet":
        sheet = Image.new("RGB", (6 * 210 + 10, 5 * 210 + 10), "white")
        for i, picture in enumerate(pictures):
            sheet.paste(picture, (10 + i % 6 * 210, 10 + i // 6 * 210))
        sheet.save(sys.argv[2])


if __name__ == "__main__":
    main()
