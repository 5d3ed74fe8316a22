import { defineModel } from "#shared/kernel/mongo/mongo.js";
import type { PointBizType } from "../loyalty.codes.js";

/** One change of a member's points. A member's records add up to the points, and to the owed ones, in the member's row. */
export interface PointRecordDoc {
  _id: number;
  memberId: number;
  bizType: PointBizType;
  bizId: string;
  /** null: the name of bizType is shown. */
  title: string | null;
  description: string | null;
  /** Signed. */
  point: number;
  /** Signed, what it changed of the points that the member owes. Absent in older rows: 0. */
  owed?: number;
  /** The member's points after it. */
  totalPoint: number;
  createdAt: Date;
}

export const PointRecordModel = defineModel<PointRecordDoc>(
  "pointRecords",
  {
    memberId: { type: Number, required: true },
    bizType: { type: Number, required: true },
    bizId: { type: String, required: true },
    title: { type: String, default: null },
    description: { type: String, default: null },
    point: { type: Number, required: true },
    owed: { type: Number, default: 0 },
    totalPoint: { type: Number, required: true },
  },
  {
    indexes: [
      [{ memberId: 1, bizType: 1, bizId: 1 }, { unique: true }],
      [{ memberId: 1, createdAt: -1, _id: -1 }],
      [{ createdAt: -1, _id: -1 }],
    ],
  },
);
