import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { ActivityKind } from "./activity.states.js";

interface SeckillRules {
  /** The daily time slots in which it runs. */
  configIds: number[];
  /** Pieces a member may buy in all, and in one order; null: no limit. */
  totalLimitCount: number | null;
  singleLimitCount: number | null;
}
interface BargainRules {
  /** The price to which it may fall. */
  minFen: number;
  /** The helper of this number cuts down to the floor. */
  helpMaxCount: number;
  /** How often a member may help in this activity; null: no limit. */
  helpLimit: number | null;
  /** How often a member may bargain for it; null: no limit. */
  totalLimitCount: number | null;
  /** Bounds of one cut. */
  cutMinFen: number;
  cutMaxFen: number;
}
interface GroupRules {
  userSize: number;
  /** A group has this long, from when its head paid. */
  limitHours: number;
  /** At its end a group that is not full is counted as full. */
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

/** An activity of one product. Its prices and stock stand in activityGoods, a row a SKU. */
export interface ActivityOf<K extends ActivityKind> {
  _id: number;
  kind: K;
  name: string;
  remark: string;
  /** Larger stands first. */
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
    indexes: [[{ kind: 1, createdAt: -1 }], [{ kind: 1, status: 1, sort: -1, _id: -1 }], [{ "rules.configIds": 1 }]],
  },
);

/** A SKU in an activity. stock + taken is all that was ever offered; takeActivity.ts and releaseActivity.ts move them. */
export interface ActivityGoodsDoc {
  _id: number;
  kind: ActivityKind;
  activityId: number;
  spuId: number;
  skuId: number;
  /** Of one piece; a bargain begins at it. */
  priceFen: number;
  /** Points mall: points of one piece. */
  point: number;
  /** Points mall: pieces a member may take in all. */
  limitCount: number | null;
  /** What is left; null: as much as the SKU has (group-buy). */
  stock: number | null;
  taken: number;
  /** As long as the activity is not closed. */
  isOpen: boolean;
  createdAt: Date;
}

/** What an operator says of a variant in an activity. */
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
 * One row a SKU and kind, which every writer of such goods moves on: two operators who put the same SKU into activities
 * at once meet here, and the second sees what the first did.
 */
export const ActivitySkuModel = defineModel<{ _id: string; version: number }>("activitySkus", {
  _id: { type: String, required: true },
  version: { type: Number, default: 0 },
});
