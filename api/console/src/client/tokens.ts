/** The sign-in of this browser. In localStorage, so that several tabs are one sign-in; the page's CSP runs no foreign script. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** Epoch ms. */
  expiresTime: number;
}

const KEY = "console.tokens";
const listeners = new Set<() => void>();
let kept: Tokens | null = read();

function read(): Tokens | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") as Tokens | null;
  } catch {
    return null;
  }
}

export const currentTokens = (): Tokens | null => kept;

let ended = false;
/** Whether the sign-in before was ended by somebody else, or ran out: told where one signs in again. */
export const wasEnded = (): boolean => ended;

export function keepTokens(tokens: Tokens | null, byOthers = false): void {
  kept = tokens;
  ended = byOthers;
  if (tokens) localStorage.setItem(KEY, JSON.stringify(tokens));
  else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore: told when this tab or another one signs in or out. */
export function onTokens(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

window.addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  kept = read();
  for (const listener of listeners) listener();
});

/** What another tab may have just renewed. */
export function reloadTokens(): Tokens | null {
  kept = read();
  return kept;
}
