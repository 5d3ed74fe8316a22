/**
 * Whether this browser is signed in. The sign-in itself is a cookie that no script can read; the mark beside it, in
 * localStorage, makes several tabs one sign-in and says at once which page to draw.
 */
const KEY = "console.signedIn";
// What earlier versions kept here opened everything to whoever read it.
localStorage.removeItem("console.tokens");

const listeners = new Set<() => void>();
const read = (): string | null => localStorage.getItem(KEY);
let kept = read();

/** Another one with each sign-in; null: signed out. */
export const signInMark = (): string | null => kept;

let ended = false;
/** Whether the sign-in before was ended by somebody else, or ran out: told where one signs in again. */
export const wasEnded = (): boolean => ended;

function keep(mark: string | null): void {
  kept = mark;
  if (mark === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, mark);
  for (const listener of listeners) listener();
}

export function markSignedIn(): void {
  ended = false;
  keep(String(Date.now()));
}

/** `byOthers`: the API says that the sign-in is over. */
export function markSignedOut(byOthers = false): void {
  ended = byOthers;
  keep(null);
}

/** For useSyncExternalStore: told when this tab or another one signs in or out. */
export function onSignIn(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

window.addEventListener("storage", (event) => {
  if (event.key !== KEY && event.key !== null) return;
  kept = read();
  for (const listener of listeners) listener();
});
