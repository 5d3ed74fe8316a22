import { randomBytes } from "node:crypto";
import { allowedUrl } from "#shared/kernel/http/allowedUrl.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { errors } from "#shared/kernel/request/errors.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { keyedHash } from "#shared/kernel/security/sealed.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import { QrSignInModel } from "./qrSignIn.model.js";

/** How long a browser waits for the phone (rules: Sign-in). */
const WAIT_MS = minutes(5);

export const sessionHashOf = (sessionId: string): string => keyedHash("QR session", sessionId);
export const stateHashOf = (state: string): string => keyedHash("QR state", state);

/**
 * Creates a QR code for a browser: `sessionId` is the browser's secret, `qrcodeUrl` what the phone opens. The page goes
 * to redirectUri once signed in; 400 if REDIRECT_URIS does not have it.
 */
export async function openQrSignIn(redirectUri: string): Promise<{ sessionId: string; qrcodeUrl: string }> {
  const target = allowedUrl(redirectUri, config.REDIRECT_URIS);
  if (target === undefined)
    throw errors.BadInput({ field: "redirectUri", reason: "is not an address that a sign-in may return to" });
  const sessionId = randomBytes(32).toString("base64url");
  // Hex, as the provider accepts only letters and digits in a state.
  const state = randomBytes(32).toString("hex");
  const context = currentContext();
  await QrSignInModel.create([
    {
      _id: await nextId("qrSignIns"),
      sessionHash: sessionHashOf(sessionId),
      stateHash: stateHashOf(state),
      redirectUri: target,
      ip: context?.ip ?? "",
      userAgent: (context?.userAgent ?? "").slice(0, 300),
      terminal: context?.terminal ?? Terminal.unknown,
      expiresAt: clock.after(WAIT_MS),
    },
  ]);
  return { sessionId, qrcodeUrl: `${config.PUBLIC_URL}/app-api/website/auth/scan?state=${state}` };
}
