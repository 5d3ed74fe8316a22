import { defineModel } from "#shared/kernel/mongo/mongo.js";

/**
 * 1 sign-in, 2 operator, 11 used for an order, 12 given back with the whole order, 13 with one item, 21 given by an order,
 * 22 taken back with the whole order, 23 with one item (domain-facts 4.1); 31 the account was given up.
 */
export const pointBizTypes = [1, 2, 11, 12, 13, 21, 22, 23, 31] as const;
export type PointBizType = (typeof pointBizTypes)[number];

/** One change of a member's points. The rows of a member add up to the points in the member's row. */
export interface PointRecordDoc {
  _id: number;
  memberId: number;
  bizType: PointBizType;
  bizId: string;
  /** null: named by bizType when it is shown. */
  title: string | null;
  description: string | null;
  /** Signed. */
  point: number;
  /** What the member had after it. */
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
    totalPoint: { type: Number, required: true },
  },
  {
    indexes: [
      [{ memberId: 1, bizType: 1, bizId: 1 }, { unique: true }],
      [{ memberId: 1, createdAt: -1 }],
      [{ createdAt: -1 }],
    ],
  },
);
