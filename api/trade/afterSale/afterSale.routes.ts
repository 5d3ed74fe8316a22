import { z } from "zod";
import { endpoint, member } from "#api/http/endpoint.js";
import {
  applyForAfterSale,
  cancelAfterSale,
  pageAfterSalesOfMember,
  ownAfterSale,
  sendGoodsBack,
} from "#shared/domains/trade/index.js";
import {
  AfterSaleCreateBody,
  AfterSaleDeliveryBody,
  AfterSaleIdBody,
  AfterSaleIdQuery,
  AfterSalePage,
  AfterSalePageBody,
  AfterSaleView,
} from "./afterSale.schemas.js";
import { afterSaleView } from "./afterSale.views.js";

const create = endpoint({
  method: "post",
  path: "/app-api/trade/after-sale/create",
  access: member(),
  summary: "Applies for an after-sale of one item of a paid order",
  input: { body: AfterSaleCreateBody },
  output: z.number().int(),
  handle: ({ actor, body: { refundPrice, applyDescription = "", applyPicUrls = [], ...rest } }) =>
    applyForAfterSale(actor.memberId, { ...rest, refundPriceFen: refundPrice, applyDescription, applyPicUrls }),
});

const page = endpoint({
  method: "post",
  path: "/app-api/trade/after-sale/page",
  access: member(),
  summary: "Lists the member's after-sales, newest first",
  input: { body: AfterSalePageBody },
  output: AfterSalePage,
  handle: ({ actor, body: { status, statuses = [], ...paging } }) => {
    const wanted = status === undefined ? statuses : [...statuses, status];
    return pageAfterSalesOfMember(actor.memberId, { ...paging, statuses: wanted.length > 0 ? wanted : undefined });
  },
  view: ({ list, total }) => ({ list: list.map(afterSaleView), total }),
});

/** By POST like other reads of orders, and by GET because it changes nothing: clients use either. */
const get = endpoint({
  method: "post",
  path: "/app-api/trade/after-sale/get",
  access: member(),
  summary: "Returns one of the member's after-sales",
  input: { body: AfterSaleIdBody },
  output: AfterSaleView,
  handle: ({ actor, body }) => ownAfterSale(actor.memberId, body.id),
  view: afterSaleView,
});

const getByQuery = endpoint({
  method: "get",
  path: "/app-api/trade/after-sale/get",
  access: member(),
  summary: "Returns one of the member's after-sales",
  input: { query: AfterSaleIdQuery },
  output: AfterSaleView,
  handle: ({ actor, query }) => ownAfterSale(actor.memberId, query.id),
  view: afterSaleView,
});

const cancel = endpoint({
  method: "post",
  path: "/app-api/trade/after-sale/cancel",
  access: member(),
  summary: "Cancels an after-sale as long as no refund was asked for",
  input: { body: AfterSaleIdBody },
  output: z.boolean(),
  handle: ({ actor, body }) => cancelAfterSale(actor.memberId, body.id),
});

const delivery = endpoint({
  method: "post",
  path: "/app-api/trade/after-sale/delivery",
  access: member(),
  summary: "Records that the member has sent the goods back",
  input: { body: AfterSaleDeliveryBody },
  output: z.boolean(),
  handle: ({ actor, body: { id, ...parcel } }) => sendGoodsBack(actor.memberId, { afterSaleId: id, ...parcel }),
});

export const afterSaleEndpoints = [create, page, get, getByQuery, cancel, delivery];
