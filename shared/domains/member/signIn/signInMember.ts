import { clock } from "#shared/kernel/time/clock.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { holdingRow, inTransaction } from "#shared/kernel/mongo/mongo.js";
import { openSession, type TokenPair } from "#shared/kernel/security/sessions.js";
import { kickOutSoon } from "./kickOut.js";
import { memberErrors } from "../member.errors.js";
import { MemberModel } from "../member.model.js";
import { MemberStatus } from "../member.states.js";

/** Devices that may be signed in at once; the next one ends the oldest (rules: Sign-in). */
const SESSIONS = 5;

/**
 * Opens a session for a proved member; the session that it pushes out leaves the chat too. MemberDisabled for a closed
 * account. The member's row is written first, so that closing or erasing at the same moment conflicts and no session
 * outlives it.
 */
export async function signInMember(memberId: number): Promise<TokenPair> {
  return inTransaction(async () => {
    const { matchedCount } = await MemberModel.updateOne(
      { _id: memberId, status: MemberStatus.enabled },
      { $set: { loginIp: currentContext()?.ip ?? "", loginAt: clock.now() }, ...holdingRow },
    );
    if (matchedCount === 0) throw memberErrors.MemberDisabled();
    const { pair, pushedOut } = await openSession("member", memberId, SESSIONS);
    if (pushedOut.length > 0) await kickOutSoon(memberId);
    return pair;
  });
}
