import { setTimeout as pause } from "node:timers/promises";
import { exchangeCode } from "#shared/domains/social/index.js";
import { storeAfter, storeNow } from "#shared/kernel/mongo/storeTime.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { currentContext, withContext, type Context } from "#shared/kernel/request/context.js";
import { AppError, errors } from "#shared/kernel/request/errors.js";
import { sealValue } from "#shared/kernel/security/sealed.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { SocialType } from "#shared/domains/social/social.codes.js";
import { stateHashOf } from "./openQrSignIn.js";
import { QrSignInModel, type QrSignInDoc } from "./qrSignIn.model.js";
import { qrStates, QrStatus } from "./qrSignIn.states.js";
import type { SignedIn } from "../signIn/loggedSignIn.js";
import { signInByPerson } from "../signIn/signInBySocial.js";
import type { Caller } from "../signIn/signInLocks.js";

/** For how long polls get the tokens (rules: Sign-in). */
const HANDING_OUT_MS = seconds(60);
/** Longer than the exchange of a code may take: a callback at work for longer is taken for dead. */
const TURN_MS = seconds(15);
/** How long another callback waits for the result of the one at work, in real time. */
const WAIT_MS = seconds(10);
const POLL_MS = 50;
const MAX_POLL_MS = 400;

type QrOutcome = "confirmed" | "cancelled" | "over";

/**
 * Handles the phone's return from the provider. With a code it is exchanged and signs in once, scanned -> confirmed;
 * concurrent calls make one sign-in and one token pair, and all return its outcome. Without a code the person declined.
 * A phone without a recorded scan counts as having scanned. Throws the errors of exchangeCode and of a sign-in; the
 * code on the screen stays valid for another try.
 */
export async function confirmQrSignIn(
  { state, code }: { state: string; code?: string | undefined },
  caller: Caller,
): Promise<QrOutcome> {
  const stateHash = stateHashOf(state);
  if (code === undefined) return cancelQrSignIn(stateHash);
  const deadline = performance.now() + WAIT_MS;
  for (let waitMs = POLL_MS; ; waitMs = Math.min(waitMs * 2, MAX_POLL_MS)) {
    const row = await QrSignInModel.findOne({ stateHash }).lean<QrSignInDoc>();
    if (row?.status === QrStatus.confirmed) return "confirmed";
    if (!row || row.status === QrStatus.over || row.expiresAt <= clock.now()) return "over";
    const isBusy = row.confirmingUntil !== null && row.confirmingUntil > storeNow();
    const mine = isBusy ? undefined : await takeTurn(stateHash);
    if (mine) return confirm(mine, code, caller);
    if (performance.now() > deadline) throw errors.StillWorking({}, 2);
    await pause(waitMs);
  }
}

/** The person declined. A confirmed sign-in stays confirmed. */
async function cancelQrSignIn(stateHash: string): Promise<QrOutcome> {
  const where = { stateHash, expiresAt: { $gt: clock.now() } };
  const cancelled = await moveState(QrSignInModel, qrStates, {
    where,
    from: [QrStatus.waiting, QrStatus.scanned],
    to: QrStatus.over,
  });
  return cancelled ? "cancelled" : "over";
}

type Turn = QrSignInDoc & { confirmingUntil: Date };

/** One callback at a time works on a code; undefined when the code is not waiting, or another callback is at work. */
async function takeTurn(stateHash: string): Promise<Turn | undefined> {
  const now = clock.now();
  const where = { stateHash, expiresAt: { $gt: now } };
  await moveState(QrSignInModel, qrStates, { where, from: QrStatus.waiting, to: QrStatus.scanned });
  const confirmingUntil = storeAfter(TURN_MS);
  const row = await QrSignInModel.findOneAndUpdate(
    { ...where, status: QrStatus.scanned, $or: [{ confirmingUntil: null }, { confirmingUntil: { $lte: storeNow() } }] },
    { $set: { confirmingUntil } },
    { returnDocument: "after" },
  ).lean<QrSignInDoc>();
  return row ? { ...row, confirmingUntil } : undefined;
}

/** Thrown in the sign-in's transaction to undo it when the QR code expired meanwhile. */
class Over extends Error {}

async function confirm(turn: Turn, code: string, caller: Caller): Promise<QrOutcome> {
  const type = turn.socialType ?? SocialType.website;
  try {
    await withContext(asBrowser(turn), () =>
      signInByPerson(
        { type, prove: () => exchangeCode({ type, code }), alongside: (pair) => handOver(turn, pair) },
        caller,
      ),
    );
    return "confirmed";
  } catch (error) {
    // Lets another callback try, with another code or the same.
    const { _id, confirmingUntil } = turn;
    await QrSignInModel.updateOne(
      { _id, status: QrStatus.scanned, confirmingUntil },
      { $set: { confirmingUntil: null } },
    );
    if (error instanceof Over) return "over";
    // Another callback may have confirmed meanwhile: then that is the outcome.
    if (error instanceof AppError && (await QrSignInModel.exists({ _id, status: QrStatus.confirmed })))
      return "confirmed";
    throw error;
  }
}

/** In the sign-in's transaction, so that the session exists exactly when the QR code is confirmed. */
async function handOver(turn: Turn, pair: SignedIn): Promise<void> {
  const { _id, confirmingUntil } = turn;
  const sealedId = await sealValue(pair, HANDING_OUT_MS);
  const moved = await moveState(QrSignInModel, qrStates, {
    where: { _id, confirmingUntil, expiresAt: { $gt: clock.now() } },
    from: QrStatus.scanned,
    to: QrStatus.confirmed,
    set: {
      memberId: pair.ownerId,
      sessionId: pair.sessionId,
      sealedId,
      expiresAt: clock.after(HANDING_OUT_MS),
      confirmingUntil: null,
    },
  });
  if (!moved) throw new Over();
}

/** The session is opened for the browser: the list of devices shows that, not the phone. */
function asBrowser({ ip, userAgent, terminal }: QrSignInDoc): Context {
  return { ...currentContext()!, ip, userAgent, terminal };
}
