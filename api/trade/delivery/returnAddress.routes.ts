import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery } from "#api/http/fields.js";
import {
  createReturnAddress,
  deleteReturnAddress,
  pageReturnAddresses,
  returnAddress,
  updateReturnAddress,
} from "#shared/domains/trade/index.js";
import {
  ReturnAddressCreateBody,
  ReturnAddressPage,
  ReturnAddressPageQuery,
  ReturnAddressUpdateBody,
  returnAddressView,
  ReturnAddressView,
} from "./returnAddress.schemas.js";

const at = (verb: string) => `/admin-api/trade/return-address/${verb}`;

const create = endpoint({
  method: "post",
  path: at("create"),
  access: operator("trade:return-address:create"),
  summary: "Creates an address that members send goods back to",
  input: { body: ReturnAddressCreateBody },
  output: z.number().int(),
  handle: ({ body: { defaultStatus = false, ...rest } }) => createReturnAddress({ ...rest, isDefault: defaultStatus }),
});

const update = endpoint({
  method: "put",
  path: at("update"),
  access: operator("trade:return-address:update"),
  summary: "Updates a return address; after-sales that were agreed before keep theirs",
  input: { body: ReturnAddressUpdateBody },
  output: z.boolean(),
  handle: ({ body: { id, defaultStatus = false, ...rest } }) =>
    updateReturnAddress(id, { ...rest, isDefault: defaultStatus }),
});

const remove = endpoint({
  method: "delete",
  path: at("delete"),
  access: operator("trade:return-address:delete"),
  summary: "Deletes a return address",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteReturnAddress(query.id),
});

const get = endpoint({
  method: "get",
  path: at("get"),
  access: operator("trade:return-address:query"),
  summary: "Returns a return address",
  input: { query: IdQuery },
  output: ReturnAddressView,
  handle: ({ query }) => returnAddress(query.id),
  view: returnAddressView,
});

const page = endpoint({
  method: "get",
  path: at("page"),
  access: operator("trade:return-address:query"),
  summary: "Lists the return addresses, the default first",
  input: { query: ReturnAddressPageQuery },
  output: ReturnAddressPage,
  handle: ({ query: { pageNo, pageSize, ...search } }) => pageReturnAddresses(search, { pageNo, pageSize }),
  view: ({ list, total }) => ({ list: list.map(returnAddressView), total }),
});

export const returnAddressEndpoints = [create, update, remove, get, page];
