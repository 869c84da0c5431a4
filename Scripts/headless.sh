#!/usr/bin/env bash
# Runs a command as tests run: in English, on a desktop of its own that is drawn in software and whose text
# cursors stand still. It fails where the command fails, and where anything that was started by it complains: a critical
# or a warning of GLib or GTK is a mistake of ours.
# Usage: headless.sh COMMAND…
set -euo pipefail

# Complaints that are not ours.
others=(
    # The tests' own AT-SPI client asks a program that has just ended or just begun.
    -e 'dbind-WARNING .*GetItems'
    # There is no desktop here that shows notifications.
    -e 'unable to send notifications through org.freedesktop.Notifications'
    # GTK 4.8 still wants to show the tooltip of a popover half a second after its window was destroyed under it.
    -e "gdk_surface_get_device_position: assertion 'GDK_IS_SURFACE (surface)' failed"
    -e "_gtk_widget_find_at_coords: assertion 'GDK_IS_SURFACE (surface)' failed"
)

# Tests open many directories and connections at once, more files than a user's programs may have to begin with.
ulimit -Sn "$(ulimit -Hn)"

# Hundreds of tests that take turns wait long enough for a client to call its server silent.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-8}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/config/gtk-4.0"
printf '[Settings]\ngtk-cursor-blink=false\n' >"$work/config/gtk-4.0/settings.ini"

# The server itself takes a free display, so that those that start at the same time do not take the same.
mkfifo "$work/display"
Xvfb -displayfd 3 -screen 0 1280x900x24 -nolisten tcp -noreset 3>"$work/display" 2>"$work/xvfb" &
server=$!
trap 'kill $server 2>/dev/null || true; rm -rf "$work"' EXIT
read -r number <"$work/display" || {
    cat "$work/xvfb" >&2
    exit 1
}

status=0
DISPLAY=":$number" dbus-run-session -- \
    env TERM=dumb LC_ALL=C.UTF-8 LANGUAGE= GSK_RENDERER=cairo GDK_DEBUG=gl-disable XDG_CONFIG_DIRS="$work/config:/etc/xdg" \
    "$@" 2>&1 | tee "$work/said" || status=$?

# Each complaint with the test it came in.
awk '/^Test Case .* started|^ok: / { last = $0 } /(CRITICAL|WARNING|ERROR) \*\*/ { print last ": " $0 }' "$work/said" |
    grep -av "${others[@]}" >"$work/complaints" || true
[ ! -s "$work/complaints" ] || {
    echo "Complaints of GLib or GTK:"
    cat "$work/complaints"
    [ "$status" -ne 0 ] || status=1
}
# What failed, once more at the end, where whoever sees only the last lines finds it.
[ "$status" -eq 0 ] || grep -aE '^✘ .*(recorded an issue|failed)|: error: |^FAILED' "$work/said" | tail -60 || true
exit "$status"
