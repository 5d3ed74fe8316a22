import type { PayOrderDoc } from "#shared/domains/pay/index.js";

/** The id of the order that a pay order of the mall pays; 0, which no order has, if its merchant's number is no id. */
export const orderIdOf = ({ merchantOrderId }: Pick<PayOrderDoc, "merchantOrderId">): number => {
  const id = Number(merchantOrderId);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
};
