import type { z } from "zod";
import {
  bargainStatusNow,
  shownStatus,
  type BargainRecordDoc,
  type BargainRecordInFull,
  type RecordInGroup,
  type SeckillConfigDoc,
} from "#shared/domains/promotion/activity/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { epochMs } from "#api/http/fields.js";
import { GroupStatus, type ActivityKind } from "#shared/domains/promotion/activity/activity.states.js";
import type { Shown } from "./activity.joins.js";
import type {
  BargainView,
  BargainRecordView,
  CombinationView,
  GroupRecordInFullView,
  GroupRecordView,
  PointView,
  SeckillView,
  SeckillConfigView,
} from "./activity.schemas.js";

function common({ activity, goods, spu }: Shown) {
  const counted = goods.filter(({ stock }) => stock !== null);
  const sum = (of: (row: (typeof goods)[number]) => number): number | null =>
    counted.length === 0 ? null : counted.reduce((total, row) => total + of(row), 0);
  return {
    id: activity._id,
    name: activity.name,
    status: shownStatus(activity, clock.now()),
    spuId: activity.spuId,
    spuName: spu?.name ?? "",
    picUrl: mediaUrl(spu?.picUrl ?? ""),
    marketPrice: spu?.priceFen ?? 0,
    stock: sum(({ stock }) => stock ?? 0),
    totalStock: sum(({ stock, taken }) => (stock ?? 0) + taken),
  };
}

/** An operator's view: the shoppers' view, and the shop's own fields. */
export const forOperators =
  <K extends ActivityKind, V extends object>(view: (shown: Shown<K>) => V) =>
  (shown: Shown<K>) => ({
    ...view(shown),
    remark: shown.activity.remark,
    sort: shown.activity.sort,
    createTime: shown.activity.createdAt.getTime(),
  });
const window = ({ activity: { startAt, endAt } }: Shown) => ({ startTime: epochMs(startAt), endTime: epochMs(endAt) });
const goodsView = ({ _id, spuId, skuId, stock }: Shown["goods"][number]) => ({ id: _id, spuId, skuId, stock });
const lowest = ({ goods }: Shown): number => Math.min(...goods.map(({ priceFen }) => priceFen));

export const seckillView = (shown: Shown<typeof ActivityKind.seckill>): z.input<typeof SeckillView> => ({
  ...common(shown),
  ...window(shown),
  configIds: shown.activity.rules.configIds,
  totalLimitCount: shown.activity.rules.totalLimitCount,
  singleLimitCount: shown.activity.rules.singleLimitCount,
  seckillPrice: lowest(shown),
  products: shown.goods.map((row) => ({ ...goodsView(row), seckillPrice: row.priceFen })),
});

export const combinationView = (shown: Shown<typeof ActivityKind.group>): z.input<typeof CombinationView> => ({
  ...common(shown),
  ...window(shown),
  userSize: shown.activity.rules.userSize,
  limitDuration: shown.activity.rules.limitHours,
  virtualGroup: shown.activity.rules.virtualGroup,
  totalLimitCount: shown.activity.rules.totalLimitCount,
  singleLimitCount: shown.activity.rules.singleLimitCount,
  combinationPrice: lowest(shown),
  products: shown.goods.map((row) => ({ ...goodsView(row), combinationPrice: row.priceFen })),
});

export const bargainView = (shown: Shown<typeof ActivityKind.bargain>): z.input<typeof BargainView> => {
  const { rules } = shown.activity;
  return {
    ...common(shown),
    ...window(shown),
    skuId: shown.goods[0]!.skuId,
    bargainFirstPrice: shown.goods[0]!.priceFen,
    bargainMinPrice: rules.minFen,
    helpMaxCount: rules.helpMaxCount,
    bargainCount: rules.helpLimit,
    totalLimitCount: rules.totalLimitCount,
    randomMinPrice: rules.cutMinFen,
    randomMaxPrice: rules.cutMaxFen,
  };
};

export const pointView = (shown: Shown<typeof ActivityKind.points>): z.input<typeof PointView> => ({
  ...common(shown),
  point: Math.min(...shown.goods.map(({ point }) => point)),
  price: lowest(shown),
  products: shown.goods.map((row) => ({
    ...goodsView(row),
    count: row.limitCount,
    point: row.point,
    price: row.priceFen,
  })),
});

export const seckillConfigView = (slot: SeckillConfigDoc): z.input<typeof SeckillConfigView> => ({
  id: slot._id,
  name: slot.name,
  startTime: slot.startTime,
  endTime: slot.endTime,
  sliderPicUrls: slot.sliderPicUrls.map(mediaUrl),
  status: slot.status,
  createTime: slot.createdAt.getTime(),
});

export const groupRecordView = ({ record, group }: RecordInGroup): z.input<typeof GroupRecordView> => ({
  id: record._id,
  activityId: record.activityId,
  userId: record.memberId,
  nickname: record.nickname,
  avatar: mediaUrl(record.avatar),
  headId: group._id,
  isHead: record.isHead,
  spuId: record.spuId,
  spuName: record.spuName,
  picUrl: mediaUrl(record.picUrl),
  skuId: record.skuId,
  count: record.count,
  combinationPrice: record.priceFen,
  status: record.status,
  userSize: group.userSize,
  userCount: group.userCount,
  startTime: group.createdAt.getTime(),
  expireTime: group.expireAt.getTime(),
  endTime: epochMs(group.endedAt ?? (group.status === GroupStatus.open ? null : group.updatedAt)),
});

export const groupRecordInFullView = (
  found: RecordInGroup & { members: RecordInGroup[] },
  memberId: number,
): z.input<typeof GroupRecordInFullView> => ({
  ...groupRecordView(found),
  orderId: found.record.memberId === memberId ? found.record.orderId : null,
  members: found.members.map(groupRecordView),
});

export const bargainRecordRow = (record: BargainRecordDoc) => ({
  id: record._id,
  activityId: record.activityId,
  userId: record.memberId,
  spuId: record.spuId,
  skuId: record.skuId,
  bargainFirstPrice: record.firstFen,
  bargainPrice: record.priceFen,
  bargainMinPrice: record.minFen,
  helpCount: record.helpCount,
  status: bargainStatusNow(record),
  endTime: record.endAt.getTime(),
  createTime: record.createdAt.getTime(),
  orderId: record.orderId,
});

/** For members: only its own member sees the order. */
export const bargainRecordView = (
  { record, helps }: BargainRecordInFull,
  memberId: number,
): z.input<typeof BargainRecordView> => ({
  ...bargainRecordRow(record),
  orderId: record.memberId === memberId ? record.orderId : null,
  helps: helps.map((help) => ({
    userId: help.memberId,
    nickname: help.nickname,
    avatar: mediaUrl(help.avatar),
    reducePrice: help.cutFen,
    createTime: help.createdAt.getTime(),
  })),
});
