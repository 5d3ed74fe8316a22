import type { States } from "../../parts/shown/figures";
import type { Pair } from "../../texts/texts";

export const shelfStates: States = {
  1: [["Published", "出售中"], "success"],
  0: [["Unpublished", "仓库中"], "default"],
  [-1]: [["Recycle bin", "回收站"], "error"],
};

/** The tabs of the product list, as the API counts them. */
export const spuTabs = [
  { tab: 0, name: ["Published", "出售中"] },
  { tab: 1, name: ["Unpublished", "仓库中"] },
  { tab: 2, name: ["Sold out", "已售罄"] },
  { tab: 3, name: ["Low stock", "库存预警"] },
  { tab: 4, name: ["Recycle bin", "回收站"] },
] as const satisfies readonly { tab: number; name: Pair }[];

/** Why stock moved. */
export const stockMovementKinds = {
  reserve: ["Reserved by an unpaid order", "下单占用"],
  release: ["Released by an order", "占用释放"],
  commit: ["Deducted on payment", "支付扣减"],
  restore: ["Returned", "退回入库"],
  withdraw: ["Return taken back", "撤销退回入库"],
  adjust: ["Manual adjustment", "人工调整"],
} as const satisfies Record<string, Pair>;

export const deliveryTypes: States = {
  1: [["Delivery", "快递发货"]],
  2: [["In-store pick-up", "到店自提"]],
};
