import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { ActivityKind } from "./activity.states.js";

interface SeckillRules {
  /** Its daily time slots. */
  configIds: number[];
  /** Limits of pieces per member, in total and per order; null: none. */
  totalLimitCount: number | null;
  singleLimitCount: number | null;
}
interface BargainRules {
  /** The lowest price. */
  minFen: number;
  /** The helper with this number cuts to the lowest price. */
  helpMaxCount: number;
  /** How often a member may help in this activity; null: unlimited. */
  helpLimit: number | null;
  /** How often a member may start a bargain; null: unlimited. */
  totalLimitCount: number | null;
  /** Bounds of one cut. */
  cutMinFen: number;
  cutMaxFen: number;
}
interface GroupRules {
  userSize: number;
  /** The time to fill a group, from its head's payment. */
  limitHours: number;
  /** A group that is not full in time counts as full. */
  virtualGroup: boolean;
  totalLimitCount: number | null;
  singleLimitCount: number | null;
}
type PointRules = Record<string, never>;
export interface RulesOf {
  [ActivityKind.seckill]: SeckillRules;
  [ActivityKind.bargain]: BargainRules;
  [ActivityKind.group]: GroupRules;
  [ActivityKind.points]: PointRules;
}

/** An activity of one product. Its prices and stock are in activityGoods, one row per SKU. */
export interface ActivityOf<K extends ActivityKind> {
  _id: number;
  kind: K;
  name: string;
  remark: string;
  /** Larger values come first. */
  sort: number;
  spuId: number;
  status: EnabledStatus;
  /** null: the points mall has no end. */
  startAt: Date | null;
  endAt: Date | null;
  rules: RulesOf[K];
  createdAt: Date;
}
export type ActivityDoc = ActivityOf<ActivityKind>;

export const ActivityModel = defineModel<ActivityDoc>(
  "activities",
  {
    kind: { type: Number, enum: Object.values(ActivityKind), required: true },
    name: { type: String, required: true },
    remark: { type: String, default: "" },
    sort: { type: Number, default: 0 },
    spuId: { type: Number, required: true },
    status: { type: Number, enum: Object.values(EnabledStatus), default: EnabledStatus.enabled },
    startAt: { type: Date, default: null },
    endAt: { type: Date, default: null },
    rules: { type: Object, required: true },
  },
  {
    logicalDelete: true,
    indexes: [
      [{ kind: 1, createdAt: -1, _id: -1 }],
      [{ kind: 1, status: 1, sort: -1, _id: -1 }],
      [{ "rules.configIds": 1 }],
    ],
  },
);

/** A SKU in an activity. stock + taken is the total offered; takeActivity.ts and releaseActivity.ts change them. */
export interface ActivityGoodsDoc {
  _id: number;
  kind: ActivityKind;
  activityId: number;
  spuId: number;
  skuId: number;
  /** Per piece; a bargain starts at it. */
  priceFen: number;
  /** Points mall: points per piece. */
  point: number;
  /** Points mall: limit of pieces per member. */
  limitCount: number | null;
  /** Units left; null: limited by the SKU's stock only (group-buy). */
  stock: number | null;
  taken: number;
  /** False once the activity is closed. */
  isOpen: boolean;
  createdAt: Date;
}

/** An operator's input for a variant in an activity. */
export type GoodsInput = Pick<ActivityGoodsDoc, "skuId" | "priceFen" | "point" | "limitCount" | "stock">;

export const ActivityGoodsModel = defineModel<ActivityGoodsDoc>(
  "activityGoods",
  {
    kind: { type: Number, required: true },
    activityId: { type: Number, required: true },
    spuId: { type: Number, required: true },
    skuId: { type: Number, required: true },
    priceFen: { type: Number, required: true, min: 0 },
    point: { type: Number, default: 0, min: 0 },
    limitCount: { type: Number, default: null },
    stock: { type: Number, default: null },
    taken: { type: Number, default: 0, min: 0 },
    isOpen: { type: Boolean, default: true },
  },
  {
    logicalDelete: true,
    claims: [{ fields: ["activityId", "skuId"] }],
    indexes: [[{ activityId: 1, skuId: 1 }], [{ skuId: 1, kind: 1 }]],
  },
);

/**
 * One row per SKU and kind, incremented by every write of such goods, so that two operators who add the same SKU to
 * activities concurrently conflict, and the second sees the first one's write.
 */
export const ActivitySkuModel = defineModel<{ _id: string; version: number }>("activitySkus", {
  _id: { type: String, required: true },
  version: { type: Number, default: 0 },
});
