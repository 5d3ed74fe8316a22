import { recordOperation } from "#shared/domains/audit/index.js";
import { moveCart } from "#shared/domains/cart/index.js";
import { moveLicenses } from "#shared/domains/license/index.js";
import { moveLoyalty } from "#shared/domains/loyalty/worker.js";
import { findMember, MemberModel, moveAddresses, moveSocials, ownerNow } from "#shared/domains/member/index.js";
import { MemberStatus } from "#shared/domains/member/member.states.js";
import { moveActivities } from "#shared/domains/promotion/activity/index.js";
import { eraseBuyer } from "#shared/domains/trade/worker.js";
import { closeMovedWallet, moveWallet } from "#shared/domains/wallet/worker.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { log } from "#shared/kernel/observability/log.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { checkpoint } from "#shared/kernel/request/context.js";
import { days, hours, minutes } from "#shared/kernel/time/clock.js";
import { mergeMemberJob } from "./accountMerge.jobs.js";
import { moved, type Moved } from "./belongings.js";
import { leftoversOf } from "./leftovers.js";
import { moveRows } from "./moveRows.js";

/** When it looks again for what a request that was running when the members were merged, or a late job, has left. */
const laterRounds: readonly number[] = [minutes(5), hours(1), days(1)];

/** So often it begins anew when something comes while it moves; then the queue tries it again. */
const PASSES = 5;

type Move = (from: number, into: number) => Promise<void>;
const useCases: Record<Exclude<Moved["by"], "rows">, Move> = {
  cart: moveCart,
  addresses: moveAddresses,
  activities: moveActivities,
  licenses: moveLicenses,
  socials: (from, into) => inTransaction(() => moveSocials(from, into)),
};

/**
 * Moves all that a merged member owns to the one that has its identity now, checks that nothing is left, and ends it as
 * merged. Idempotent, and goes on where an earlier run ended.
 */
export async function mergeMember({ memberId, round }: { memberId: number; round: number }): Promise<void> {
  const member = await findMember(memberId);
  if (typeof member?.mergedInto !== "number") return;
  for (let pass = 0; pass < PASSES; pass++) {
    const into = await ownerNow(memberId);
    if (!(await findMember(into))) {
      log.warn({ memberId, into }, "the member into whom another was merged has left: nothing is moved any more");
      return;
    }
    await moveAll(memberId, into);
    if ((await leftoversOf(memberId)).length === 0 && (await endMerge(memberId, into, round))) return;
  }
  throw new Error(`member ${memberId} still owns ${(await leftoversOf(memberId)).join(", ") || "a wallet"}`);
}

/** Money and points first, as they are missed most, and once more, as the orders may have written to them meanwhile. */
async function moveAll(from: number, into: number): Promise<void> {
  await moveMoney(from, into);
  const done = new Set<string>();
  for (const belonging of moved) {
    const { by } = belonging;
    if (by === "rows") await moveRows(belonging, from, into);
    else if (!done.has(by)) await useCases[by](from, into);
    done.add(by);
    checkpoint();
  }
  await moveMoney(from, into);
}

async function moveMoney(from: number, into: number): Promise<void> {
  await moveWallet(from, into);
  await moveLoyalty(from, into);
}

/** One transaction. False: something has come since the look. */
async function endMerge(memberId: number, into: number, round: number): Promise<boolean> {
  return inTransaction(async () => {
    if (!(await closeMovedWallet(memberId))) return false;
    await eraseBuyer(memberId);
    const { modifiedCount } = await MemberModel.updateOne(
      { _id: memberId, status: MemberStatus.merging, point: 0, pointOwed: { $in: [0, null] }, experience: 0 },
      { $set: { status: MemberStatus.merged } },
    );
    if (modifiedCount > 0)
      await recordOperation({
        module: "member",
        action: "account.merge",
        bizId: memberId,
        before: { status: MemberStatus.merging },
        after: { status: MemberStatus.merged, mergedInto: into },
      });
    const delayMs = laterRounds[round];
    if (delayMs !== undefined)
      await enqueue(mergeMemberJob, { memberId, intoMemberId: into, round: round + 1 }, { delayMs });
    return true;
  });
}
