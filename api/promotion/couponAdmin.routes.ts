import { z } from "zod";
import { isConfirmed } from "#api/http/security/confirm.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import {
  createCouponTemplate,
  deleteCouponTemplate,
  pageCouponTemplates,
  getCouponTemplate,
  recallCoupon,
  pageCouponsForOperators,
  sendCoupons,
  switchCouponTemplate,
  updateCouponTemplate,
  withUse,
} from "#shared/domains/promotion/index.js";
import {
  CouponAdminPage,
  CouponAdminPageQuery,
  CouponSendBody,
  TemplateAdminPage,
  TemplateAdminView,
  TemplateCreateBody,
  TemplatePageQuery,
  TemplateStatusBody,
  TemplateUpdateBody,
} from "./coupon.schemas.js";
import { couponAdminView, templateAdminView, templateInput } from "./coupon.views.js";

const create = endpoint({
  method: "post",
  path: "/admin-api/promotion/coupon-template/create",
  access: operator("promotion:coupon-template:create"),
  summary: "Creates a coupon template, enabled, and returns its id",
  input: { body: TemplateCreateBody },
  output: z.number().int(),
  idempotent: "after",
  handle: ({ body }) => createCouponTemplate(templateInput(body), isConfirmed(body)),
});

const update = endpoint({
  method: "put",
  path: "/admin-api/promotion/coupon-template/update",
  access: operator("promotion:coupon-template:update"),
  summary: "Updates a coupon template; coupons already taken keep their terms",
  input: { body: TemplateUpdateBody },
  output: z.boolean(),
  handle: ({ body }) => updateCouponTemplate(body.id, templateInput(body), isConfirmed(body)),
});

const updateStatus = endpoint({
  method: "put",
  path: "/admin-api/promotion/coupon-template/update-status",
  access: operator("promotion:coupon-template:update"),
  summary: "Enables (0) or disables (1) a coupon template; a disabled one cannot be taken",
  input: { body: TemplateStatusBody },
  output: z.boolean(),
  handle: ({ body }) => switchCouponTemplate(body.id, body.status),
});

const remove = endpoint({
  method: "delete",
  path: "/admin-api/promotion/coupon-template/delete",
  access: operator("promotion:coupon-template:delete"),
  summary: "Deletes a coupon template; coupons already taken stay valid",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteCouponTemplate(query.id),
});

const get = endpoint({
  method: "get",
  path: "/admin-api/promotion/coupon-template/get",
  access: operator("promotion:coupon-template:query"),
  input: { query: IdQuery },
  output: TemplateAdminView,
  handle: async ({ query }) => withUse(await getCouponTemplate(query.id)),
  view: templateAdminView,
});

const page = endpoint({
  method: "get",
  path: "/admin-api/promotion/coupon-template/page",
  access: operator("promotion:coupon-template:query"),
  summary: "Lists coupon templates of any status, newest first",
  input: { query: TemplatePageQuery },
  output: TemplateAdminPage,
  handle: ({ query: { pageNo, pageSize, createTime, ...search } }) =>
    pageCouponTemplates({ ...search, createdBetween: createTime }, { pageNo, pageSize }),
  view: ({ list, total }) => ({ list: list.map(templateAdminView), total }),
});

const send = endpoint({
  method: "post",
  path: "/admin-api/promotion/coupon/send",
  access: operator("promotion:coupon:send"),
  summary: "Gives each of these members a coupon of a template for giving (takeType 2)",
  input: { body: CouponSendBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ body }) => sendCoupons(body.templateId, body.userIds),
});

const couponPage = endpoint({
  method: "get",
  path: "/admin-api/promotion/coupon/page",
  access: operator("promotion:coupon:query"),
  summary: "Lists members' coupons, newest first",
  input: { query: CouponAdminPageQuery },
  output: CouponAdminPage,
  handle: ({ query }) => {
    const { userId: memberId, templateId, status, createTime: createdBetween } = query;
    return pageCouponsForOperators({ memberId, templateId, status, createdBetween }, query);
  },
  view: ({ list, total }) => ({ list: list.map(couponAdminView), total }),
});

const recall = endpoint({
  method: "delete",
  path: "/admin-api/promotion/coupon/delete",
  access: operator("promotion:coupon:delete"),
  summary: "Takes an unused coupon back from its member",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => recallCoupon(query.id),
});

export const couponAdminEndpoints = [create, update, updateStatus, remove, get, page, send, couponPage, recall];
