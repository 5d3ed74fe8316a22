import { recordOperation } from "#shared/domains/audit/index.js";
import { findMember, memberErrors, requireMember } from "#shared/domains/member/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { changePoints } from "./changePoints.js";
import { PointBizType } from "../loyalty.codes.js";

/**
 * An operator changes a member's points (bizType 2), with the reason in the record and the audit log. Two calls are two
 * changes: a client that may repeat one sends an Idempotency-Key. Throws MemberNotFound, MemberMerged,
 * PointShort.
 */
export async function adjustPoints({
  memberId,
  change,
  reason,
}: {
  memberId: number;
  change: number;
  reason: string | null;
}): Promise<true> {
  const bizId = await nextId("pointAdjustments");
  return inTransaction(async () => {
    await requireMember(memberId);
    const before = await findMember(memberId);
    if (!before) throw memberErrors.MemberNotFound();
    await changePoints({ memberId, change, bizType: PointBizType.adjusted, bizId, description: reason });
    await recordOperation({
      module: "member",
      action: "user.updatePoint",
      bizId: memberId,
      before: { point: before.point },
      after: { point: before.point + change, change, reason },
    });
    return true as const;
  });
}
