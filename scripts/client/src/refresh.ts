import { NO_ANSWER, ShopError } from "./shopError.js";
import type { Tokens, TokenStore } from "./tokens.js";

/** The shop's number for: the refresh token is unknown, used or ended; sign in again. */
const SIGN_IN_AGAIN = 4010;

/**
 * Refresh tokens rotate: each is good once, and one used again later ends the session. So however many calls meet a 401
 * together, one refresh is made, and those who come later see that the store holds another token already.
 */
export function makeRefresh(
  tokens: TokenStore,
  ask: (refreshToken: string, idempotencyKey: string) => Promise<unknown>,
): (used: Tokens, met: ShopError) => Promise<void> {
  let underWay: Promise<void> | undefined;

  async function rotate(used: Tokens, met: ShopError): Promise<void> {
    const held = await tokens.get();
    if (held === undefined) throw met;
    if (held.accessToken !== used.accessToken) return;
    if (held.refreshToken === undefined) throw met;
    try {
      await tokens.set((await askTwice(held.refreshToken)) as Tokens);
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== SIGN_IN_AGAIN) throw error;
      // Another tab or process with the same store may have been faster.
      const now = await tokens.get();
      if (now && now.refreshToken !== held.refreshToken) return;
      await tokens.set(undefined);
      throw error;
    }
  }

  /** When the answer is lost, the same token with the same key gets the same pair for ten seconds. */
  async function askTwice(refreshToken: string): Promise<unknown> {
    const key = crypto.randomUUID();
    try {
      return await ask(refreshToken, key);
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== NO_ANSWER) throw error;
      return await ask(refreshToken, key);
    }
  }

  return (used, met) => (underWay ??= rotate(used, met).finally(() => (underWay = undefined)));
}
