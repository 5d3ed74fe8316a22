import type { MemberLevelDoc } from "#shared/domains/member/index.js";
import { gatherInserts } from "#shared/kernel/mongo/gathered.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A change of a member's level (an operator may set none), with a copy of the level. */
export interface LevelRecordDoc {
  _id: number;
  memberId: number;
  levelId: number | null;
  /** The level's number. */
  level: number | null;
  discountPercent: number | null;
  /** The level's threshold. */
  experience: number | null;
  /** The member's experience at that time. */
  memberExperience: number;
  /** The operator's reason; null: the level followed from the experience. */
  reason: string | null;
  createdAt: Date;
}

export const LevelRecordModel = defineModel<LevelRecordDoc>(
  "levelRecords",
  {
    memberId: { type: Number, required: true },
    levelId: { type: Number, default: null },
    level: { type: Number, default: null },
    discountPercent: { type: Number, default: null },
    experience: { type: Number, default: null },
    memberExperience: { type: Number, required: true },
    reason: { type: String, default: null },
  },
  { indexes: [[{ memberId: 1, createdAt: -1, _id: -1 }], [{ createdAt: -1, _id: -1 }]] },
);

/** In the transaction that changes the member's row. */
export async function recordLevel(
  memberId: number,
  level: MemberLevelDoc | null,
  memberExperience: number,
  reason: string | null = null,
): Promise<void> {
  const { level: number = null, discountPercent = null, experience = null } = level ?? {};
  const levelId = level?._id ?? null;
  await gatherInserts(LevelRecordModel, [
    {
      _id: await nextId("levelRecords"),
      memberId,
      levelId,
      level: number,
      discountPercent,
      experience,
      memberExperience,
      reason,
    },
  ]);
}
