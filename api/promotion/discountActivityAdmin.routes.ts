import { z } from "zod";
import { isConfirmed } from "#api/http/security/confirm.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import {
  closeDiscountActivity,
  createDiscountActivity,
  deleteDiscountActivity,
  pageDiscountActivities,
  getDiscountActivity,
  updateDiscountActivity,
} from "#shared/domains/promotion/index.js";
import {
  ActivityPageQuery,
  DiscountAdminPage,
  DiscountAdminView,
  DiscountCreateBody,
  DiscountUpdateBody,
} from "./discountActivity.schemas.js";
import { discountAdminView, discountInput } from "./discountActivity.views.js";
import { idOf, MaybeId } from "./promotion.fields.js";

const create = endpoint({
  method: "post",
  path: "/admin-api/promotion/discount-activity/create",
  access: operator("promotion:discount-activity:create"),
  summary: "Creates a discount activity and returns its id",
  input: { body: DiscountCreateBody },
  output: z.number().int(),
  handle: ({ body }) => createDiscountActivity(discountInput(body), isConfirmed(body)),
});

const update = endpoint({
  method: "put",
  path: "/admin-api/promotion/discount-activity/update",
  access: operator("promotion:discount-activity:update"),
  summary: "Updates a discount activity that is not closed",
  input: { body: DiscountUpdateBody },
  output: z.boolean(),
  handle: ({ body }) => updateDiscountActivity(body.id, discountInput(body), isConfirmed(body)),
});

const close = endpoint({
  method: "put",
  path: "/admin-api/promotion/discount-activity/close",
  access: operator("promotion:discount-activity:close"),
  summary: "Closes a discount activity permanently",
  input: { body: MaybeId, query: MaybeId },
  output: z.boolean(),
  handle: ({ body, query }) => closeDiscountActivity(idOf(body, query)),
});

const remove = endpoint({
  method: "delete",
  path: "/admin-api/promotion/discount-activity/delete",
  access: operator("promotion:discount-activity:delete"),
  summary: "Deletes a closed discount activity",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteDiscountActivity(query.id),
});

const get = endpoint({
  method: "get",
  path: "/admin-api/promotion/discount-activity/get",
  access: operator("promotion:discount-activity:query"),
  input: { query: IdQuery },
  output: DiscountAdminView,
  handle: ({ query }) => getDiscountActivity(query.id),
  view: discountAdminView,
});

const page = endpoint({
  method: "get",
  path: "/admin-api/promotion/discount-activity/page",
  access: operator("promotion:discount-activity:query"),
  summary: "Lists discount activities of any status, newest first",
  input: { query: ActivityPageQuery },
  output: DiscountAdminPage,
  handle: ({ query }) => pageDiscountActivities({ ...query, createdBetween: query.createTime }, query),
  view: ({ list, total }) => ({ list: list.map(discountAdminView), total }),
});

export const discountActivityAdminEndpoints = [create, update, close, remove, get, page];
