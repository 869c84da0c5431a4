#!/usr/bin/env bash
# Runs the tests of each kind of desktop that DirectoryKeyringTests tells apart with that desktop around them, and fails
# where they did not run.
#   with-keyring.sh .build/debug/duke-directoryPackageTests.xctest --testing-library swift-testing
# No keyring of the user is touched: bus, home and keyring are new ones, and gone afterwards.
set -euo pipefail

for tool in gnome-keyring-daemon dbus-run-session gdbus; do
    command -v "$tool" >/dev/null && continue
    echo "DirectoryKeyringTests cannot run: $tool is missing (Debian: gnome-keyring, dbus, libglib2.0-bin)" >&2
    exit 1
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -m 700 "$folder/run"
# No prompt is possible: no display, and no session bus but the one named here.
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS

# A bus that starts no service by itself, so that only the daemon below answers, or none.
cat >"$folder/bus.conf" <<CONF
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=$folder</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>
CONF

on_bus() { dbus-run-session --config-file="$folder/bus.conf" -- bash -euc "$1" with-keyring "${@:2}"; }

# gnome-keyring-daemon in its own home: with --unlock it takes its password, with --start it opens nothing.
export KEYRING_FOLDER="$folder"
daemon='
    HOME="$KEYRING_FOLDER" XDG_DATA_HOME="$KEYRING_FOLDER/data" XDG_RUNTIME_DIR="$KEYRING_FOLDER/run" \
        gnome-keyring-daemon --foreground "$DAEMON_MODE" --components=secrets \
        >"$KEYRING_FOLDER/daemon.log" 2>&1 < <(printf pw) &
    trap "kill $! && wait $! || true" EXIT
    gdbus wait --session --timeout 20 org.freedesktop.secrets || { cat "$KEYRING_FOLDER/daemon.log" >&2; exit 1; }
    "$@"'

# ran SUITE: hands on what the tests say, and fails where that suite did not pass.
ran() { tee "$folder/said" && grep -q "Suite $1 passed" "$folder/said" || { echo "FAILED: $1 did not run" >&2; exit 1; }; }

on() { # on KIND SUITE: that suite on a bus with a daemon, or on one without
    export DIRECTORY_TEST_KEYRING=$1
    on_bus "${*:3}" "${command[@]}" --filter "DirectoryKeyringTests.$2" 2>&1 | ran "$2"
}

command=("$@")
DAEMON_MODE=--unlock on unlocked UnlockedKeyringTests "$daemon"
DAEMON_MODE=--start on locked LockedKeyringTests "$daemon"
on without NoKeyringTests '"$@"'
DIRECTORY_TEST_KEYRING=busless env -u XDG_RUNTIME_DIR "${command[@]}" --filter DirectoryKeyringTests.NoKeyringTests 2>&1 |
    ran NoKeyringTests
