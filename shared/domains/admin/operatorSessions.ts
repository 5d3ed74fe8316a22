import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/platform/mongo.js";
import { endSessions, listSessions, SessionModel, type Session } from "#shared/platform/sessions.js";
import { adminErrors } from "./admin.errors.js";
import { getOperator } from "./operator.queries.js";

/** Where an operator is signed in, newest first. OperatorNotFound. */
export async function listOperatorSessions(operatorId: number): Promise<Session[]> {
  await getOperator(operatorId);
  return listSessions("operator", operatorId);
}

/**
 * Signs an operator out of one device at once; with `ownerId` only one of theirs. OperatorSessionNotFound for one that
 * has ended, never was, or is a member's.
 */
export async function endOperatorSession(sessionId: number, ownerId?: number): Promise<true> {
  return inTransaction(async () => {
    const session = await SessionModel.findOne({ _id: sessionId, audience: "operator", endedAt: null }).lean<Session>();
    if (!session || (ownerId !== undefined && session.ownerId !== ownerId)) throw adminErrors.OperatorSessionNotFound();
    const owner = { audience: "operator", ownerId: session.ownerId } as const;
    const by = ownerId === undefined ? "ended by an operator" : "ended by its owner";
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
