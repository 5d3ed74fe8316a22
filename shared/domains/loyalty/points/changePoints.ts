import { memberErrors, MemberModel, type MemberDoc } from "#shared/domains/member/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { isDuplicateKey, isInTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
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

/** Types that take input points back as far as they are left, so that a refund never fails for spent ones. */
const takesAtMost: ReadonlySet<PointBizType> = new Set([PointBizType.takenBackOrder, PointBizType.takenBackItem]);
/** Types requested by a member or an operator; the others follow from an order, whose member may be absent. */
const needsMember: ReadonlySet<PointBizType> = new Set([PointBizType.signIn, PointBizType.adjusted, PointBizType.used]);

/**
 * The only way points change: one guarded write and one record, in the caller's transaction. Idempotent per (member,
 * bizType, bizId). Returns whether it changed anything. Throws PointShort (1004001003) when there are too few, except
 * for 22 and 23, which take what is left; MemberNotFound for 1, 2 and 11.
 */
export async function changePoints(input: PointChange): Promise<boolean> {
  const { memberId, change, bizType, title = null, description = null } = input;
  if (!isInTransaction()) throw new Error("points change in a transaction");
  if (change === 0) return false;
  const bizId = String(input.bizId);
  if (!input.isNew && (await PointRecordModel.exists({ memberId, bizType, bizId }))) return false;
  const changed = takesAtMost.has(bizType) ? await takeAtMost(memberId, -change) : await add(memberId, change);
  if (!changed) {
    if (needsMember.has(bizType)) throw memberErrors.MemberNotFound();
    return false;
  }
  await writePointRecord({ memberId, bizType, bizId, title, description, ...changed });
  return true;
}

type PointRow = Omit<PointRecordDoc, "_id" | "createdAt">;

export async function writePointRecord(row: PointRow): Promise<void> {
  try {
    await PointRecordModel.create([{ _id: await nextId("pointRecords"), ...row }]);
  } catch (error) {
    // Another process has just written the same row: this transaction is run anew and finds it.
    if (isDuplicateKey(error)) throw new LostRace(`points ${row.bizType} ${row.bizId}`);
    throw error;
  }
}

interface Changed {
  point: number;
  totalPoint: number;
}

async function add(memberId: number, change: number): Promise<Changed | null> {
  const member = await MemberModel.findOneAndUpdate(
    { _id: memberId, ...(change < 0 ? { point: { $gte: -change } } : {}) },
    { $inc: { point: change } },
    { projection: { point: 1 }, returnDocument: "after" },
  ).lean<Pick<MemberDoc, "point">>();
  if (member) return { point: change, totalPoint: member.point };
  if (change < 0 && (await MemberModel.exists({ _id: memberId }))) throw loyaltyErrors.PointShort();
  return null;
}

async function takeAtMost(memberId: number, wanted: number): Promise<Changed | null> {
  const member = await MemberModel.findById(memberId, { point: 1 }).lean<Pick<MemberDoc, "point">>();
  if (!member) return null;
  const taken = Math.min(Math.max(wanted, 0), member.point);
  if (taken === 0) return { point: 0, totalPoint: member.point };
  const { matchedCount } = await MemberModel.updateOne(
    { _id: memberId, point: member.point },
    { $inc: { point: -taken } },
  );
  if (matchedCount === 0) throw new LostRace(`points of ${memberId}`);
  return { point: -taken, totalPoint: member.point - taken };
}
