import { defineErrors } from "#shared/platform/errors.js";

export const cartErrors = defineErrors("cart", {
  CartRowNotFound: { code: 1011002000, en: "There is no such item in your cart", zh: "购物车项不存在" },
});
