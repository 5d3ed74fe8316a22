import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import {
  afterSaleInFull,
  agreeAfterSale,
  countAfterSales,
  disagreeAfterSale,
  receiveReturn,
  refundAfterSale,
  refuseReturn,
  pageAfterSales,
} from "#shared/domains/trade/index.js";
import {
  AdminAfterSalePage,
  AfterSaleAgreeBody,
  AfterSaleDisagreeBody,
  AfterSaleIdBody,
  AfterSaleIdQuery,
  AfterSaleReceiveBody,
  AfterSaleRefuseBody,
  AfterSaleSearchQuery,
} from "./afterSale.schemas.js";
import { AdminAfterSaleDetail } from "./afterSaleAdmin.schemas.js";
import { adminAfterSaleDetail, adminAfterSaleView } from "./afterSale.views.js";
import { StatusCountsView } from "../order/orderAdmin.schemas.js";
import { withOperatorNames } from "../order/orderLog.joins.js";

const page = endpoint({
  method: "get",
  path: "/admin-api/trade/after-sale/page",
  access: operator("trade:after-sale:query"),
  summary: "Lists after-sales of all members, newest first",
  input: { query: AfterSaleSearchQuery },
  output: AdminAfterSalePage,
  handle: ({ query: { pageNo, pageSize, createTime, ...search } }) =>
    pageAfterSales({ ...search, createdBetween: createTime }, { pageNo, pageSize }),
  view: ({ list, total }) => ({ list: list.map(adminAfterSaleView), total }),
});

const countByStatus = endpoint({
  method: "get",
  path: "/admin-api/trade/after-sale/count-by-status",
  access: operator("trade:after-sale:query"),
  summary: "Counts the after-sales of each state; 10,000 may mean more",
  output: StatusCountsView,
  handle: () => countAfterSales(),
});

const getDetail = endpoint({
  method: "get",
  path: "/admin-api/trade/after-sale/get-detail",
  access: operator("trade:after-sale:query"),
  summary: "Returns an after-sale with its order, item, member and log",
  input: { query: AfterSaleIdQuery },
  output: AdminAfterSaleDetail,
  handle: async ({ query }) => withOperatorNames(await afterSaleInFull(query.id)),
  view: adminAfterSaleDetail,
});

const agree = endpoint({
  method: "put",
  path: "/admin-api/trade/after-sale/agree",
  access: operator("trade:after-sale:agree"),
  summary: "Approves an after-sale: the money is refunded, or the goods are awaited first",
  input: { body: AfterSaleAgreeBody },
  output: z.boolean(),
  handle: ({ actor, body }) => agreeAfterSale(actor.operatorId, body.id, body.returnAddressId),
});

const disagree = endpoint({
  method: "put",
  path: "/admin-api/trade/after-sale/disagree",
  access: operator("trade:after-sale:disagree"),
  summary: "Rejects an after-sale with a reason, also an approved one as long as no refund was asked for",
  input: { body: AfterSaleDisagreeBody },
  output: z.boolean(),
  handle: ({ actor, body }) => disagreeAfterSale(actor.operatorId, body.id, body.auditReason),
});

const receive = endpoint({
  method: "put",
  path: "/admin-api/trade/after-sale/receive",
  access: operator("trade:after-sale:receive"),
  summary: "Accepts the returned pieces; they are restocked unless restock is false",
  input: { body: AfterSaleReceiveBody },
  output: z.boolean(),
  handle: ({ actor, body: { id, ...receipt } }) => receiveReturn(actor.operatorId, id, receipt),
});

const refuse = endpoint({
  method: "put",
  path: "/admin-api/trade/after-sale/refuse",
  access: operator("trade:after-sale:refuse"),
  summary: "Refuses the returned goods with a reason",
  input: { body: AfterSaleRefuseBody },
  output: z.boolean(),
  handle: ({ actor, body }) => refuseReturn(actor.operatorId, body.id, body.refuseMemo),
});

const refund = endpoint({
  method: "put",
  path: "/admin-api/trade/after-sale/refund",
  access: operator("trade:after-sale:refund"),
  summary: "Refunds an after-sale; a repeat with the same Idempotency-Key gets the first response",
  input: { body: AfterSaleIdBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ actor, body }) => refundAfterSale(actor.operatorId, body.id),
});

export const afterSaleAdminEndpoints = [page, countByStatus, getDetail, agree, disagree, receive, refuse, refund];
