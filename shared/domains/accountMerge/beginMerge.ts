import { recordOperation } from "#shared/domains/audit/index.js";
import {
  findMember,
  kickOutSoon,
  memberErrors,
  MemberModel,
  moveSocials,
  queueMergeNotice,
} from "#shared/domains/member/index.js";
import { MemberStatus } from "#shared/domains/member/member.states.js";
import { hasOpenRefund } from "#shared/domains/pay/index.js";
import { hasRechargeUnderWay } from "#shared/domains/recharge/index.js";
import { holdingRow, inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { endSessions } from "#shared/kernel/security/sessions.js";
import { clock } from "#shared/kernel/time/clock.js";
import { mergeErrors } from "./accountMerge.errors.js";
import { mergeMemberJob } from "./accountMerge.jobs.js";
import { ownsNothing } from "./leftovers.js";

/**
 * Merges a member into another who proved to be the same person (rules: Sign-in), in the caller's transaction: the social
 * accounts move and the sessions end at once, a job moves what the member owned. One who owns nothing is closed. Throws
 * MoneyMoves while a refund or recharge of either is under way, MemberDisabled for a member who is not enabled any more.
 */
export async function beginMerge(from: number, into: number): Promise<void> {
  await inTransaction(async () => {
    for (const memberId of [from, into])
      if ((await hasOpenRefund(memberId)) || (await hasRechargeUnderWay(memberId))) throw mergeErrors.MoneyMoves();
    const status = (await ownsNothing(from)) ? MemberStatus.closed : MemberStatus.merging;
    const unmerged = { status: MemberStatus.enabled, mergedInto: null };
    const marked = { status, mergedInto: into, mergedAt: clock.now() };
    const { modifiedCount } = await MemberModel.updateOne({ _id: from, ...unmerged }, { $set: marked });
    if (modifiedCount === 0) throw new LostRace(`merging member ${from}`);
    // Held, so that nobody closes, erases or merges it at the same moment.
    const { matchedCount } = await MemberModel.updateOne({ _id: into, ...unmerged }, holdingRow);
    if (matchedCount === 0) throw memberErrors.MemberDisabled();
    await moveSocials(from, into);
    await endSessions({ audience: "member", ownerId: from }, `merged into member ${into}`);
    await kickOutSoon(from);
    if (status === MemberStatus.merging) await notify(into);
    await recordOperation({
      module: "member",
      action: "account.beginMerge",
      bizId: from,
      before: { status: MemberStatus.enabled },
      after: { status, mergedInto: into },
    });
    await enqueue(mergeMemberJob, { memberId: from, intoMemberId: into, round: 0 });
  });
}

async function notify(memberId: number): Promise<void> {
  const mobile = (await findMember(memberId))?.mobile;
  if (mobile !== undefined) await queueMergeNotice(mobile);
}
