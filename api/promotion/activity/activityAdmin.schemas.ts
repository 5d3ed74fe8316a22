import { z } from "zod";
import { Confirm } from "#api/http/security/confirm.js";
import {
  DateRange,
  Instant,
  LongId,
  longOf,
  optional,
  pageInput,
  periodEnds,
  periodFault,
  nameText,
  QueryBoolean,
  text,
} from "#api/http/fields.js";
import { PictureUrl } from "#api/media/picture.schemas.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { BargainStatus, GroupStatus } from "#shared/domains/promotion/activity/activity.states.js";
import { ShownStatus } from "#shared/domains/promotion/promotion.codes.js";

const Price = z.number().int().min(1).max(100_000_000);
const Stock = z.number().int().min(0).max(10_000_000);
const Piece = z.number().int().min(1).max(1_000_000);
/** Pieces or times; missing, null and 0: no limit. */
const Limit = optional(z.number().int().min(0).max(1_000_000));

const common = {
  name: nameText(64),
  spuId: LongId,
  remark: optional(text(500)),
  sort: optional(z.number().int().min(0).max(1_000_000)),
  confirm: Confirm,
};
const window = { startTime: Instant, endTime: Instant };
/** The products of an activity: at least one SKU. */
const products = <S extends z.ZodRawShape>(fields: S) =>
  z
    .array(z.object({ skuId: LongId, ...fields }))
    .min(1)
    .max(200);

const seckill = {
  ...common,
  ...window,
  configIds: z.array(LongId).min(1).max(50),
  totalLimitCount: Limit,
  singleLimitCount: Limit,
  products: products({ seckillPrice: Price, stock: Stock }),
};
export const SeckillCreateBody = z.object(seckill).refine(periodEnds, periodFault);
export const SeckillUpdateBody = z.object({ id: LongId, ...seckill }).refine(periodEnds, periodFault);

const combination = {
  ...common,
  ...window,
  userSize: z.number().int().min(2).max(1_000),
  limitDuration: z.number().int().min(1).max(8_760),
  virtualGroup: optional(QueryBoolean),
  totalLimitCount: Limit,
  singleLimitCount: Limit,
  products: products({ combinationPrice: Price, stock: optional(Stock) }),
};
export const CombinationCreateBody = z.object(combination).refine(periodEnds, periodFault);
export const CombinationUpdateBody = z.object({ id: LongId, ...combination }).refine(periodEnds, periodFault);

const bargain = {
  ...common,
  ...window,
  skuId: LongId,
  bargainFirstPrice: Price,
  bargainMinPrice: Price,
  stock: Stock,
  helpMaxCount: Piece,
  bargainCount: Limit,
  totalLimitCount: Limit,
  randomMinPrice: Price,
  randomMaxPrice: Price,
};
type Bargain = { bargainFirstPrice: number; bargainMinPrice: number; randomMinPrice: number; randomMaxPrice: number };
const falls = (row: Bargain): boolean => row.bargainMinPrice < row.bargainFirstPrice;
const belowFirst = { path: ["bargainMinPrice"], error: "must be below bargainFirstPrice" };
const bounds = (row: Bargain): boolean => row.randomMinPrice <= row.randomMaxPrice;
const notBelowMin = { path: ["randomMaxPrice"], error: "must not be below randomMinPrice" };
export const BargainCreateBody = z
  .object(bargain)
  .refine(periodEnds, periodFault)
  .refine(falls, belowFirst)
  .refine(bounds, notBelowMin);
export const BargainUpdateBody = z
  .object({ id: LongId, ...bargain })
  .refine(periodEnds, periodFault)
  .refine(falls, belowFirst)
  .refine(bounds, notBelowMin);

const point = {
  ...common,
  name: optional(nameText(64, 0)),
  products: products({ point: Piece, price: z.number().int().min(0).max(100_000_000), count: Limit, stock: Stock }),
};
export const PointCreateBody = z.object(point);
export const PointUpdateBody = z.object({ id: LongId, ...point });

export const ActivityPageQuery = pageInput({
  name: optional(text(64)),
  status: optional(longOf([...Object.values(EnabledStatus), ...Object.values(ShownStatus)])),
  /** For flash sales: those of a time slot. */
  configId: optional(LongId),
  createTime: DateRange,
});

/** "HH:mm" or "HH:mm:ss"; 24:00:00 is the end of the day. */
const TimeOfDay = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?|24:00(:00)?)$/, "must be HH:mm:ss")
  .transform((time) => (time.length === 5 ? `${time}:00` : time));
const slot = {
  name: nameText(64),
  startTime: TimeOfDay,
  endTime: TimeOfDay,
  sliderPicUrls: optional(z.array(PictureUrl).max(20)),
  status: optional(longOf(Object.values(EnabledStatus))),
};
const laterThanStart = (row: { startTime: string; endTime: string }): boolean => row.startTime < row.endTime;
export const SeckillConfigCreateBody = z.object(slot).refine(laterThanStart, periodFault);
export const SeckillConfigUpdateBody = z.object({ id: LongId, ...slot }).refine(laterThanStart, periodFault);
export const SeckillConfigStatusBody = z.object({ id: LongId, status: longOf(Object.values(EnabledStatus)) });
export const SeckillConfigPageQuery = pageInput({ status: optional(longOf(Object.values(EnabledStatus))) });

const records = { activityId: optional(LongId), userId: optional(LongId), createTime: DateRange };
export const GroupRecordPageQuery = pageInput({
  ...records,
  headId: optional(LongId),
  status: optional(longOf(Object.values(GroupStatus))),
});
export const BargainRecordPageQuery = pageInput({ ...records, status: optional(longOf(Object.values(BargainStatus))) });
