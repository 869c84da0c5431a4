#!/usr/bin/env bash
# Takes screenshots of the programs with the sample class in .build/screenshots: every pane in light, dark, and narrow.
# Those that the README and software centers show replace the ones in data/screenshots.
# Usage: screenshots.sh BUILD-FOLDER, under a display without a window manager.
set -eu

build=$1
into=.build/screenshots
work=$(mktemp -d)
server=""
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
mkdir -p "$into"

mkfifo "$work/ready"
"$build/duke-directory-server" --sample --port 0 --log-level error >"$work/ready" &
server=$!
read -r line <"$work/ready"

export DUKE_DIRECTORY_PASSWORD=demo
# The font of a GNOME desktop.
export DIRECTORY_FONT="Cantarell 11" XDG_CONFIG_HOME="$work/config"
mkdir -p "$XDG_CONFIG_HOME/gtk-4.0"
printf '[Settings]\ngtk-font-name=%s\n' "$DIRECTORY_FONT" >"$XDG_CONFIG_HOME/gtk-4.0/settings.ini"
# Without a window manager, GTK draws a white border of five pixels around the window.
capture() {
    name=$1
    shift
    "$build/duke-directory" --sandbox "$work/sandbox" --server "${line##* }" --netid demo \
        --screenshot "$into/$name.png" "$@"
    mogrify -shave 5x5 -strip "$into/$name.png"
}

capture list --download replace
capture search --search "we"
capture detail --show 3059636
capture dark --show 3059636 --dark
capture narrow --size 360x700
capture narrow-detail --size 360x700 --show 3059636
capture scene --size 560x700 --show 3107907
capture narrow-dark --size 360x700 --search "ho=chess" --dark

# The list and the form of the other five collections, light and dark. The players exist already.
directory() { "$build/dukedir" --sandbox "$work/sandbox" --server "${line##* }" "$@" >/dev/null; }
while read -r fields; do directory contacts add "$fields"; done <<'CONTACTS'
fn=Bo, ln=Anders, em=bo@anders.example, ci=Durham, sa=NC
fn=Ana, ln=Núñez, ph=(919) 555-0134, ci=Saint Louis, sa=MO, ec=yes
fn=Ada, ln=Okafor, ph=919 555 0101, ec=yes
fn=Priya, ln=Raman, ph=919 555 0177, st=12 Elm Street, ap=4B, ci=Durham, sa=NC, zi=27701
CONTACTS
for task in "Book the room, us=Ana" "Read chapter 4, us=Bo" "Grade lab 2, us=Cy" "Order name tags, us=Ana"; do
    directory todos add "ti=$task"
done
directory todos toggle 2
directory tours book "na=Garvan Keeley, nu=4, da=$(date -d '+5 days' +%F)"
capture contacts --collection contacts --show 4
capture contact-form --collection contacts --show 4 --edit
capture todos --collection todos --show 3
capture todo-form --collection todos --edit
capture tours --collection tours --show 1
capture tour-form --collection tours --edit
capture players --collection players --query candd --show 5
capture player-form --collection players --show 5 --edit
capture courses --collection courses --show 1
for name in contacts todos tours players courses; do capture "$name-dark" --collection "$name" --show 1 --dark; done
for name in contacts todos tours players; do capture "$name-form-dark" --collection "$name" --edit --dark; done
capture todos-narrow --collection todos --size 360x700
capture tour-form-narrow --collection tours --edit --size 360x700

# In Spanish, as a printed roster, and with text of twice the size.
LC_ALL=C.UTF-8 LANGUAGE=es capture spanish --show 3059636
"$build/duke-directory" --sandbox "$work/sandbox" --roster "$work/roster.pdf" --paper a4 --sign-in 2>/dev/null
pdftoppm -r 60 -f 1 -l 1 -singlefile -png "$work/roster.pdf" "$into/roster-page"
xprop -root -f RESOURCE_MANAGER 8s -set RESOURCE_MANAGER "Xft.dpi: 192"
capture large --show 3059636
capture large-narrow --size 360x700 --edit --show 3059636
xprop -root -remove RESOURCE_MANAGER

# The screenshots of tests.
run_test() {
    name=$1
    suffix=$2
    shift 2
    /usr/bin/python3 "Tests/PointAndClick/$name.py" "$build" "$work/$name$suffix" "$@"
    for file in "$work/$name$suffix"/*.png; do cp "$file" "$into/$(basename "$file" .png)$suffix.png"; done
}

for name in gallery people editing minute learn several groups duplicates history; do run_test "$name" ""; done
run_test editing -dark --dark
run_test editing -narrow --size 360x700

# Faces beside a detail.
sed -i 's/^list-width=.*/list-width=560/' "$work/sandbox/window.ini"
grep -q '^list-width=' "$work/sandbox/window.ini" || printf '[Window]\nlist-width=560\n' >>"$work/sandbox/window.ini"
capture faces --look faces --show 3059636 --size 1280x800
capture faces-dark --show 3059636 --size 1280x800 --dark
capture faces-narrow --size 360x700
capture compact --look compact --show 3059636

/usr/bin/python3 Scripts/recording.py "$build" "$into/film.webp"

rm -f data/screenshots/*
for name in $(Scripts/check-packaging.sh shown); do cp "$into/$name" data/screenshots; done
