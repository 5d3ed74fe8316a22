import { memberErrors, MemberModel, ownerElsewhere, type MemberDoc } from "#shared/domains/member/index.js";
import { gatherInserts } from "#shared/kernel/mongo/gathered.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { isInTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { loyaltyErrors } from "../loyalty.errors.js";
import { PointRecordModel, type PointRecordDoc } from "./pointRecord.model.js";
import { PointBizType } from "../loyalty.codes.js";

interface PointChange {
  memberId: number;
  /** Signed. */
  change: number;
  bizType: PointBizType;
  bizId: number | string;
  /** Absent: the name of bizType is shown. */
  title?: string | null | undefined;
  description?: string | null | undefined;
  /** The same transaction makes a state transition that happens once, so no record can exist yet. */
  isNew?: boolean;
}

/** Types that take given points back: of those that were spent already the rest is owed, so that a refund never fails. */
const takesBack: ReadonlySet<PointBizType> = new Set([PointBizType.takenBackOrder, PointBizType.takenBackItem]);
/** Types requested by a member or an operator; the others follow from an order, whose member may be absent. */
const needsMember: ReadonlySet<PointBizType> = new Set([PointBizType.signIn, PointBizType.adjusted, PointBizType.used]);

/**
 * The only way points change: one guarded write and one record, in the caller's transaction. Idempotent per (member,
 * bizType, bizId). Points that come pay what is owed first; those of a merged member are changed where they went. Returns whether it changed anything. Throws PointShort
 * (1004001003) when there are too few, except for 22 and 23, whose rest is owed; MemberNotFound for 1, 2 and 11.
 */
export async function changePoints(input: PointChange): Promise<boolean> {
  const { memberId, change, bizType, title = null, description = null } = input;
  if (!isInTransaction()) throw new Error("points change in a transaction");
  if (change === 0) return false;
  const bizId = String(input.bizId);
  if (!input.isNew && (await PointRecordModel.exists({ memberId, bizType, bizId }))) return false;
  const changed = await (change > 0
    ? gain(memberId, change)
    : takesBack.has(bizType)
      ? takeBack(memberId, -change)
      : spend(memberId, -change));
  if (!changed) {
    const owner = await ownerElsewhere(memberId);
    if (owner !== undefined) return changePoints({ ...input, memberId: owner });
    if (needsMember.has(bizType)) throw memberErrors.MemberNotFound();
    return false;
  }
  await writePointRecord({ memberId, bizType, bizId, title, description, ...changed });
  return true;
}

type PointRow = Omit<PointRecordDoc, "_id" | "createdAt">;

export async function writePointRecord(row: PointRow): Promise<void> {
  // Another process may have just written the same row: then this transaction is run anew and finds it.
  const onDuplicate = (): Error => new LostRace(`points ${row.bizType} ${row.bizId}`);
  await gatherInserts(PointRecordModel, [{ _id: await nextId("pointRecords"), ...row }], { onDuplicate });
}

/** A member's points, and those that the member owes. */
export type PointsOfMember = Pick<MemberDoc, "point" | "pointOwed">;
export const pointsOfMember = { point: 1, pointOwed: 1 } as const;

interface Changed {
  point: number;
  owed: number;
  totalPoint: number;
}

/** What `points` that come make of a member's: as much as is owed pays that. */
export function gained({ point, pointOwed = 0 }: PointsOfMember, points: number): Changed {
  const paid = Math.min(pointOwed, points);
  return { point: points - paid, owed: 0 - paid, totalPoint: point + points - paid };
}

const owed = { $ifNull: ["$pointOwed", 0] };
/** The same as a pipeline's fields: one write, whoever else writes them. */
export const gaining = (points: number) => ({
  point: { $add: ["$point", { $max: [0, { $subtract: [points, owed] }] }] },
  pointOwed: { $max: [0, { $subtract: [owed, points] }] },
});

async function gain(memberId: number, points: number): Promise<Changed | null> {
  const before = await MemberModel.findOneAndUpdate({ _id: memberId, mergedInto: null }, [{ $set: gaining(points) }], {
    projection: pointsOfMember,
    returnDocument: "before",
    updatePipeline: true,
  }).lean<PointsOfMember>();
  return before && gained(before, points);
}

async function spend(memberId: number, points: number): Promise<Changed | null> {
  const member = await MemberModel.findOneAndUpdate(
    { _id: memberId, mergedInto: null, point: { $gte: points } },
    { $inc: { point: -points } },
    { projection: pointsOfMember, returnDocument: "after" },
  ).lean<PointsOfMember>();
  if (member) return { point: -points, owed: 0, totalPoint: member.point };
  if (await MemberModel.exists({ _id: memberId, mergedInto: null })) throw loyaltyErrors.PointShort();
  return null;
}

async function takeBack(memberId: number, wanted: number): Promise<Changed | null> {
  const member = await MemberModel.findOne({ _id: memberId, mergedInto: null }, pointsOfMember).lean<PointsOfMember>();
  if (!member) return null;
  const taken = Math.min(wanted, member.point);
  const { matchedCount } = await MemberModel.updateOne(
    { _id: memberId, mergedInto: null, point: member.point },
    { $inc: { point: -taken, pointOwed: wanted - taken } },
  );
  if (matchedCount === 0) throw new LostRace(`points of ${memberId}`);
  return { point: 0 - taken, owed: wanted - taken, totalPoint: member.point - taken };
}

/** Erases the points of a closed account, and what it owed, in the caller's transaction; idempotent. */
export async function erasePoints(memberId: number): Promise<void> {
  const member = await MemberModel.findById(memberId, pointsOfMember).lean<PointsOfMember>();
  if (!member || (member.point === 0 && !member.pointOwed)) return;
  const { point, pointOwed = 0 } = member;
  const { matchedCount } = await MemberModel.updateOne(
    { _id: memberId, point, pointOwed: member.pointOwed ?? null },
    { $set: { point: 0, pointOwed: 0 } },
  );
  if (matchedCount === 0) throw new LostRace(`points of ${memberId}`);
  const named = { memberId, bizType: PointBizType.accountClosed, bizId: String(memberId), title: null };
  await writePointRecord({ ...named, description: null, point: 0 - point, owed: 0 - pointOwed, totalPoint: 0 });
}
