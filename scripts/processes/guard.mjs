import { spawn } from "node:child_process";

// A small shell that holds the other end of a pipe. When the launcher dies without stopping its children (SIGKILL, out
// of memory), the pipe closes and the shell ends them: first the processes, then the services they write to.
const script = `
trap '' INT TERM HUP
processes= services=
without() { gone=$1; shift; left=; for p in "$@"; do [ "$p" = "$gone" ] || left="$left $p"; done; echo "$left"; }
some() { for p in "$@"; do kill -0 "$p" 2>/dev/null && return 0; done; return 1; }
end() {
  [ $# -gt 0 ] || return 0
  kill -TERM "$@" 2>/dev/null; kill -CONT "$@" 2>/dev/null
  n=0; while some "$@" && [ $n -lt 25 ]; do sleep 0.2; n=$((n+1)); done
  kill -KILL "$@" 2>/dev/null
}
while read -r verb kind pid; do
  case "$verb $kind" in
    "add process") processes="$processes $pid" ;;
    "add service") services="$services $pid" ;;
    "drop "*) processes=$(without "$pid" $processes); services=$(without "$pid" $services) ;;
  esac
done
end $processes
end $services
`;

/** @type {import("node:child_process").ChildProcess | undefined} */
let shell;

/** @param {string} line */
function send(line) {
  if (!shell) {
    // Detached: a Ctrl-C in the terminal must not reach it. Unreferenced: it must not keep a test run alive.
    shell = spawn("/bin/sh", ["-c", script], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
    shell.on("error", () => {}); // no shell, no guard: the pid files still help the next start
    shell.stdin?.on("error", () => {});
    shell.unref();
    /** @type {import("node:net").Socket} */ (shell.stdin).unref();
  }
  shell.stdin?.write(`${line}\n`);
}

/**
 * @param {"process" | "service"} kind
 * @param {number} pid negative for a whole process group
 */
export const guard = (kind, pid) => send(`add ${kind} ${pid}`);

/** @param {number} pid */
export const unguard = (pid) => send(`drop any ${pid}`);
