import { randomBytes } from "node:crypto";
import { wechat } from "#shared/integrations/social/index.js";
import { isAllowedUrl } from "#shared/platform/allowedUrl.js";
import { clock, minutes } from "#shared/platform/clock.js";
import { config } from "#shared/platform/config.js";
import { errors } from "#shared/platform/errors.js";
import { keyedHash } from "#shared/platform/sealed.js";
import { socialApp, type SocialType } from "./socialApps.js";
import { SocialStateModel } from "./socialState.model.js";

const STATE_MS = minutes(10);

/**
 * The platform's page where a person agrees to sign in, with a fresh state: 31 inside the platform's own browser, 32 by a
 * QR code. 400 for the other types, which have no page, and for a redirectUri that REDIRECT_URIS does not have.
 */
export async function authorizeRedirect(input: { type: SocialType; redirectUri: string }): Promise<string> {
  const { type, redirectUri } = input;
  if (type !== 31 && type !== 32) throw errors.BadInput({ field: "type", reason: "must be one of 31, 32" });
  if (!isAllowedUrl(redirectUri, config.REDIRECT_URIS))
    throw errors.BadInput({ field: "redirectUri", reason: "is not an address that a sign-in may return to" });
  const app = socialApp(type);
  const state = randomBytes(32).toString("hex");
  await SocialStateModel.create([{ _id: hashOf(state), type, usedBy: null, expiresAt: clock.after(STATE_MS) }]);
  return wechat.authorizePage(type === 31 ? "inside" : "qr", app, redirectUri, state);
}

/** The platform's page for a state that the caller issued itself and will know again; SocialAppNotFound. */
export function authorizePage(type: 31 | 32, redirectUri: string, state: string): string {
  return wechat.authorizePage(type === 31 ? "inside" : "qr", socialApp(type), redirectUri, state);
}

/** Whose states a sign-in of a type may bring: its own; the app has no page, and takes those of the others. */
const issuedFor: Record<SocialType, SocialType[]> = { 34: [], 31: [31], 32: [32], 30: [31, 32] };

/**
 * True once for a state that was issued for the type in the last ten minutes. With the code that came beside it, a repeat
 * with the same code is true as well: a sign-in that ended in "still working" may be tried again, and the code itself
 * works once.
 */
export async function takeState(
  state: string,
  { type, code }: { type: SocialType; code?: string | undefined },
): Promise<boolean> {
  const usedBy = code === undefined ? randomBytes(16).toString("hex") : keyedHash("social state use", code);
  const { matchedCount } = await SocialStateModel.updateOne(
    {
      _id: hashOf(state),
      type: { $in: issuedFor[type] },
      usedBy: { $in: [null, usedBy] },
      expiresAt: { $gt: clock.now() },
    },
    { $set: { usedBy } },
  );
  return matchedCount === 1;
}

const hashOf = (state: string): string => keyedHash("social state", state);
