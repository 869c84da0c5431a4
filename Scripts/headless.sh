#!/usr/bin/env bash
# Runs a command as tests run: in English, on its own display, drawn in software, and without blinking cursors. It
# fails if the command fails, and if a child process prints a critical or a warning of GLib or GTK.
# Usage: headless.sh COMMAND…
set -euo pipefail

# Warnings that are not ours.
ignored=(
    # The tests' AT-SPI client queries a program that has just started or ended.
    -e 'dbind-WARNING .*GetItems'
    # No desktop shows notifications.
    -e 'unable to send notifications through org.freedesktop.Notifications'
    # GTK 4.8 tries to show the tooltip of a popover half a second after its window was destroyed.
    -e "gdk_surface_get_device_position: assertion 'GDK_IS_SURFACE (surface)' failed"
    -e "_gtk_widget_find_at_coords: assertion 'GDK_IS_SURFACE (surface)' failed"
)

# Tests open more files and connections at once than the default limit.
ulimit -Sn "$(ulimit -Hn)"

# Hundreds of tests at once would wait so long that clients time out.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-8}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/config/gtk-4.0"
printf '[Settings]\ngtk-cursor-blink=false\n' >"$work/config/gtk-4.0/settings.ini"

# Xvfb picks a free display, so that several can start at the same time.
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
    "$@" 2>&1 | tee "$work/output" || status=$?

# Each warning with its test.
awk '/^Test Case .* started|^ok: / { last = $0 } /(CRITICAL|WARNING|ERROR) \*\*/ { print last ": " $0 }' "$work/output" |
    grep -av "${ignored[@]}" >"$work/warnings" || true
[ ! -s "$work/warnings" ] || {
    echo "Warnings of GLib or GTK:"
    cat "$work/warnings"
    [ "$status" -ne 0 ] || status=1
}
# Failures are repeated at the end, because a log may show only its last lines.
[ "$status" -eq 0 ] || grep -aE '^✘ .*(recorded an issue|failed)|: error: |^FAILED' "$work/output" | tail -60 || true
exit "$status"
