import { z } from "zod";
import { endpoint, member } from "#api/http/endpoint.js";
import {
  addToCart,
  changeCartCount,
  countCart,
  deleteCartRows,
  readCart,
  replaceCartRow,
  selectCartRows,
} from "#shared/domains/cart/index.js";
import { recordCart } from "#shared/domains/salesReports/index.js";
import {
  CartAddBody,
  CartDeleteBody,
  CartListView,
  CartResetBody,
  CartUpdateCountBody,
  CartUpdateSelectedBody,
} from "./cart.schemas.js";
import { cartItemView } from "./cart.views.js";

const add = endpoint({
  method: "post",
  path: "/app-api/trade/cart/add",
  access: member(),
  summary: "Put units of a SKU into the cart",
  input: { body: CartAddBody },
  output: z.number().int(),
  handle: async ({ actor, body }) => {
    const rowId = await addToCart(actor.memberId, body);
    recordCart(body.skuId, actor.memberId);
    return rowId;
  },
});

const updateCount = endpoint({
  method: "post",
  path: "/app-api/trade/cart/update-count",
  access: member(),
  summary: "Set the count of a cart item",
  input: { body: CartUpdateCountBody },
  output: z.boolean(),
  handle: ({ actor, body }) => changeCartCount(actor.memberId, body),
  view: () => true,
});

const updateSelected = endpoint({
  method: "post",
  path: "/app-api/trade/cart/update-selected",
  access: member(),
  summary: "Tick or untick cart items",
  input: { body: CartUpdateSelectedBody },
  output: z.boolean(),
  handle: ({ actor, body }) => selectCartRows(actor.memberId, body),
  view: () => true,
});

const list = endpoint({
  method: "get",
  path: "/app-api/trade/cart/list",
  access: member(),
  summary: "The cart: what can be bought and what cannot",
  output: CartListView,
  handle: ({ actor }) => readCart(actor.memberId),
  view: ({ valid, invalid }) => ({ validList: valid.map(cartItemView), invalidList: invalid.map(cartItemView) }),
});

const remove = endpoint({
  method: "post",
  path: "/app-api/trade/cart/delete",
  access: member(),
  summary: "Take items out of the cart",
  input: { body: CartDeleteBody },
  output: z.boolean(),
  handle: ({ actor, body }) => deleteCartRows(actor.memberId, body.ids),
  view: () => true,
});

const reset = endpoint({
  method: "post",
  path: "/app-api/trade/cart/reset",
  access: member(),
  summary: "Pick another SKU for a cart item",
  input: { body: CartResetBody },
  output: z.boolean(),
  handle: ({ actor, body }) => replaceCartRow(actor.memberId, body),
  view: () => true,
});

const getCount = endpoint({
  method: "post",
  path: "/app-api/trade/cart/get-count",
  access: member(),
  summary: "How many units the cart holds that can be bought",
  output: z.number().int(),
  handle: ({ actor }) => countCart(actor.memberId),
});

export const cartEndpoints = [add, updateCount, updateSelected, list, remove, reset, getCount];
