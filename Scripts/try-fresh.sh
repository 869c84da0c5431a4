#!/usr/bin/env bash
# Follows the README on a fresh Debian 12 with Swift: clones the last commit and runs `make run`, until the window is
# drawn, `make test`, and `make check`; prints the last lines of each.
# Usage: try-fresh.sh PICTURE-FOLDER [TARGET…]; as root, with access to Debian's archive. Other targets are possible,
# such as packages-test or "build CONFIG=release".
set -euo pipefail

pictures=$1
shift
[ $# -gt 0 ] || set -- run test check
tree=$(cd "$(dirname "$0")/.." && pwd)
# A mount namespace, so that mounts end with the script.
[ -n "${TRY_FRESH_ALONE:-}" ] || exec env TRY_FRESH_ALONE=yes unshare -m --propagation private "$0" "$pictures" "$@"

for tool in debootstrap xvfb xdotool imagemagick; do
    dpkg-query -W -f '${db:Status-Status}' "$tool" 2>/dev/null | grep -q '^installed$' ||
        apt-get install -y -qq --no-install-recommends "$tool" >/dev/null
done
root=$(mktemp -d)
running=()
end() {
    for pid in "${running[@]}"; do kill -- "-$pid" 2>/dev/null || kill "$pid" 2>/dev/null || true; done
    # Processes in the chroot that are still running.
    for process in /proc/[0-9]*; do
        case "$(readlink "$process/root" 2>/dev/null || true)" in "$root"*) kill -9 "${process#/proc/}" 2>/dev/null || true ;; esac
    done
    wait 2>/dev/null || true
    awk -v root="$root/" 'index($2, root) == 1 { print $2 }' /proc/mounts | sort -r | xargs -r -n 1 umount
    rm -rf --one-file-system "$root"
}
trap end EXIT
chmod 755 "$root"
mkdir -p "$pictures"
failed=0

title() { printf '\n== %s\n' "$*"; }
check() { # check TEXT COMMAND…
    if "${@:2}"; then echo "ok: $1"; else echo "FAILED: $1"; failed=1; fi
}
# Mounts a folder of this machine at the same path, read-only.
mount_read_only() {
    mkdir -p "$root$1"
    mount --bind "$1" "$root$1"
    mount -o remount,bind,ro "$root$1"
}
# The proxies of this machine.
proxies=()
for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
    [ -z "${!name:-}" ] || proxies+=("$name=${!name}")
done
swift=$(readlink -f "$(command -v swift)")
swift=${swift%/usr/bin/*}
[ -x "$swift/usr/bin/swift" ] && [ -n "$swift" ] || { echo "Swift is not in a folder of its own."; exit 1; }
inside() {
    chroot "$root" /usr/bin/env -i PATH="$swift/usr/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin" LANG=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "${proxies[@]}" "$@"
}
ann() { inside runuser -u ann -- env HOME=/home/ann DISPLAY="${DISPLAY:-}" sh -c "cd ~/duke-directory && $1"; }
apt() { inside apt-get -y -qq -o Dpkg::Use-Pty=0 "$@" >"$root/tmp/apt.log" 2>&1 || { cat "$root/tmp/apt.log"; exit 1; }; }

title "A fresh Debian 12"
# shellcheck disable=SC2016 # the names are apt's
mirror=$(apt-get indextargets --format '$(CODENAME) $(SITE)' | awk '$1 == "bookworm" { print $2; exit }')
debootstrap --variant=minbase bookworm "$root" "${MIRROR:-$mirror}" >/dev/null
mount --bind /proc "$root/proc"
mount --bind /dev "$root/dev"
mount --bind /dev/pts "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
# The archive of this machine with its settings.
rm -f "$root/etc/apt/sources.list"
find /etc/apt -name '*.list' -o -name '*.sources' | xargs -r grep -l "$mirror" | xargs -r cp --parents -t "$root"
cp -r /etc/apt/apt.conf.d "$root/etc/apt/"
apt update
# The dependencies of Swift on Debian, and git, make, and sudo.
apt install --no-install-recommends binutils-gold gcc libstdc++-12-dev libicu-dev libcurl4-openssl-dev libedit-dev \
    libsqlite3-dev libncurses-dev libpython3-dev libxml2-dev pkg-config uuid-dev tzdata git make sudo ca-certificates
mount_read_only "$swift"
# The mirrors of Swift packages of this machine.
git config --get-regexp '^url\..*\.insteadof$' | while read -r name value; do
    base=${name#url.}
    base=${base%.insteadof}
    inside git config --system --add "$name" "$value"
    case "$base" in /*) awk -v at="$root${base%/}" '$2 == at { found = 1 } END { exit !found }' /proc/mounts || mount_read_only "${base%/}" ;; esac
done
inside git config --system --add safe.directory '*'
inside useradd --create-home --shell /bin/bash ann
echo "ann ALL=(ALL) NOPASSWD: ALL" >"$root/etc/sudoers.d/ann"
mount_read_only "$tree"
inside runuser -u ann -- git clone -q --no-hardlinks "$tree" /home/ann/duke-directory
umount "$root$tree"
ann "swift --version 2>&1 | head -1; git log --oneline -1"

# A display outside the chroot, like a user's.
start_display() {
    mkfifo "$root/tmp/number"
    Xvfb -displayfd 3 -screen 0 1280x900x24 -nolisten tcp -noreset 3>"$root/tmp/number" 2>/dev/null &
    running+=("$!")
    read -r number <"$root/tmp/number"
    export DISPLAY=":$number"
}
# run: the window appears, a screenshot is taken, and everything ends at SIGTERM.
capture_run() {
    start_display
    empty=$(import -window root rgb:- | cksum)
    # In a process group, which ends together.
    set -m
    ann "exec make run" >"$root/tmp/run.log" 2>&1 &
    making=$!
    set +m
    running+=("$making")
    until xdotool search --onlyvisible --name '^Duke Directory$' >/dev/null 2>&1; do
        kill -0 "$making" 2>/dev/null || { tail -20 "$root/tmp/run.log"; return 1; }
        sleep 1
    done
    # Until the window is drawn and no longer changes.
    last=$empty
    until now=$(import -window root rgb:- | cksum) && [ "$now" = "$last" ] && [ "$now" != "$empty" ]; do last=$now; done
    import -window root "$pictures/fresh-run.png"
    tail -5 "$root/tmp/run.log"
    kill -- "-$making"
    wait "$making" || true
    unset DISPLAY
}

for target in "$@"; do
    title "make $target"
    started=$SECONDS
    if [ "$target" = run ]; then
        check "make run opens the window" capture_run
    else
        log=/tmp/${target%% *}.log
        check "make $target" ann "make $target >$log 2>&1 || { grep -nE 'error:|FAILED|failed|\*\*\*' $log | tail -40; false; }"
        tail -15 "$root$log"
    fi
    echo "$((SECONDS - started)) s"
done
exit $failed
