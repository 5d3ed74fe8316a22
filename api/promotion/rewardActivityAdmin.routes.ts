import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { isConfirmed } from "#api/http/security/confirm.js";
import { IdQuery } from "#api/http/fields.js";
import {
  closeRewardActivity,
  createRewardActivity,
  deleteRewardActivity,
  pageRewardActivities,
  getRewardActivity,
  updateRewardActivity,
} from "#shared/domains/promotion/index.js";
import { RewardAdminPage, RewardAdminView, RewardCreateBody, RewardUpdateBody } from "./rewardActivity.schemas.js";
import { rewardAdminView, rewardInput } from "./rewardActivity.views.js";
import { ActivityPageQuery } from "./discountActivity.schemas.js";
import { idOf, MaybeId } from "./promotion.fields.js";

const create = endpoint({
  method: "post",
  path: "/admin-api/promotion/reward-activity/create",
  access: operator("promotion:reward-activity:create"),
  summary: "Creates a reward activity (spend X, minus Y) and returns its id",
  input: { body: RewardCreateBody },
  output: z.number().int(),
  handle: ({ body }) => createRewardActivity(rewardInput(body), isConfirmed(body)),
});

const update = endpoint({
  method: "put",
  path: "/admin-api/promotion/reward-activity/update",
  access: operator("promotion:reward-activity:update"),
  summary: "Updates a reward activity that is not closed",
  input: { body: RewardUpdateBody },
  output: z.boolean(),
  handle: ({ body }) => updateRewardActivity(body.id, rewardInput(body), isConfirmed(body)),
});

const close = endpoint({
  method: "put",
  path: "/admin-api/promotion/reward-activity/close",
  access: operator("promotion:reward-activity:close"),
  summary: "Closes a reward activity permanently",
  input: { body: MaybeId, query: MaybeId },
  output: z.boolean(),
  handle: ({ body, query }) => closeRewardActivity(idOf(body, query)),
});

const remove = endpoint({
  method: "delete",
  path: "/admin-api/promotion/reward-activity/delete",
  access: operator("promotion:reward-activity:delete"),
  summary: "Deletes a closed reward activity",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteRewardActivity(query.id),
});

const get = endpoint({
  method: "get",
  path: "/admin-api/promotion/reward-activity/get",
  access: operator("promotion:reward-activity:query"),
  input: { query: IdQuery },
  output: RewardAdminView,
  handle: ({ query }) => getRewardActivity(query.id),
  view: rewardAdminView,
});

const page = endpoint({
  method: "get",
  path: "/admin-api/promotion/reward-activity/page",
  access: operator("promotion:reward-activity:query"),
  summary: "Lists reward activities of any status, newest first",
  input: { query: ActivityPageQuery },
  output: RewardAdminPage,
  handle: ({ query }) => pageRewardActivities({ ...query, createdBetween: query.createTime }, query),
  view: ({ list, total }) => ({ list: list.map(rewardAdminView), total }),
});

export const rewardActivityAdminEndpoints = [create, update, close, remove, get, page];
