/** What a sign-in answers, or the part of it that has to be kept. */
export interface Tokens {
  accessToken: string;
  /** Good for one refresh: the next pair brings the next one. Without it nothing is refreshed. */
  refreshToken?: string | undefined;
}

/** Where an app keeps its tokens: memory, the browser's storage, a key ring. */
export interface TokenStore {
  get(): Tokens | undefined | Promise<Tokens | undefined>;
  /** undefined: the sign-in has ended. */
  set(tokens: Tokens | undefined): void | Promise<void>;
}

/** Forgets with the process. */
export function memoryTokens(tokens?: Tokens): TokenStore {
  let kept = tokens;
  return {
    get: () => kept,
    set(given) {
      kept = given;
    },
  };
}
