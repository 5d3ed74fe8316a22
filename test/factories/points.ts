import { randomUUID } from "node:crypto";
import { changePoints } from "#shared/domains/loyalty/index.js";
import { PointRecordModel } from "#shared/domains/loyalty/points/pointRecord.model.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";

/** Points as an operator gives them, with their record. */
export async function givePoints(memberId: number, change: number): Promise<void> {
  await inTransaction(() => changePoints({ memberId, change, bizType: 2, bizId: randomUUID() }));
}

/** Sum of a member's records: must be the member's points at every moment. */
export async function pointSum(memberId: number): Promise<number> {
  const rows = await PointRecordModel.find({ memberId }).lean();
  return rows.reduce((sum, row) => sum + row.point, 0);
}
