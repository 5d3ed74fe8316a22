import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { BargainStatus } from "../activity.states.js";

/** A member's bargain for a SKU: each help lowers priceFen, from firstFen to minFen. */
export interface BargainRecordDoc {
  _id: number;
  activityId: number;
  memberId: number;
  spuId: number;
  skuId: number;
  firstFen: number;
  priceFen: number;
  minFen: number;
  helpCount: number;
  status: BargainStatus;
  endAt: Date;
  /** The order that uses it. */
  orderId: number | null;
  createdAt: Date;
}

export const BargainRecordModel = defineModel<BargainRecordDoc>(
  "bargainRecords",
  {
    activityId: { type: Number, required: true },
    memberId: { type: Number, required: true },
    spuId: { type: Number, required: true },
    skuId: { type: Number, required: true },
    firstFen: { type: Number, required: true },
    priceFen: { type: Number, required: true, min: 0 },
    minFen: { type: Number, required: true, min: 0 },
    helpCount: { type: Number, default: 0 },
    status: { type: Number, enum: Object.values(BargainStatus), default: BargainStatus.underWay },
    endAt: { type: Date, required: true },
    orderId: { type: Number, default: null },
  },
  {
    // One under way per member and activity.
    claims: [{ fields: ["activityId", "memberId"], where: { status: BargainStatus.underWay } }],
    indexes: [
      [{ status: 1, endAt: 1 }],
      [{ memberId: 1, activityId: 1 }],
      [{ activityId: 1, createdAt: -1, _id: -1 }],
      [{ createdAt: -1, _id: -1 }],
    ],
  },
);

/** One help with its cut. Each member helps a record once. */
export interface BargainHelpDoc {
  _id: number;
  recordId: number;
  activityId: number;
  memberId: number;
  nickname: string;
  avatar: string;
  cutFen: number;
  createdAt: Date;
}

export const BargainHelpModel = defineModel<BargainHelpDoc>(
  "bargainHelps",
  {
    recordId: { type: Number, required: true },
    activityId: { type: Number, required: true },
    memberId: { type: Number, required: true },
    nickname: { type: String, default: "" },
    avatar: { type: String, default: "" },
    cutFen: { type: Number, required: true },
  },
  { indexes: [[{ recordId: 1, memberId: 1 }, { unique: true }], [{ memberId: 1 }]] },
);
