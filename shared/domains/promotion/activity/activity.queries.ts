import type { QueryFilter } from "mongoose";
import { findSkusWithSpus } from "#shared/domains/catalog/index.js";
import { createdWithin, containing, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { defineCache } from "#shared/kernel/redis/cache.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import {
  ActivityGoodsModel,
  ActivityModel,
  type ActivityDoc,
  type ActivityGoodsDoc,
  type ActivityOf,
} from "./activity.model.js";
import { SeckillConfigModel, type SeckillConfigDoc } from "./seckill/seckillConfig.model.js";
import { ShownStatus } from "../promotion.codes.js";
import type { ActivityKind } from "./activity.states.js";

export interface ActivityWithGoods<K extends ActivityKind = ActivityKind> {
  activity: ActivityOf<K>;
  goods: ActivityGoodsDoc[];
}

/** Operators' settings. Its stock and taken may be outdated, so that writers must read them again. */
const settings = defineCache<ActivityWithGoods | null>("activity", { ttlMs: seconds(5), max: 1_000, isSetting: true });
const slots = defineCache<SeckillConfigDoc[]>("seckillConfig", { ttlMs: seconds(5), max: 1, isSetting: true });

/** Lists that many shoppers open when a sale begins; their stock may be outdated by the TTL. */
const lists = defineCache<ActivityWithGoods[]>("activityList", { ttlMs: seconds(2), max: 100 });

/** Called in the transaction of each operator's write. */
export function invalidateActivity(activityId: number): void {
  settings.invalidate(String(activityId));
  lists.invalidate();
}
export const invalidateSlots = (): void => slots.invalidate();

/** An activity's settings, cached; null: there is none of this kind. */
export async function activitySettings<K extends ActivityKind>(
  kind: K,
  activityId: number,
): Promise<ActivityWithGoods<K> | null> {
  const found = await settings.read(String(activityId), () => readActivity(activityId));
  return found?.activity.kind === kind ? (found as ActivityWithGoods<K>) : null;
}

async function readActivity(activityId: number): Promise<ActivityWithGoods | null> {
  const activity = await ActivityModel.findById(activityId).lean<ActivityDoc>();
  return activity ? { activity, goods: await goodsOf([activityId]) } : null;
}

/** The same, uncached, with the current stock. */
export async function findActivity<K extends ActivityKind>(
  kind: K,
  activityId: number,
): Promise<ActivityWithGoods<K> | null> {
  const found = await readActivity(activityId);
  return found?.activity.kind === kind ? (found as ActivityWithGoods<K>) : null;
}

/** Names of activities, deleted ones too, in one query. */
export async function activityNames(ids: readonly number[]): Promise<Map<number, string>> {
  const wanted = { _id: { $in: [...new Set(ids)] } };
  const named = await withDeleted(ActivityModel.find(wanted, { name: 1 })).lean<Pick<ActivityDoc, "_id" | "name">[]>();
  return new Map(named.map(({ _id, name }) => [_id, name]));
}

/** Every time slot, by start. */
export function allSlots(): Promise<SeckillConfigDoc[]> {
  return slots.read(
    "all",
    async () =>
      // Awaited here, so that the rows are cached, and not a query that can run only once.
      await SeckillConfigModel.find().sort({ startTime: 1, _id: 1 }).lean<SeckillConfigDoc[]>(),
  );
}

async function goodsOf(activityIds: readonly number[]): Promise<ActivityGoodsDoc[]> {
  return ActivityGoodsModel.find({ activityId: { $in: activityIds } })
    .sort({ _id: 1 })
    .lean<ActivityGoodsDoc[]>();
}

/** For shoppers: waiting and running activities of a kind, by sort; cached for two seconds. */
export async function listActivities<K extends ActivityKind>(
  kind: K,
  { configId }: { configId?: number | undefined } = {},
): Promise<ActivityWithGoods<K>[]> {
  const list = await lists.read(`${kind}-${configId ?? ""}`, () => readList(kind, configId));
  return list as ActivityWithGoods<K>[];
}

const LISTED = 100;
async function readList(kind: ActivityKind, configId: number | undefined): Promise<ActivityWithGoods[]> {
  const now = clock.now();
  const activities = await ActivityModel.find({
    kind,
    status: EnabledStatus.enabled,
    $or: [{ endAt: null }, { endAt: { $gt: now } }],
    ...(configId === undefined ? {} : { "rules.configIds": configId }),
  })
    .sort({ sort: -1, _id: -1 })
    .limit(LISTED)
    .lean<ActivityDoc[]>();
  return buyable(await withGoods(activities));
}

/**
 * Restricts activities to what can be bought: drops deleted variants, limits stock to the SKU's own, and drops
 * activities without goods.
 */
export async function buyable<K extends ActivityKind>(
  list: readonly ActivityWithGoods<K>[],
): Promise<ActivityWithGoods<K>[]> {
  const found = await findSkusWithSpus(list.flatMap(({ goods }) => goods.map(({ skuId }) => skuId)));
  const stocks = new Map(found.map(({ sku }) => [sku._id, sku.stock]));
  return list
    .map(({ activity, goods }) => ({
      activity,
      goods: goods.flatMap((row) => {
        const left = stocks.get(row.skuId);
        if (left === undefined) return [];
        return [{ ...row, stock: row.stock === null ? null : Math.min(row.stock, left) }];
      }),
    }))
    .filter(({ goods }) => goods.length > 0);
}

interface ActivityPageQuery extends Page {
  name?: string | undefined;
  /** The shown status (10 to 40), or the stored one (0, 1). */
  status?: EnabledStatus | ShownStatus | undefined;
  /** Flash sales: one of their time slots. */
  configId?: number | undefined;
  createdAt?: TimeSpan | undefined;
}

function statusFilter(status: ActivityPageQuery["status"]): QueryFilter<ActivityDoc> {
  const now = clock.now();
  switch (status) {
    case undefined:
      return {};
    case EnabledStatus.enabled:
    case EnabledStatus.disabled:
      return { status };
    case ShownStatus.waiting:
      return { status: EnabledStatus.enabled, startAt: { $gt: now } };
    case ShownStatus.running:
      return {
        status: EnabledStatus.enabled,
        $and: [
          { $or: [{ startAt: null }, { startAt: { $lte: now } }] },
          { $or: [{ endAt: null }, { endAt: { $gt: now } }] },
        ],
      };
    case ShownStatus.ended:
      return { status: EnabledStatus.enabled, endAt: { $ne: null, $lte: now } };
    case ShownStatus.closed:
      return { status: EnabledStatus.disabled };
  }
}

/** For operators: all activities of a kind, newest first. */
export async function pageActivities<K extends ActivityKind>(
  kind: K,
  { name, status, configId, createdAt, ...page }: ActivityPageQuery,
): Promise<PageOf<ActivityWithGoods<K>>> {
  const filter: QueryFilter<ActivityDoc> = {
    kind,
    ...statusFilter(status),
    ...(name ? { name: containing(name) } : {}),
    ...(configId === undefined ? {} : { "rules.configIds": configId }),
    ...createdWithin(createdAt),
  };
  const { list, total } = await pageOf(ActivityModel, filter, page);
  return { list: await withGoods<K>(list), total };
}

async function withGoods<K extends ActivityKind>(activities: ActivityDoc[]): Promise<ActivityWithGoods<K>[]> {
  const goods = await goodsOf(activities.map(({ _id }) => _id));
  return activities.map((activity) => ({
    activity: activity as ActivityOf<K>,
    goods: goods.filter(({ activityId }) => activityId === activity._id),
  }));
}
