import { defineErrors } from "#shared/kernel/request/errors.js";

export const cartErrors = defineErrors("cart", {
  CartRowNotFound: { code: 1011002000, en: "There is no such item in your cart", zh: "购物车项不存在" },
  /** The same for a row that is absent, ordered already, of another member or of another variant. */
  CartRowNotOrderable: {
    code: 1011002001,
    en: "{field}: there is no such item of this variant in your cart",
    zh: "{field}：购物车中没有该规格的商品项，可能已经下单",
  },
});
