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
  summary: "Adds units of a SKU to the cart",
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
  summary: "Sets the quantity of a cart item",
  input: { body: CartUpdateCountBody },
  output: z.boolean(),
  handle: ({ actor, body }) => changeCartCount(actor.memberId, body),
  view: () => true,
});

const updateSelected = endpoint({
  method: "post",
  path: "/app-api/trade/cart/update-selected",
  access: member(),
  summary: "Selects or deselects cart items",
  input: { body: CartUpdateSelectedBody },
  output: z.boolean(),
  handle: ({ actor, body }) => selectCartRows(actor.memberId, body),
  view: () => true,
});

const list = endpoint({
  method: "get",
  path: "/app-api/trade/cart/list",
  access: member(),
  summary: "Lists the cart items, split into those that can be bought and those that cannot",
  output: CartListView,
  handle: ({ actor }) => readCart(actor.memberId),
  view: ({ valid, invalid }) => ({ validList: valid.map(cartItemView), invalidList: invalid.map(cartItemView) }),
});

const remove = endpoint({
  method: "post",
  path: "/app-api/trade/cart/delete",
  access: member(),
  summary: "Removes items from the cart",
  input: { body: CartDeleteBody },
  output: z.boolean(),
  handle: ({ actor, body }) => deleteCartRows(actor.memberId, body.ids),
  view: () => true,
});

const reset = endpoint({
  method: "post",
  path: "/app-api/trade/cart/reset",
  access: member(),
  summary: "Replaces the SKU of a cart item",
  input: { body: CartResetBody },
  output: z.boolean(),
  handle: ({ actor, body }) => replaceCartRow(actor.memberId, body),
  view: () => true,
});

const getCount = endpoint({
  method: "post",
  path: "/app-api/trade/cart/get-count",
  access: member(),
  summary: "Counts the units in the cart that can be bought",
  output: z.number().int(),
  handle: ({ actor }) => countCart(actor.memberId),
});

export const cartEndpoints = [add, updateCount, updateSelected, list, remove, reset, getCount];
