import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endSessions, listSessions, SessionModel, type Session } from "#shared/kernel/security/sessions.js";
import { adminErrors } from "./operator.errors.js";
import { checkMayGovern, type Governor } from "./mayGovern.js";
import { findOperator, getOperator } from "./operator.queries.js";

/** An operator's sessions, newest first. OperatorNotFound. */
export async function listOperatorSessions(operatorId: number): Promise<Session[]> {
  await getOperator(operatorId);
  return listSessions("operator", operatorId);
}

/**
 * Ends one session of an operator at once. OperatorSessionNotFound for one that has ended, never existed, or is a
 * member's; OperatorAboveYou.
 */
export async function endOperatorSession(actor: Governor, sessionId: number): Promise<true> {
  return endSession(sessionId, "ended by an operator", async ({ ownerId }) => {
    const owner = await findOperator(ownerId);
    if (owner) await checkMayGovern(actor, owner);
  });
}

/** The same for an own session: OperatorSessionNotFound for another operator's. */
export async function endOwnSession(operatorId: number, sessionId: number): Promise<true> {
  return endSession(sessionId, "ended by its owner", async ({ ownerId }) => {
    if (ownerId !== operatorId) throw adminErrors.OperatorSessionNotFound();
  });
}

async function endSession(sessionId: number, by: string, check: (session: Session) => Promise<void>): Promise<true> {
  return inTransaction(async () => {
    const session = await SessionModel.findOne({ _id: sessionId, audience: "operator", endedAt: null }).lean<Session>();
    if (!session) throw adminErrors.OperatorSessionNotFound();
    await check(session);
    const owner = { audience: "operator", ownerId: session.ownerId } as const;
    if ((await endSessions({ ...owner, ids: [sessionId] }, by)) === 0) throw adminErrors.OperatorSessionNotFound();
    await recordOperation({
      module: "session",
      action: "end",
      bizId: sessionId,
      before: { ...owner, deviceName: session.deviceName, openedFrom: session.ip },
    });
    return true as const;
  });
}
