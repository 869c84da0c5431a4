#!/usr/bin/env bash
# Remakes the pictures of the README in data/screenshots, from the sample class and the real programs.
# Usage: screenshots.sh BUILD-FOLDER, under a display without a window manager.
set -eu

build=$1
into=data/screenshots
work=$(mktemp -d)
server=""
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
mkdir -p "$into"

mkfifo "$work/said"
"$build/duke-directory-server" --sample --port 0 >"$work/said" &
server=$!
read -r line <"$work/said"

export DUKE_DIRECTORY_PASSWORD=demo
shoot() {
    name=$1
    shift
    "$build/duke-directory" --sandbox "$work/sandbox" --server "${line##* }" --netid demo \
        --screenshot "$into/$name.png" "$@"
}

shoot list --download replace
shoot search --search "ri"
shoot detail --show 3059636
shoot dark --show 3059636 --dark
shoot narrow --size 360x700
shoot narrow-detail --size 360x700 --show 3059636
shoot scene --size 560x700 --show 3107907
shoot narrow-dark --size 360x700 --search "ho=chess" --dark

# Dialog and progress are caught by the runs that click through the program.
/usr/bin/python3 Tests/PointAndClick/people.py "$build" "$work/clicked"
for name in dialog progress; do
    convert "$work/clicked/$name.png" -trim +repage "$into/$name.png"
done

# So is everything about editing, in three looks.
edit() {
    suffix=$1
    names=$2
    shift 2
    /usr/bin/python3 Tests/PointAndClick/editing.py "$build" "$work/edited$suffix" "$@"
    for name in $names; do cp "$work/edited$suffix/$name.png" "$into/$name$suffix.png"; done
}

edit "" "add edit crop publish conflict preview set-aside page"
edit "-dark" "add edit crop publish preview" --dark
edit "-narrow" "add edit crop publish preview" --size 360x700
