import { authorizePage } from "#shared/domains/social/index.js";
import { SocialType } from "#shared/domains/social/social.codes.js";
import { clock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { stateHashOf } from "./openQrSignIn.js";
import { QrSignInModel, type QrSignInDoc } from "./qrSignIn.model.js";
import { qrStates, QrStatus } from "./qrSignIn.states.js";

/** The provider's app has a browser of its own, which shows the official account's page at once. */
const isInsideProviderApp = (userAgent: string): boolean => userAgent.includes("MicroMessenger");

/**
 * The phone opened the code's address: waiting -> scanned; repeating changes nothing. Returns the provider's consent
 * page, which leads back to the callback with the same state. Undefined for a code that is unknown, over or confirmed.
 */
export async function scanQrCode(state: string, userAgent: string): Promise<string | undefined> {
  const stateHash = stateHashOf(state);
  const socialType = isInsideProviderApp(userAgent) ? SocialType.officialAccount : SocialType.website;
  // Before the row moves: if the application is not set up, this throws and the code stays waiting.
  const callback = `${config.PUBLIC_URL}/app-api/website/auth/callback`;
  authorizePage(socialType, callback, state);
  const where = { stateHash, expiresAt: { $gt: clock.now() } };
  await moveState(QrSignInModel, qrStates, {
    where,
    from: QrStatus.waiting,
    to: QrStatus.scanned,
    set: { socialType },
  });
  const row = await QrSignInModel.findOne({ ...where, status: QrStatus.scanned }).lean<QrSignInDoc>();
  return row ? authorizePage(row.socialType ?? socialType, callback, state) : undefined;
}
