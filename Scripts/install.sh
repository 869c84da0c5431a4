#!/usr/bin/env bash
# Installs or removes the programs and their files.
# Usage: install.sh install|uninstall BUILD-FOLDER; PREFIX, DESTDIR and the other names are the Makefile's.
set -eu

task=$1
build=$2
prefix=${PREFIX:-/usr/local}
root=${DESTDIR:-}
share=$prefix/share
units=${UNITS:-$prefix/lib/systemd/system}
zsh=${ZSH_COMPLETIONS:-$share/zsh/site-functions}
id=io.github.dukedirectory.DukeDirectory
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# put MODE FILE TARGET: installs FILE at TARGET, or removes TARGET. Programs are stripped.
put() {
    if [ "$task" = install ]; then
        install -D -m "$1" ${4:-} "$2" "$root$3"
    else
        rm -f "$root$3"
    fi
}

# filled FILE: the template with paths and addresses. Without an address the screenshots are omitted.
filled() {
    shots=()
    [ -n "${SCREENSHOTS:-}" ] || shots=(-e '/<screenshots>/,/<\/screenshots>/d')
    sed "${shots[@]}" -e "s|@bindir@|$prefix/bin|g" -e "s|@screenshots@|${SCREENSHOTS:-}|g" "$1" >"$work/$(basename "$1" .in)"
    echo "$work/$(basename "$1" .in)"
}

# translated KIND FILE: the template with the texts of every language.
translated() {
    [ "$task" = install ] || return 0
    mkdir -p "$work/translated"
    msgfmt "--$1" --template="$2" -d po -o "$work/translated/${2##*/}" || return
    echo "$work/translated/${2##*/}"
}

programs="duke-directory dukedir duke-directory-server"
for program in $programs; do
    put 755 "$build/$program" "$prefix/bin/$program" -s
    for shell in bash zsh fish; do
        [ "$task" = uninstall ] || "$build/$program" --generate-completion-script "$shell" >"$work/$program.$shell"
    done
    # bash sources it and never executes it.
    [ "$task" = uninstall ] || sed -i '1{/^#!/d}' "$work/$program.bash"
    put 644 "$work/$program.bash" "$share/bash-completion/completions/$program"
    put 644 "$work/$program.zsh" "$zsh/_$program"
    put 644 "$work/$program.fish" "$share/fish/vendor_completions.d/$program.fish"
done

for page in data/man/*.[18]; do put 644 "$page" "$share/man/man${page##*.}/${page##*/}"; done
for file in ece564cohort.json players.plist sample-{contacts,courses,todos,tours}.json; do
    put 644 "data/$file" "$share/duke-directory/$file"
done
put 644 data/collections/books.json "$share/doc/duke-directory/examples/books.json"
for file in data/portraits/*.jpg data/portraits/class.mjpeg; do
    put 644 "$file" "$share/duke-directory/portraits/${file##*/}"
done

for kind in scalable symbolic; do
    for icon in data/icons/hicolor/$kind/apps/*.svg; do put 644 "$icon" "$share/${icon#data/}"; done
done
for language in $(cat po/LINGUAS); do
    [ "$task" = uninstall ] || msgfmt --check "po/$language.po" -o "$work/$language.mo"
    for program in duke-directory duke-directory-server; do
        put 644 "$work/$language.mo" "$share/locale/$language/LC_MESSAGES/$program.mo"
    done
done
put 644 "$(translated desktop "data/$id.desktop")" "$share/applications/$id.desktop"
put 644 "data/$id.search-provider.ini" "$share/gnome-shell/search-providers/$id.search-provider.ini"
put 644 "$(filled "data/$id.service.in")" "$share/dbus-1/services/$id.service"
put 644 "$(translated xml "$(filled "data/$id.metainfo.xml.in")")" "$share/metainfo/$id.metainfo.xml"
put 644 "$(filled data/systemd/duke-directory-server.service.in)" "$units/duke-directory-server.service"
put 644 data/systemd/duke-directory-server.sysusers "$prefix/lib/sysusers.d/duke-directory-server.conf"

[ "$task" = install ] || rmdir "$root$share/duke-directory/portraits" "$root$share/duke-directory" \
    "$root$share/doc/duke-directory/examples" "$root$share/doc/duke-directory" 2>/dev/null || true

# Updates the desktop's caches on a running system; packages have triggers for that.
if [ -z "$root" ]; then
    command -v update-desktop-database >/dev/null && update-desktop-database -q "$share/applications" || true
    command -v gtk4-update-icon-cache >/dev/null && gtk4-update-icon-cache -qtf "$share/icons/hicolor" || true
fi
