import type { z } from "zod";
import type { ActivityChange, SeckillConfigInput } from "#shared/domains/promotion/activity/index.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import type { ActivityKind } from "#shared/domains/promotion/activity/activity.states.js";
import type {
  BargainCreateBody,
  CombinationCreateBody,
  PointCreateBody,
  SeckillConfigCreateBody,
  SeckillCreateBody,
} from "./activityAdmin.schemas.js";

/** Converts operators' requests to the domain's inputs. */
const limit = (count: number | undefined): number | null => count || null;

const common = (body: { spuId: number; remark?: string | undefined; sort?: number | undefined }) => ({
  spuId: body.spuId,
  remark: body.remark ?? "",
  sort: body.sort ?? 0,
});
const window = ({ startTime, endTime }: { startTime: number; endTime: number }) => ({
  startAt: new Date(startTime),
  endAt: new Date(endTime),
});

export const seckillChange = (
  body: z.output<typeof SeckillCreateBody>,
): ActivityChange<typeof ActivityKind.seckill> => ({
  ...common(body),
  ...window(body),
  name: body.name,
  rules: {
    configIds: [...new Set(body.configIds)],
    totalLimitCount: limit(body.totalLimitCount),
    singleLimitCount: limit(body.singleLimitCount),
  },
  goods: body.products.map(({ skuId, seckillPrice, stock }) => ({
    skuId,
    priceFen: seckillPrice,
    point: 0,
    limitCount: null,
    stock,
  })),
});

export const combinationChange = (
  body: z.output<typeof CombinationCreateBody>,
): ActivityChange<typeof ActivityKind.group> => ({
  ...common(body),
  ...window(body),
  name: body.name,
  rules: {
    userSize: body.userSize,
    limitHours: body.limitDuration,
    virtualGroup: body.virtualGroup ?? false,
    totalLimitCount: limit(body.totalLimitCount),
    singleLimitCount: limit(body.singleLimitCount),
  },
  goods: body.products.map(({ skuId, combinationPrice, stock }) => ({
    skuId,
    priceFen: combinationPrice,
    point: 0,
    limitCount: null,
    stock: stock ?? null,
  })),
});

export const bargainChange = (
  body: z.output<typeof BargainCreateBody>,
): ActivityChange<typeof ActivityKind.bargain> => ({
  ...common(body),
  ...window(body),
  name: body.name,
  rules: {
    minFen: body.bargainMinPrice,
    helpMaxCount: body.helpMaxCount,
    helpLimit: limit(body.bargainCount),
    totalLimitCount: limit(body.totalLimitCount),
    cutMinFen: body.randomMinPrice,
    cutMaxFen: body.randomMaxPrice,
  },
  goods: [{ skuId: body.skuId, priceFen: body.bargainFirstPrice, point: 0, limitCount: null, stock: body.stock }],
});

export const pointChange = (body: z.output<typeof PointCreateBody>): ActivityChange<typeof ActivityKind.points> => ({
  ...common(body),
  startAt: null,
  endAt: null,
  name: body.name || "Points mall",
  rules: {},
  goods: body.products.map(({ skuId, point, price, count, stock }) => ({
    skuId,
    priceFen: price,
    point,
    limitCount: limit(count),
    stock,
  })),
});

export const seckillConfigInput = (body: z.output<typeof SeckillConfigCreateBody>): SeckillConfigInput => ({
  name: body.name,
  startTime: body.startTime,
  endTime: body.endTime,
  sliderPicUrls: body.sliderPicUrls ?? [],
  status: body.status ?? EnabledStatus.enabled,
});
