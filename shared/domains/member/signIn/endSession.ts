import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endSessions, SessionModel, type Session } from "#shared/kernel/security/sessions.js";
import { kickOutSoon } from "./kickOut.js";
import { memberErrors } from "../member.errors.js";

/**
 * Signs a member's device out for an operator, of the chat too. DeviceNotFound for one that is signed out already or
 * never was signed in, and for an operator's.
 */
export async function endMemberSession(sessionId: number): Promise<true> {
  return inTransaction(async () => {
    const session = await SessionModel.findOne({ _id: sessionId, audience: "member", endedAt: null }).lean<Session>();
    if (!session) throw memberErrors.DeviceNotFound();
    const { ownerId, deviceName, ip } = session;
    const ended = await endSessions({ audience: "member", ownerId, ids: [sessionId] }, "removed by an operator");
    if (ended === 0) throw memberErrors.DeviceNotFound();
    await kickOutSoon(ownerId);
    await recordOperation({
      module: "session",
      action: "end",
      bizId: sessionId,
      before: { audience: "member", ownerId, deviceName, openedFrom: ip },
    });
    return true as const;
  });
}
