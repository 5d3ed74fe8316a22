import { z } from "zod";
import { UserInShort } from "#api/member/memberInShort.js";
import { longOf, LongId, optional, pageOf, Time } from "#api/http/fields.js";
import { GroupStatus } from "#shared/domains/promotion/activity/activity.states.js";

/** Activities for shoppers (rules: Catalog and prices); operators also get `remark`, `sort` and `createTime`. */
const fen = z.number().int();
const count = z.number().int();
const limit = count.nullable();

const common = {
  id: z.number(),
  name: z.string(),
  /** 10 waiting, 20 running, 30 ended, 40 closed. */
  status: z.number().int(),
  spuId: z.number(),
  spuName: z.string(),
  picUrl: z.string(),
  /** The price of one piece outside the activity. */
  marketPrice: fen,
  stock: limit,
  totalStock: limit,
};
const window = { startTime: Time.nullable(), endTime: Time.nullable() };
const goods = { id: z.number(), spuId: z.number(), skuId: z.number(), stock: limit };

export const SeckillView = z.object({
  ...common,
  ...window,
  configIds: z.array(z.number()),
  totalLimitCount: limit,
  singleLimitCount: limit,
  seckillPrice: fen,
  products: z.array(z.object({ ...goods, seckillPrice: fen })),
});
export const CombinationView = z.object({
  ...common,
  ...window,
  userSize: count,
  /** Hours. */
  limitDuration: count,
  virtualGroup: z.boolean(),
  totalLimitCount: limit,
  singleLimitCount: limit,
  combinationPrice: fen,
  products: z.array(z.object({ ...goods, combinationPrice: fen })),
});
export const BargainView = z.object({
  ...common,
  ...window,
  skuId: z.number(),
  bargainFirstPrice: fen,
  bargainMinPrice: fen,
  helpMaxCount: count,
  bargainCount: limit,
  totalLimitCount: limit,
  randomMinPrice: fen,
  randomMaxPrice: fen,
});
export const PointView = z.object({
  ...common,
  point: count,
  price: fen,
  products: z.array(z.object({ ...goods, count: limit, point: count, price: fen })),
});

const operators = { remark: z.string(), sort: z.number().int(), createTime: Time };
export const SeckillAdminView = SeckillView.extend(operators);
export const CombinationAdminView = CombinationView.extend(operators);
export const BargainAdminView = BargainView.extend(operators);
export const PointAdminView = PointView.extend(operators);

export const SeckillListQuery = z.object({ configId: optional(LongId) });
export const SeckillConfigView = z.object({
  id: z.number(),
  name: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  sliderPicUrls: z.array(z.string()),
  status: z.number().int(),
  createTime: Time,
});

/** "" once it is deleted. */
const activityName = z.string();
const person = { userId: z.number(), nickname: z.string(), avatar: z.string() };
/** A group-buy record; of its group: headId, userSize, userCount, expireTime. */
export const GroupRecordView = z.object({
  id: z.number(),
  activityId: z.number(),
  ...person,
  /** The head's record, which combinationHeadId names. */
  headId: z.number(),
  isHead: z.boolean(),
  spuId: z.number(),
  spuName: z.string(),
  picUrl: z.string(),
  skuId: z.number(),
  count,
  combinationPrice: fen,
  /** 0 open, 1 success, 2 failed. */
  status: z.number().int(),
  userSize: count,
  userCount: count,
  startTime: Time,
  expireTime: Time,
  endTime: Time.nullable(),
});
export const GroupRecordInFullView = GroupRecordView.extend({
  /** The caller's own only; null for others. */
  orderId: z.number().nullable(),
  members: z.array(GroupRecordView),
});
export const GroupRecordAdminView = GroupRecordView.extend({
  /** The current member; nickname and avatar are those at the time of joining. */
  user: UserInShort,
  activityName,
  orderId: z.number(),
  virtualGroup: z.boolean(),
  createTime: Time,
});
export const GroupRecordAdminPage = pageOf(GroupRecordAdminView);
export const GroupListQuery = z.object({
  activityId: optional(LongId),
  status: optional(longOf(Object.values(GroupStatus))),
  count: z.coerce.number().int().min(1).max(100).default(20),
});

const bargainRecord = {
  id: z.number(),
  activityId: z.number(),
  userId: z.number(),
  spuId: z.number(),
  skuId: z.number(),
  bargainFirstPrice: fen,
  bargainPrice: fen,
  bargainMinPrice: fen,
  helpCount: count,
  /** 1 under way, 2 success, 3 failed. */
  status: z.number().int(),
  endTime: Time,
  createTime: Time,
};
export const BargainRecordView = z.object({
  ...bargainRecord,
  /** Only for its own member. */
  orderId: z.number().nullable(),
  helps: z.array(z.object({ ...person, reducePrice: fen, createTime: Time })),
});
export const BargainRecordAdminPage = pageOf(
  z.object({
    ...bargainRecord,
    user: UserInShort,
    activityName,
    spuName: z.string(),
    picUrl: z.string(),
    orderId: z.number().nullable(),
  }),
);
/** `id`, or `activityId` for one's own latest record of it. */
export const BargainRecordQuery = z
  .object({ id: optional(LongId), activityId: optional(LongId) })
  .refine(({ id, activityId }) => id !== undefined || activityId !== undefined, {
    path: ["id"],
    error: "is required",
  });
export const BargainRecordCreateBody = z.object({ activityId: LongId });
export const BargainHelpCreateBody = z.object({ recordId: LongId });
/** Fen that the help took off. */
export const ReducePrice = fen;
