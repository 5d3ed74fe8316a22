import { memberErrors, MemberModel, type MemberDoc } from "#shared/domains/member/index.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { isDuplicateKey, isInTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { loyaltyErrors } from "../loyalty.errors.js";
import { PointRecordModel, type PointRecordDoc } from "./pointRecord.model.js";
import type { PointBizType } from "../loyalty.codes.js";

interface PointChange {
  memberId: number;
  /** Signed. */
  change: number;
  bizType: PointBizType;
  bizId: number | string;
  /** Absent: named by bizType when it is shown. */
  title?: string | null | undefined;
  description?: string | null | undefined;
  /** It follows from a state that the same transaction moves, once: there is no need to look for its record. */
  isNew?: boolean;
}

/** Gifts taken back from someone who spent them: what is there is taken, so that a refund never fails for it. */
const takesWhatIsThere: ReadonlySet<PointBizType> = new Set([22, 23]);
/** What a member or an operator asks for; the rest follows from an order, whose member may be gone. */
const needsMember: ReadonlySet<PointBizType> = new Set([1, 2, 11]);

/**
 * The only way points change: one guarded write and one record, in the caller's transaction. The same (member, bizType,
 * bizId) again changes nothing. Answers whether it changed anything. Throws PointShort (1004001003) when there are too few,
 * except for 22 and 23, which take what is there; MemberNotFound for 1, 2 and 11.
 */
export async function changePoints(given: PointChange): Promise<boolean> {
  const { memberId, change, bizType, title = null, description = null } = given;
  if (!isInTransaction()) throw new Error("points change in a transaction");
  if (change === 0) return false;
  const bizId = String(given.bizId);
  if (!given.isNew && (await PointRecordModel.exists({ memberId, bizType, bizId }))) return false;
  const changed = takesWhatIsThere.has(bizType) ? await takeAtMost(memberId, -change) : await add(memberId, change);
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
    // Another process wrote the same row just now: this transaction is lost and the next run finds it.
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
