import { payFenOf, type PriceStep } from "./draft.js";

/** Every line at its SKU's price; nothing is taken off, nothing added yet. */
export const listPrice: PriceStep = (draft) => ({
  ...draft,
  freeDelivery: false,
  lines: draft.lines.map((line) => {
    const bare = { ...line, discountFen: 0, vipFen: 0, couponFen: 0, pointFen: 0, deliveryFen: 0 };
    return { ...bare, payFen: payFenOf(bare) };
  }),
});
