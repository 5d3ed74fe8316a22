import { z } from "zod";
import { endpoint, member, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import {
  bindStoreStaff,
  createPickUpStore,
  deletePickUpStore,
  openPickUpStore,
  openPickUpStores,
  pickUpStore,
  pagePickUpStores,
  updatePickUpStore,
} from "#shared/domains/trade/index.js";
import { StoreBindBody, StoreCreateBody, StorePageQuery, StoreUpdateBody } from "./pickUpStore.schemas.js";
import { AdminStorePage, adminStoreView, AdminStoreView, storeView, StoreView } from "./pickUpStore.views.js";

const list = endpoint({
  method: "get",
  path: "/app-api/trade/delivery/pick-up-store/list",
  access: member(),
  summary: "Lists the stores to pick goods up from: an order's pickUpStoreId",
  output: z.array(StoreView),
  handle: () => openPickUpStores(),
  view: (stores) => stores.map(storeView),
});

const getOpen = endpoint({
  method: "get",
  path: "/app-api/trade/delivery/pick-up-store/get",
  access: member(),
  summary: "Returns a store to pick goods up from",
  input: { query: IdQuery },
  output: StoreView,
  handle: ({ query }) => openPickUpStore(query.id),
  view: storeView,
});

const at = (verb: string) => `/admin-api/trade/delivery/pick-up-store/${verb}`;

const create = endpoint({
  method: "post",
  path: at("create"),
  access: operator("trade:delivery-pick-up-store:create"),
  summary: "Creates a store; its staff is bound afterwards",
  input: { body: StoreCreateBody },
  output: z.number().int(),
  handle: ({ body: { introduction = "", ...rest } }) => createPickUpStore({ ...rest, introduction }),
});

const update = endpoint({
  method: "put",
  path: at("update"),
  access: operator("trade:delivery-pick-up-store:update"),
  summary: "Updates a store; its staff is kept",
  input: { body: StoreUpdateBody },
  output: z.boolean(),
  handle: ({ body: { id, introduction = "", ...rest } }) => updatePickUpStore(id, { ...rest, introduction }),
});

const remove = endpoint({
  method: "delete",
  path: at("delete"),
  access: operator("trade:delivery-pick-up-store:delete"),
  summary: "Deletes a store",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deletePickUpStore(query.id),
});

const get = endpoint({
  method: "get",
  path: at("get"),
  access: operator("trade:delivery-pick-up-store:query"),
  summary: "Returns a store",
  input: { query: IdQuery },
  output: AdminStoreView,
  handle: ({ query }) => pickUpStore(query.id),
  view: adminStoreView,
});

const page = endpoint({
  method: "get",
  path: at("page"),
  access: operator("trade:delivery-pick-up-store:query"),
  summary: "Lists stores, newest first",
  input: { query: StorePageQuery },
  output: AdminStorePage,
  handle: ({ query: { pageNo, pageSize, createTime, ...search } }) =>
    pagePickUpStores({ ...search, createdBetween: createTime }, { pageNo, pageSize }),
  view: ({ list: stores, total }) => ({ list: stores.map(adminStoreView), total }),
});

const bind = endpoint({
  method: "post",
  path: at("bind"),
  access: operator("trade:delivery-pick-up-store:update"),
  summary: "Sets the operators who may hand goods out in a store",
  input: { body: StoreBindBody },
  output: z.boolean(),
  handle: ({ body }) => bindStoreStaff(body.id, body.verifyUserIds),
});

export const pickUpStoreEndpoints = [list, getOpen, create, update, remove, get, page, bind];
