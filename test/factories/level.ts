import { createLevel, deleteLevel, type LevelInput } from "#shared/domains/loyalty/index.js";
import { invalidateLevelOf } from "#shared/domains/loyalty/level/level.queries.js";
import { MemberLevelModel, MemberModel, type MemberLevelDoc } from "#shared/domains/member/index.js";

/** Beyond what any test's member earns: a level that is only looked at must not draw other members up to it. */
const OUT_OF_REACH = 500_000_000;
let made = 0;

/** A level; unless told otherwise, one that nobody reaches by experience. */
export async function buildLevel(overrides: Partial<LevelInput> = {}): Promise<MemberLevelDoc> {
  made += 1;
  const number = 10_000 + made;
  const id = await createLevel({
    name: `Level ${number}`,
    level: number,
    experience: OUT_OF_REACH + made,
    discountPercent: 100,
    icon: "",
    backgroundUrl: "",
    description: "",
    status: 0,
    ...overrides,
  });
  return (await MemberLevelModel.findById(id).lean<MemberLevelDoc>())!;
}

/** Takes levels away again, and from their members. */
export async function removeLevels(...levels: MemberLevelDoc[]): Promise<void> {
  for (const { _id } of levels) {
    await MemberModel.updateMany({ levelId: _id }, { $set: { levelId: null } });
    invalidateLevelOf();
    await deleteLevel(_id);
  }
}
