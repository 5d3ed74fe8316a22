import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endSessions, restrictSessions } from "#shared/kernel/security/sessions.js";
import { kickOutSoon } from "./signIn/kickOut.js";
import { MemberModel } from "./member.model.js";
import { whyNotThere } from "./member.queries.js";
import { MemberStatus } from "./member.states.js";

/**
 * Closes an account (1) or reopens it (0); repeating is harmless. Closing ends its sessions, in the chat too: all of
 * them, or all but `keepSession`, which is restricted to little more than reopening the account (rules: Sign-in).
 * Reopening lifts the restriction. In the caller's transaction, if there is one. MemberNotFound, MemberMerged.
 */
export async function changeMemberStatus(
  memberId: number,
  status: MemberStatus,
  { keepSession, by }: { keepSession?: number; by: "member" | "operator" },
): Promise<void> {
  await inTransaction(async () => {
    const { matchedCount } = await MemberModel.updateOne({ _id: memberId, mergedInto: null }, { $set: { status } });
    if (matchedCount === 0) throw await whyNotThere(memberId);
    const owner = { audience: "member", ownerId: memberId } as const;
    if (status === MemberStatus.enabled) return restrictSessions(owner, false);
    await kickOutSoon(memberId);
    if (keepSession !== undefined) await restrictSessions({ ...owner, id: keepSession }, true);
    await endSessions(
      { ...owner, ...(keepSession === undefined ? {} : { except: keepSession }) },
      `account closed by ${by}`,
    );
  });
}
