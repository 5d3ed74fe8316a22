import { z } from "zod";
import { endpoint, member } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import {
  allSlots,
  anyActivity,
  buyable,
  bargainRecordInFull,
  groupRecordInFull,
  helpBargain,
  listActivities,
  listGroups,
  ownBargainRecord,
  startBargain,
  type ActivityWithGoods,
} from "#shared/domains/promotion/activity/index.js";
import { catalogErrors } from "#shared/domains/catalog/index.js";
import { ActivityKind } from "#shared/domains/promotion/activity/activity.states.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import {
  BargainHelpCreateBody,
  BargainRecordCreateBody,
  BargainRecordQuery,
  BargainRecordView,
  BargainView,
  CombinationView,
  GroupListQuery,
  GroupRecordInFullView,
  GroupRecordView,
  PointView,
  ReducePrice,
  SeckillConfigView,
  SeckillListQuery,
  SeckillView,
} from "./activity.schemas.js";
import { onShelf, withSpu, withSpus, type Shown } from "./activity.joins.js";
import {
  bargainRecordView,
  bargainView,
  combinationView,
  groupRecordInFullView,
  groupRecordView,
  pointView,
  seckillConfigView,
  seckillView,
} from "./activity.views.js";

/** Those whose product is on shelf. */
const shownList = async <K extends ActivityKind>(list: readonly ActivityWithGoods<K>[]): Promise<Shown<K>[]> =>
  onShelf(await withSpus(list));

/**
 * An activity of a product on shelf, for a member. Throws the not-found code of its kind, SpuNotFound, SpuOffShelf,
 * SkuNotFound.
 */
async function shownOne<K extends ActivityKind>(kind: K, activityId: number): Promise<Shown<K>> {
  const found = await anyActivity(kind, activityId);
  const { spu } = await withSpu(found);
  if (!spu || spu.status === SpuStatus.recycled) throw catalogErrors.SpuNotFound();
  if (spu.status !== SpuStatus.onShelf) throw catalogErrors.SpuOffShelf();
  const [shown] = await buyable([found]);
  if (!shown) throw catalogErrors.SkuNotFound();
  return { ...shown, spu };
}

const seckillConfigList = endpoint({
  method: "get",
  path: "/app-api/promotion/seckill-config/list",
  access: member(),
  summary: "Lists the daily time slots of flash sales, by time",
  output: z.array(SeckillConfigView),
  handle: async () => (await allSlots()).filter(({ status }) => status === EnabledStatus.enabled),
  view: (slots) => slots.map(seckillConfigView),
});

const seckillList = endpoint({
  method: "get",
  path: "/app-api/promotion/seckill-activity/list",
  access: member(),
  summary: "Lists current and upcoming flash sales, optionally of one time slot",
  input: { query: SeckillListQuery },
  output: z.array(SeckillView),
  handle: async ({ query }) => shownList(await listActivities(ActivityKind.seckill, query)),
  view: (list) => list.map(seckillView),
});

const seckillGet = endpoint({
  method: "get",
  path: "/app-api/promotion/seckill-activity/get",
  access: member(),
  summary: "Returns a flash sale with its products",
  input: { query: IdQuery },
  output: SeckillView,
  handle: ({ query }) => shownOne(ActivityKind.seckill, query.id),
  view: seckillView,
});

const combinationList = endpoint({
  method: "get",
  path: "/app-api/promotion/combination-activity/list",
  access: member(),
  summary: "Lists current and upcoming group-buys",
  output: z.array(CombinationView),
  handle: async () => shownList(await listActivities(ActivityKind.group)),
  view: (list) => list.map(combinationView),
});

const combinationGet = endpoint({
  method: "get",
  path: "/app-api/promotion/combination-activity/get",
  access: member(),
  summary: "Returns a group-buy with its products",
  input: { query: IdQuery },
  output: CombinationView,
  handle: ({ query }) => shownOne(ActivityKind.group, query.id),
  view: combinationView,
});

const combinationRecordList = endpoint({
  method: "get",
  path: "/app-api/promotion/combination-record/list",
  access: member(),
  summary: "Lists groups by their heads, newest first; status 0 selects those that can be joined",
  input: { query: GroupListQuery },
  output: z.array(GroupRecordView),
  handle: ({ query }) => listGroups(query),
  view: (list) => list.map(groupRecordView),
});

const combinationRecordGet = endpoint({
  method: "get",
  path: "/app-api/promotion/combination-record/get",
  access: member(),
  summary: "Returns a group-buy record (an order's combinationRecordId) and everyone in its group",
  input: { query: IdQuery },
  output: GroupRecordInFullView,
  handle: async ({ query, actor }) => ({ ...(await groupRecordInFull(query.id)), reader: actor.memberId }),
  view: (found) => groupRecordInFullView(found, found.reader),
});

const bargainList = endpoint({
  method: "get",
  path: "/app-api/promotion/bargain-activity/list",
  access: member(),
  summary: "Lists current and upcoming bargains",
  output: z.array(BargainView),
  handle: async () => shownList(await listActivities(ActivityKind.bargain)),
  view: (list) => list.map(bargainView),
});

const bargainGet = endpoint({
  method: "get",
  path: "/app-api/promotion/bargain-activity/get",
  access: member(),
  summary: "Returns a bargain",
  input: { query: IdQuery },
  output: BargainView,
  handle: ({ query }) => shownOne(ActivityKind.bargain, query.id),
  view: bargainView,
});

const bargainRecordCreate = endpoint({
  method: "post",
  path: "/app-api/promotion/bargain-record/create",
  access: member(),
  summary: "Starts a bargain record and returns its id",
  input: { body: BargainRecordCreateBody },
  output: z.number(),
  idempotent: "transaction",
  handle: ({ body, actor }) => startBargain(actor.memberId, body.activityId),
});

const bargainRecordGet = endpoint({
  method: "get",
  path: "/app-api/promotion/bargain-record/get",
  access: member(),
  summary: "Returns a bargain record and its helps, also to members who are invited to help",
  input: { query: BargainRecordQuery },
  output: BargainRecordView,
  handle: async ({ query: { id, activityId = 0 }, actor: { memberId } }) => {
    const found = id === undefined ? await ownBargainRecord(memberId, activityId) : await bargainRecordInFull(id);
    return { ...found, reader: memberId };
  },
  view: (found) => bargainRecordView(found, found.reader),
});

const bargainHelpCreate = endpoint({
  method: "post",
  path: "/app-api/promotion/bargain-help/create",
  access: member(),
  summary: "Helps another member bargain and returns how much the price fell",
  input: { body: BargainHelpCreateBody },
  output: ReducePrice,
  idempotent: "transaction",
  handle: ({ body, actor }) => helpBargain(actor.memberId, body.recordId),
});

const pointList = endpoint({
  method: "get",
  path: "/app-api/promotion/point-activity/list",
  access: member(),
  summary: "Lists the offers of the points mall",
  output: z.array(PointView),
  handle: async () => shownList(await listActivities(ActivityKind.points)),
  view: (list) => list.map(pointView),
});

const pointGet = endpoint({
  method: "get",
  path: "/app-api/promotion/point-activity/get",
  access: member(),
  summary: "Returns an offer of the points mall",
  input: { query: IdQuery },
  output: PointView,
  handle: ({ query }) => shownOne(ActivityKind.points, query.id),
  view: pointView,
});

export const activityEndpoints = [
  seckillConfigList,
  seckillList,
  seckillGet,
  combinationList,
  combinationGet,
  combinationRecordList,
  combinationRecordGet,
  bargainList,
  bargainGet,
  bargainRecordCreate,
  bargainRecordGet,
  bargainHelpCreate,
  pointList,
  pointGet,
];
