/** The part of a sign-in response that an app stores. */
export interface Tokens {
  accessToken: string;
  /** Valid for one refresh, which returns the next one. Without it nothing is refreshed. */
  refreshToken?: string | undefined;
}

/** An app's store of tokens: memory, the browser's storage, a key ring. */
export interface TokenStore {
  get(): Tokens | undefined | Promise<Tokens | undefined>;
  /** undefined: the sign-in has ended. */
  set(tokens: Tokens | undefined): void | Promise<void>;
}

/** Keeps tokens until the process ends. */
export function memoryTokens(tokens?: Tokens): TokenStore {
  let held = tokens;
  return {
    get: () => held,
    set(given) {
      held = given;
    },
  };
}
