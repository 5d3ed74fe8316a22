import { MemberModel } from "#shared/domains/member/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { changeExperience, memberProgress, setProgress, writeExperienceRecord } from "./level/changeExperience.js";
import { ExperienceBizType, PointBizType } from "./loyalty.codes.js";
import { pointsOfMember, writePointRecord, type PointsOfMember } from "./points/changePoints.js";

/**
 * Moves points, those that are owed, experience and with it the level of a merged member, each by two records (32) of one
 * cause. What is owed by one is paid by the points of the other. Finds nothing the second time.
 */
export async function moveLoyalty(from: number, into: number): Promise<void> {
  await inTransaction(async () => {
    await movePoints(from, into);
    await moveExperience(from, into);
  });
}

/** Whether a member has points, owes some, or has experience or a level. */
export const hasLoyalty = async (memberId: number): Promise<boolean> =>
  (await MemberModel.exists({
    _id: memberId,
    $or: [{ point: { $gt: 0 } }, { pointOwed: { $gt: 0 } }, { experience: { $gt: 0 } }],
  })) !== null;

async function movePoints(from: number, into: number): Promise<void> {
  const old = await pointsOf(from);
  if (!old || (old.point === 0 && !old.pointOwed)) return;
  const other = await pointsOf(into);
  if (!other) return;
  const { point, pointOwed = 0 } = old;
  const sum = other.point + point;
  const owedSum = (other.pointOwed ?? 0) + pointOwed;
  const paid = Math.min(sum, owedSum);
  const now = { point: sum - paid, pointOwed: owedSum - paid };
  await setPoints(from, old, { point: 0, pointOwed: 0 });
  await setPoints(into, other, now);
  const bizId = String(await nextId("pointMoves"));
  const named = { bizType: PointBizType.merged, bizId, title: null, description: null };
  await writePointRecord({ ...named, memberId: from, point: 0 - point, owed: 0 - pointOwed, totalPoint: 0 });
  await writePointRecord({
    ...named,
    memberId: into,
    point: now.point - other.point,
    owed: now.pointOwed - (other.pointOwed ?? 0),
    totalPoint: now.point,
  });
}

const pointsOf = (memberId: number): Promise<PointsOfMember | null> =>
  MemberModel.findById(memberId, pointsOfMember).lean<PointsOfMember>().exec();

/** One write guarded by the values that were read; if they changed, the transaction runs again. */
async function setPoints(memberId: number, asRead: PointsOfMember, to: Required<PointsOfMember>): Promise<void> {
  const { point, pointOwed = null } = asRead;
  const { matchedCount } = await MemberModel.updateOne({ _id: memberId, point, pointOwed }, { $set: to });
  if (matchedCount === 0) throw new LostRace(`points of ${memberId}`);
}

async function moveExperience(from: number, into: number): Promise<void> {
  const old = await memberProgress(from);
  if (!old || (old.experience === 0 && old.levelId === null)) return;
  const { experience } = old;
  const bizId = String(await nextId("experienceMoves"));
  await setProgress(from, old, { experience: 0, levelId: null });
  if (experience === 0) return;
  const named = { bizType: ExperienceBizType.merged, bizId, title: null, description: null };
  await writeExperienceRecord({ ...named, memberId: from, experience: -experience, totalExperience: 0 });
  await changeExperience({ ...named, memberId: into, change: experience });
}
