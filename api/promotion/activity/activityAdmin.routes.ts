import { z } from "zod";
import { endpoint, operator, type Endpoint } from "#api/http/endpoint.js";
import { isConfirmed, type Confirmation } from "#api/http/security/confirm.js";
import { IdQuery, pageOf } from "#api/http/fields.js";
import { idOf, MaybeId } from "#api/promotion/promotion.fields.js";
import {
  anyActivity,
  closeActivity,
  createActivity,
  deleteActivity,
  pageActivities,
  updateActivity,
  type ActivityChange,
} from "#shared/domains/promotion/activity/index.js";
import { ActivityKind } from "#shared/domains/promotion/activity/activity.states.js";
import { withSpu, withSpus, type Shown } from "./activity.joins.js";
import { BargainAdminView, CombinationAdminView, PointAdminView, SeckillAdminView } from "./activity.schemas.js";
import { bargainView, combinationView, forOperators, pointView, seckillView } from "./activity.views.js";
import { bargainChange, combinationChange, pointChange, seckillChange } from "./activityAdmin.inputs.js";
import {
  ActivityPageQuery,
  BargainCreateBody,
  BargainUpdateBody,
  CombinationCreateBody,
  CombinationUpdateBody,
  PointCreateBody,
  PointUpdateBody,
  SeckillCreateBody,
  SeckillUpdateBody,
} from "./activityAdmin.schemas.js";

interface Noun<K extends ActivityKind, B extends Confirmation, V extends z.ZodType> {
  kind: K;
  /** Used in paths and permissions. */
  noun: string;
  createBody: z.ZodType<B>;
  updateBody: z.ZodType<B & { id: number }>;
  change: (body: B) => ActivityChange<K>;
  shown: V;
  view: (shown: Shown<K>) => z.input<V>;
}

/** The operators' endpoints for activities of every kind; the kinds differ in their fields. */
function endpointsOf<K extends ActivityKind, B extends Confirmation, V extends z.ZodType>(
  of: Noun<K, B, V>,
): Endpoint[] {
  const { kind, noun } = of;
  const path = (verb: string): string => `/admin-api/promotion/${noun}/${verb}`;
  const may = (verb: string) => operator(`promotion:${noun}:${verb}`);
  const page = pageOf(of.shown);
  return [
    endpoint({
      method: "post",
      path: path("create"),
      access: may("create"),
      summary: "Creates an activity, enabled, and returns its id",
      input: { body: of.createBody },
      output: z.number(),
      handle: ({ body }) => createActivity(kind, of.change(body), isConfirmed(body)),
    }),
    endpoint({
      method: "put",
      path: path("update"),
      access: may("update"),
      summary: "Replaces an activity; a SKU's stock is what is left from now on",
      input: { body: of.updateBody },
      output: z.boolean(),
      handle: ({ body }) => updateActivity(kind, body.id, of.change(body), isConfirmed(body)),
    }),
    endpoint({
      method: "put",
      path: path("close"),
      access: may("close"),
      summary: "Ends an activity permanently before its time",
      input: { body: MaybeId, query: MaybeId },
      output: z.boolean(),
      handle: ({ body, query }) => closeActivity(kind, idOf(body, query)),
    }),
    endpoint({
      method: "delete",
      path: path("delete"),
      access: may("delete"),
      summary: "Deletes an activity that is closed or over",
      input: { query: IdQuery },
      output: z.boolean(),
      handle: ({ query }) => deleteActivity(kind, query.id),
    }),
    endpoint({
      method: "get",
      path: path("get"),
      access: may("query"),
      input: { query: IdQuery },
      output: of.shown,
      handle: async ({ query }) => of.view(await withSpu(await anyActivity(kind, query.id))),
    }),
    endpoint({
      method: "get",
      path: path("page"),
      access: may("query"),
      summary: "Lists activities, newest first",
      input: { query: ActivityPageQuery },
      output: page,
      handle: async ({ query }) => {
        const { list, total } = await pageActivities(kind, { ...query, createdAt: query.createTime });
        return { list: (await withSpus(list)).map(of.view), total };
      },
    }),
  ];
}

export const activityAdminEndpoints = [
  ...endpointsOf({
    kind: ActivityKind.seckill,
    noun: "seckill-activity",
    createBody: SeckillCreateBody,
    updateBody: SeckillUpdateBody,
    change: seckillChange,
    shown: SeckillAdminView,
    view: forOperators(seckillView),
  }),
  ...endpointsOf({
    kind: ActivityKind.group,
    noun: "combination-activity",
    createBody: CombinationCreateBody,
    updateBody: CombinationUpdateBody,
    change: combinationChange,
    shown: CombinationAdminView,
    view: forOperators(combinationView),
  }),
  ...endpointsOf({
    kind: ActivityKind.bargain,
    noun: "bargain-activity",
    createBody: BargainCreateBody,
    updateBody: BargainUpdateBody,
    change: bargainChange,
    shown: BargainAdminView,
    view: forOperators(bargainView),
  }),
  ...endpointsOf({
    kind: ActivityKind.points,
    noun: "point-activity",
    createBody: PointCreateBody,
    updateBody: PointUpdateBody,
    change: pointChange,
    shown: PointAdminView,
    view: forOperators(pointView),
  }),
];
