import { MemberModel, ownerElsewhere, type MemberDoc } from "#shared/domains/member/index.js";
import { isInTransaction } from "#shared/kernel/mongo/mongo.js";
import { recordGain } from "./level/changeExperience.js";
import { ExperienceBizType, PointBizType } from "./loyalty.codes.js";
import { gained, gaining, pointsOfMember, writePointRecord, type PointsOfMember } from "./points/changePoints.js";

interface Gift {
  memberId: number;
  orderId: number;
  /** The order's number, which the records show. */
  no: string;
  points: number;
  experience: number;
}

/**
 * Gives a paid order's points (21) and experience (11) by one write of the member's row, once, in the transaction that
 * marks the order as paid. No-op for an absent member; for
 * a merged one they go to the other.
 */
export async function giveForOrder(gift: Gift): Promise<void> {
  const { memberId, orderId, no, points, experience } = gift;
  if (!isInTransaction()) throw new Error("an order gives in the transaction that pays it");
  if (points === 0 && experience === 0) return;
  const before = await MemberModel.findOneAndUpdate(
    { _id: memberId, mergedInto: null },
    [{ $set: { ...gaining(points), experience: { $add: ["$experience", experience] } } }],
    { projection: { ...pointsOfMember, experience: 1, levelId: 1 }, returnDocument: "before", updatePipeline: true },
  ).lean<PointsOfMember & Pick<MemberDoc, "experience" | "levelId">>();
  if (!before) {
    const owner = await ownerElsewhere(memberId);
    if (owner !== undefined) await giveForOrder({ ...gift, memberId: owner });
    return;
  }
  const named = { memberId, bizId: String(orderId), title: null, description: no };
  if (points > 0) await writePointRecord({ ...named, bizType: PointBizType.given, ...gained(before, points) });
  if (experience > 0) await recordGain({ ...named, bizType: ExperienceBizType.given }, before, experience);
}
