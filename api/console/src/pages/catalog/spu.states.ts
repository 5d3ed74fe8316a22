import type { States } from "../../parts/figures";
import type { Pair } from "../../texts/texts";

export const shelfStates: States = {
  1: [["On sale", "出售中"], "success"],
  0: [["In the warehouse", "仓库中"], "default"],
  [-1]: [["Recycle bin", "回收站"], "error"],
};

/** The tabs of the product list, as the API counts them. */
export const spuTabs = [
  { tab: 0, name: ["On sale", "出售中"] },
  { tab: 1, name: ["In the warehouse", "仓库中"] },
  { tab: 2, name: ["Sold out", "已售罄"] },
  { tab: 3, name: ["Low stock", "库存预警"] },
  { tab: 4, name: ["Recycle bin", "回收站"] },
] as const satisfies readonly { tab: number; name: Pair }[];

/** Why stock moved. */
export const stockMovementKinds = {
  reserve: ["Held by an unpaid order", "下单占用"],
  release: ["Given back by an order", "占用释放"],
  commit: ["Paid for", "支付扣减"],
  restore: ["Came back", "退回入库"],
  adjust: ["Set by an operator", "人工调整"],
} as const satisfies Record<string, Pair>;

export const deliveryTypes: States = {
  1: [["Express", "快递发货"]],
  2: [["Pick-up in a store", "到店自提"]],
};
