#!/usr/bin/env bash
# Starts the sample class server on a free loopback port and the window, signed in as demo, with the class downloaded,
# demo's own record open, and records in every other collection. Ends both together. Without a display, the window is
# served to a browser.
set -eu

build=$1
state=$(mktemp -d)
pids=""

end() {
    trap - EXIT INT TERM
    for pid in $pids; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$state"
}
trap end EXIT
trap 'exit 130' INT TERM

mkfifo "$state/ready"
"$build/duke-directory-server" --sample --port 0 --log-level error >"$state/ready" &
pids="$!"
read -r line <"$state/ready" || { echo "The sample server did not start." >&2; exit 1; }
server=$(echo "$line" | grep -o "http://[^ ]*")
echo "The sample class is at $server. Sign in as demo with the password demo."

if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-$state}"
    number=0
    while :; do
        port=$((18080 + number))
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
        number=$((number + 1))
    done
    gtk4-broadwayd --address 127.0.0.1 --port "$port" ":$((40 + number))" >"$state/broadway.log" 2>&1 &
    pids="$pids $!"
    export GDK_BACKEND=broadway BROADWAY_DISPLAY=":$((40 + number))"
    until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
        kill -0 "${pids##* }" 2>/dev/null || { cat "$state/broadway.log" >&2; exit 1; }
    done
    echo "There is no display here, so the window opens in your browser: http://127.0.0.1:$port/"
fi

Scripts/fill-sample.sh "$build" .build/demo-sandbox "$server"
DUKE_DIRECTORY_PASSWORD=demo "$build/duke-directory" --sandbox .build/demo-sandbox --server "$server" --netid demo \
    --download update --show-own &
pids="$pids $!"
wait "$!"
