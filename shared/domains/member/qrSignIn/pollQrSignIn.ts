import { z } from "zod";
import { clock } from "#shared/kernel/time/clock.js";
import { openSealed } from "#shared/kernel/security/sealed.js";
import { sessionHashOf } from "./openQrSignIn.js";
import { QrSignInModel, type QrSignInDoc } from "./qrSignIn.model.js";
import { QrStatus } from "./qrSignIn.states.js";

const SealedPair = z.object({ accessToken: z.string(), refreshToken: z.string(), expiresAt: z.coerce.date() });
type QrTokens = z.output<typeof SealedPair>;

interface QrProgress {
  status: QrStatus;
  /** Only with status confirmed. */
  tokens: QrTokens | undefined;
  /** The page's next address; likewise only then. */
  redirectUri?: string | undefined;
}

const over: QrProgress = { status: QrStatus.over, tokens: undefined };

/** The status of a QR sign-in; an unknown session id is over. Once confirmed, it returns the same tokens for 60 s. */
export async function pollQrSignIn(sessionId: string): Promise<QrProgress> {
  const row = await QrSignInModel.findOne({ sessionHash: sessionHashOf(sessionId) }).lean<QrSignInDoc>();
  if (!row || row.status === QrStatus.over || row.expiresAt <= clock.now()) return over;
  if (row.status !== QrStatus.confirmed || row.sealedId === null) return { status: row.status, tokens: undefined };
  const sealed = await openSealed(row.sealedId);
  if (sealed === undefined || !(await collect(row))) return over;
  return { status: QrStatus.confirmed, tokens: SealedPair.parse(sealed), redirectUri: row.redirectUri };
}

/** Marks the tokens as collected, since the sweep ends uncollected sessions; false when the sweep was faster. */
async function collect({ _id, collectedAt }: QrSignInDoc): Promise<boolean> {
  if (collectedAt) return true;
  const { matchedCount } = await QrSignInModel.updateOne(
    { _id, status: QrStatus.confirmed },
    { $set: { collectedAt: clock.now() } },
  );
  return matchedCount === 1;
}
