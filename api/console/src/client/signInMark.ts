/**
 * Whether this browser is signed in. The sign-in itself is an HttpOnly cookie; this mark in localStorage shares it
 * between tabs and decides at once which page to render.
 */
const KEY = "console.signedIn";
// Earlier versions stored tokens here, which scripts could read.
localStorage.removeItem("console.tokens");

const listeners = new Set<() => void>();
const read = (): string | null => localStorage.getItem(KEY);
let current = read();

/** A new mark with each sign-in; null: signed out. */
export const signInMark = (): string | null => current;

let ended = false;
/** Whether the last sign-in was ended by somebody else, or expired: shown on the sign-in page. */
export const wasEnded = (): boolean => ended;

function setMark(mark: string | null): void {
  current = mark;
  if (mark === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, mark);
  for (const listener of listeners) listener();
}

export function markSignedIn(): void {
  ended = false;
  setMark(String(Date.now()));
}

/** `byOthers`: the API reported that the sign-in has ended. */
export function markSignedOut(byOthers = false): void {
  ended = byOthers;
  setMark(null);
}

/** For useSyncExternalStore: called when this tab or another one signs in or out. */
export function onSignIn(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

window.addEventListener("storage", (event) => {
  if (event.key !== KEY && event.key !== null) return;
  current = read();
  for (const listener of listeners) listener();
});
