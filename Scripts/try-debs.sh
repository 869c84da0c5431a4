#!/usr/bin/env bash
# Installs the two packages in a fresh Debian 12, uses them as a new user would, purges them, and prints what is left.
# Usage: try-debs.sh FOLDER-OF-PACKAGES [PICTURE-FOLDER]; as root, with access to Debian's archive.
set -eu

packages=$1
pictures=${2:-$packages}
mirror=${MIRROR:-http://deb.debian.org/debian}
# A mount namespace, so that mounts end with the script.
[ -n "${TRY_DEBS_ALONE:-}" ] || exec env TRY_DEBS_ALONE=yes unshare -m --propagation private "$0" "$@"

command -v debootstrap >/dev/null || apt-get install -y -qq --no-install-recommends debootstrap >/dev/null
root=$(mktemp -d)
running=""
end() {
    [ -z "$running" ] || kill $running 2>/dev/null || true
    for mount in dev/shm dev/pts dev proc; do umount "$root/$mount" 2>/dev/null || true; done
    rm -rf --one-file-system "$root"
}
trap end EXIT
chmod 755 "$root"
failed=0

title() { printf '\n== %s\n' "$*"; }
clean="/usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive"
inside() { chroot "$root" $clean "$@"; }
# begin USER FIFO COMMAND…: starts a server and waits until it listens; `line` is its output, `running` its process.
begin() {
    user=$1 fifo=$root/tmp/$2
    shift 2
    mkfifo "$fifo"
    # shellcheck disable=SC2086 # a command line
    chroot "$root" $clean setpriv --reuid="$user" --regid="$user" --clear-groups "$@" >"$fifo" &
    running=$!
    read -r line <"$fifo"
    echo "$line"
}
finish() { # ends that server, which must exit with 0
    kill "$running"
    wait "$running" && echo "ok: it ends at SIGTERM" || { echo "FAILED: it ends at SIGTERM"; failed=1; }
    running=""
}
as() { user=$1; shift; inside runuser -u "$user" -- env HOME="/home/$user" "$@"; }
apt() { inside apt-get -y -qq -o Dpkg::Use-Pty=0 "$@" >"$root/tmp/apt.log" 2>&1 || { cat "$root/tmp/apt.log"; exit 1; }; }
check() { # check TEXT COMMAND…
    text=$1
    shift
    if "$@"; then echo "ok: $text"; else echo "FAILED: $text"; failed=1; fi
}
# The files that are no data of the package manager.
listing() {
    inside find /usr /etc /var /home /opt /srv /root -xdev \
        -not -path '/var/lib/dpkg/*' -not -path '/var/lib/apt/*' -not -path '/var/cache/apt/*' \
        -not -path '/var/log/*' -not -path '/var/cache/ldconfig/*' -not -path '/var/cache/debconf/*' | sort
}
accounts() { inside getent passwd | sort; inside getent group | sort; }
answers() { [ "$(curl -s -o /dev/null -w '%{http_code}' "${@:2}")" = "$1" ]; }

title "A fresh Debian 12"
debootstrap --variant=minbase bookworm "$root" "$mirror" >/dev/null
mount --bind /proc "$root/proc"
mount --bind /dev "$root/dev"
mount --bind /dev/pts "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp "$packages"/duke-directory_*.deb "$packages"/duke-directory-server_*.deb "$root/tmp/"
inside useradd --create-home ann
apt update
# A display and D-Bus tools; then the dependencies of the packages, so that only their own files are new afterward.
apt install --no-install-recommends xvfb xauth dbus libglib2.0-bin
needed=$(inside sh -c 'apt-get -s install /tmp/*.deb' | awk '/^Inst/ && $2 !~ /^duke-directory/ {print $2}')
# shellcheck disable=SC2086 # a list of names
apt install --no-install-recommends $needed
echo "$(echo "$needed" | wc -l) dependencies"
listing >"$root/tmp/before"
accounts >"$root/tmp/accounts"

title "Install"
inside sh -c 'apt-get -y -q install /tmp/*.deb' 2>&1 | grep -E '^(The following NEW|  duke|Setting up|E:|W:)' || true
check "nothing is half configured" test -z "$(inside dpkg --audit)"
for program in duke-directory dukedir duke-directory-server; do
    check "$program prints its version" as ann $program --version
done
check "dukedir prints its help" sh -c "chroot $root dukedir --help | grep -A 2 OVERVIEW"
check "dukedir saves a person" as ann dukedir add 664541 'fn=Ric, ln=Telford, ro=Professor'
check "no library is missing" sh -c "chroot $root ldd /usr/bin/duke-directory /usr/bin/dukedir \
    /usr/bin/duke-directory-server >$root/tmp/libraries && ! grep 'not found' $root/tmp/libraries"

title "Server, as the unit starts it"
state=/var/lib/duke-directory-server/server.sqlite
command=$(inside sed -n 's/^ExecStart=//p' /lib/systemd/system/duke-directory-server.service |
    sed "s|%S|/var/lib|; s|\$DUKE_DIRECTORY_SERVER_OPTIONS|--port 18099|")
password=$(inside runuser -u _duke-directory -- duke-directory-server user add rt113 --database $state | tail -1)
# shellcheck disable=SC2086 # a command line
begin _duke-directory listens $command
check "its first page is public" answers 200 http://127.0.0.1:18099/
check "its entries are not" answers 401 http://127.0.0.1:18099/entries/all
check "its entries are for accounts" answers 200 -u "rt113:$password" http://127.0.0.1:18099/entries/all
finish

title "Window"
begin ann sampled duke-directory-server --sample --port 0
headless="xvfb-run -a -s '-screen 0 1280x900x24 -noreset' dbus-run-session -- env GSK_RENDERER=cairo GDK_DEBUG=gl-disable"
as ann sh -c "DUKE_DIRECTORY_PASSWORD=demo $headless duke-directory --server ${line##* } --netid demo \
    --sandbox /home/ann/sample --download replace --show 3059636 --screenshot /home/ann/window.png" 2>"$root/tmp/window.log" || true
check "the window opens, downloads, and writes a screenshot" test -s "$root/home/ann/window.png"
cp "$root/home/ann/window.png" "$pictures/fresh-debian.png" || cat "$root/tmp/window.log"
id=io.github.dukedirectory.DukeDirectory
check "the desktop starts it over D-Bus" as ann sh -c "$headless gdbus call --session --dest $id \
    --object-path /io/github/dukedirectory/DukeDirectory --method org.freedesktop.Application.ActivateAction quit '[]' '{}'" \
    2>/dev/null
finish

title "Purge"
inside apt-get -y -q purge duke-directory duke-directory-server 2>&1 | grep -E '^(Purging|The class|W:|E:|dpkg: warning)' || true
listing >"$root/tmp/after"
echo "New files:"
comm -13 "$root/tmp/before" "$root/tmp/after" | tee "$root/tmp/left"
echo "Removed files:"
comm -23 "$root/tmp/before" "$root/tmp/after"
check "only the data of ann and of the class are left" \
    sh -c "! grep -vE '^(/home/ann/|/var/lib/duke-directory-server(/|\$))' $root/tmp/left"
echo "New accounts:"
accounts | diff "$root/tmp/accounts" - || true

title "Purge of a server that never had a class"
rm -rf "$root/var/lib/duke-directory-server"
inside sh -c 'apt-get -y -q install /tmp/duke-directory-server_*.deb' >/dev/null 2>&1
apt purge duke-directory-server
check "no file is left" sh -c "! test -e $root/var/lib/duke-directory-server"
accounts >"$root/tmp/accounts-after"
check "no account is left" cmp "$root/tmp/accounts" "$root/tmp/accounts-after"

title "Server, on PostgreSQL"
apt install --no-install-recommends postgresql
inside sh -c 'apt-get -y -q install /tmp/duke-directory-server_*.deb' >/dev/null 2>&1
version=$(inside pg_lsclusters -h | awk '{print $1; exit}')
inside pg_ctlcluster "$version" main start 2>/dev/null || true
inside runuser -u postgres -- createuser _duke-directory
inside runuser -u postgres -- createdb -O _duke-directory class
database='postgresql:///class?host=/var/run/postgresql'
password=$(inside runuser -u _duke-directory -- duke-directory-server user add rt113 --database "$database" | tail -1)
begin _duke-directory stored duke-directory-server --port 18099 --database "$database"
check "its entries are not public" answers 401 http://127.0.0.1:18099/entries/all
check "its entries are for accounts" answers 200 -u "rt113:$password" http://127.0.0.1:18099/entries/all
finish
check "a class moves to a file" inside runuser -u _duke-directory -- \
    duke-directory-server copy --from "$database" --to /var/lib/duke-directory-server/copy.sqlite
inside pg_ctlcluster "$version" main stop
exit $failed
