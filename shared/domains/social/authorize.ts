import { randomBytes } from "node:crypto";
import { authorizePage as providerPage } from "#shared/providers/social/authorizePage.js";
import { allowedUrl } from "#shared/kernel/http/allowedUrl.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { keyedHash } from "#shared/kernel/security/sealed.js";
import { socialApp } from "./socialApps.js";
import { SocialStateModel } from "./socialState.model.js";
import { SocialType } from "./social.codes.js";

export const SOCIAL_STATE_MS = minutes(10);

/** A browser that signs in, with the secret of its cookie. */
export interface SignInBrowser {
  secret: string | undefined;
}

/**
 * The provider's page where a person agrees to sign in, with a new state: 31 inside the provider's own browser, 32 by a
 * QR code. With a browser's secret the state is valid only in that browser, so that nobody can have another person's
 * browser complete a sign-in that they began. 400 for the other types, which have no page, and for a redirectUri that
 * REDIRECT_URIS does not have.
 */
export async function authorizeRedirect(input: AuthorizeInput): Promise<string> {
  const { type, redirectUri, browserSecret } = input;
  if (type !== SocialType.officialAccount && type !== SocialType.website)
    throw errors.BadInput({ field: "type", reason: "must be one of 31, 32" });
  const target = allowedUrl(redirectUri, config.REDIRECT_URIS);
  if (target === undefined)
    throw errors.BadInput({ field: "redirectUri", reason: "is not an address that a sign-in may return to" });
  const app = socialApp(type);
  const state = randomBytes(32).toString("hex");
  const browserHash = browserSecret === undefined ? null : browserHashOf(browserSecret);
  const expiresAt = clock.after(SOCIAL_STATE_MS);
  await SocialStateModel.create([{ _id: hashOf(state), type, usedBy: null, browserHash, expiresAt }]);
  return providerPage(type === SocialType.officialAccount ? "inside" : "qr", app, target, state);
}

interface AuthorizeInput {
  type: SocialType;
  redirectUri: string;
  browserSecret?: string | undefined;
}

/** The provider's page for a state that the caller issued and checks itself; NotOffered. */
export function authorizePage(
  type: typeof SocialType.officialAccount | typeof SocialType.website,
  redirectUri: string,
  state: string,
): string {
  return providerPage(type === SocialType.officialAccount ? "inside" : "qr", socialApp(type), redirectUri, state);
}

/** The types whose states a sign-in of a type accepts: its own; the app has no page and accepts those of the others. */
const issuedFor: Record<SocialType, SocialType[]> = {
  [SocialType.miniProgram]: [],
  [SocialType.officialAccount]: [SocialType.officialAccount],
  [SocialType.website]: [SocialType.website],
  [SocialType.mobileApp]: [SocialType.officialAccount, SocialType.website],
};

/**
 * True once for a state that was issued for the type in the last ten minutes. A repeat with the same code is true as
 * well: a sign-in that ended in "still working" may be retried, and the code itself works once. A browser can use only
 * states that were issued to it.
 */
export async function takeState(
  state: string,
  { type, code, browser }: { type: SocialType; code?: string | undefined; browser?: SignInBrowser | undefined },
): Promise<boolean> {
  if (browser && browser.secret === undefined) return false;
  const usedBy = code === undefined ? randomBytes(16).toString("hex") : keyedHash("social state use", code);
  const { matchedCount } = await SocialStateModel.updateOne(
    {
      _id: hashOf(state),
      type: { $in: issuedFor[type] },
      usedBy: { $in: [null, usedBy] },
      ...(browser?.secret === undefined ? {} : { browserHash: browserHashOf(browser.secret) }),
      expiresAt: { $gt: clock.now() },
    },
    { $set: { usedBy } },
  );
  return matchedCount === 1;
}

const hashOf = (state: string): string => keyedHash("social state", state);
const browserHashOf = (secret: string): string => keyedHash("social browser", secret);
