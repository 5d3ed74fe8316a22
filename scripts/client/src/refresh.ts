import { newKey } from "./key.js";
import { NO_ANSWER, ShopError } from "./shopError.js";
import type { Tokens, TokenStore } from "./tokens.js";

/** The shop's code for a refresh token that is unknown, used or ended: sign in again. */
const SIGN_IN_AGAIN = 4010;

/**
 * Refresh tokens rotate: each works once, and a later second use ends the session. So calls that meet a 401 at the same
 * time share one refresh, and later ones find that the store already holds another token.
 */
export function makeRefresh(
  tokens: TokenStore,
  request: (refreshToken: string, idempotencyKey: string) => Promise<unknown>,
): (used: Tokens, met: ShopError) => Promise<void> {
  let underWay: Promise<void> | undefined;
  let asked: { refreshToken: string; key: string } | undefined;

  async function rotate(used: Tokens, met: ShopError): Promise<void> {
    const held = await tokens.get();
    if (held === undefined) throw met;
    if (held.accessToken !== used.accessToken) return;
    if (held.refreshToken === undefined) throw met;
    try {
      await tokens.set((await requestTwice(held.refreshToken)) as Tokens);
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== SIGN_IN_AGAIN) throw error;
      // Another tab or process with the same store may have been faster.
      const now = await tokens.get();
      if (now && now.refreshToken !== held.refreshToken) return;
      await tokens.set(undefined);
      throw error;
    }
  }

  /** If the response is lost, the same token with the same key gets the same pair, for a day and until it is used. */
  async function requestTwice(refreshToken: string): Promise<unknown> {
    if (asked?.refreshToken !== refreshToken) asked = { refreshToken, key: newKey() };
    const { key } = asked;
    try {
      return await request(refreshToken, key);
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== NO_ANSWER) throw error;
      return await request(refreshToken, key);
    }
  }

  return (used, met) => (underWay ??= rotate(used, met).finally(() => (underWay = undefined)));
}
