import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endSessions } from "#shared/kernel/security/sessions.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { QrSignInModel, type QrSignInDoc } from "./qrSignIn.model.js";
import { qrStates, QrStatus } from "./qrSignIn.states.js";

const ROUND = 200;
/** What is left after these rounds waits for the next tick. */
const ROUNDS = 50;

/**
 * Ends every expired QR sign-in. If the browser never collected the tokens of a confirmed one, its session is ended
 * too, as nobody uses it and it would puzzle the member in the list of devices.
 */
export async function expireQrSignIns(): Promise<void> {
  const now = clock.now();
  await QrSignInModel.updateMany(
    { status: { $in: [QrStatus.waiting, QrStatus.scanned] }, expiresAt: { $lte: now } },
    { $set: { status: QrStatus.over } },
  );
  for (let round = 0; round < ROUNDS; round++) {
    const due = await QrSignInModel.find({ status: QrStatus.confirmed, expiresAt: { $lte: now } })
      .limit(ROUND)
      .lean<QrSignInDoc[]>();
    for (const row of due) await endHandingOut(row);
    if (due.length < ROUND) return;
  }
}

async function endHandingOut({ _id, memberId, sessionId }: QrSignInDoc): Promise<void> {
  await inTransaction(async () => {
    const where = { _id, collectedAt: null };
    if (
      await moveState(QrSignInModel, qrStates, {
        where,
        from: QrStatus.confirmed,
        to: QrStatus.over,
        set: { sealedId: null },
      })
    ) {
      if (memberId !== null && sessionId !== null)
        await endSessions({ audience: "member", ownerId: memberId, ids: [sessionId] }, "QR sign-in not collected");
      return;
    }
    await moveState(QrSignInModel, qrStates, {
      where: { _id },
      from: QrStatus.confirmed,
      to: QrStatus.over,
      set: { sealedId: null },
    });
  });
}
