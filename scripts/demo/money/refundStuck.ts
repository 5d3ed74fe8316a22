import { PayRefundStatus } from "#shared/domains/pay/order/payOrder.states.js";
import type { Product } from "../office/stockTheShop.js";
import { basketOf, order, orderDetail, payByScan, type OrderDetail, type Shop, type Shopper } from "../shopper.js";
import { expect, step, until } from "../walk.js";

interface Refund {
  id: number;
  no: string;
  status: number;
  needsMerchant: boolean;
  toMerchant: boolean;
  channelErrorMsg: string | null;
  paidOutsidePrice: number | null;
}
/** 1007006010. */
const WAITS_FOR_THE_SHOP = 1_007_006_010;
const FEN = 1_000;

/** A refund whose payer's account is closed: the shop has it sent back to itself, and pays the member outside. */
export async function refundStuck(shopper: Shopper, shop: Shop, product: Product): Promise<void> {
  const { operator, sandbox } = shop;
  const bought = await payByScan(shopper, sandbox, await order(shopper, basketOf(shopper, product.skuId, 1)));
  const refundId = await begin(shop, bought);
  const stuck = await step(
    "a refund that the payer's account cannot receive",
    () => untilRefund(shop, bought, refundId, ({ needsMerchant }) => needsMerchant),
    ({ no, channelErrorMsg }) => `${no} ${channelErrorMsg}`,
  );
  expect(stuck.status === PayRefundStatus.underWay, `it is ${stuck.status}, not under way`);
  const again = { id: bought.id, refundPrice: 1, reason: "Again" };
  await step(
    "meanwhile nothing else goes out",
    () => operator.refused(WAITS_FOR_THE_SHOP, "PUT", "/admin-api/trade/order/refund", again),
    (message) => message,
  );
  await step(
    "sent back to the shop, the member paid outside",
    async () => {
      await operator.put("/admin-api/pay/refund/redirect", { id: refundId, to: "merchant" });
      await untilRefund(shop, bought, refundId, ({ toMerchant }) => toMerchant);
      const paid = { id: refundId, amount: FEN, reason: "Bank transfer" };
      await operator.put("/admin-api/pay/refund/pay-outside", paid);
      await until("the order's refund", async () =>
        (await orderDetail(shopper, bought.id)).refundPrice === FEN ? true : undefined,
      );
      return refundOf(shop, bought, refundId);
    },
    ({ no, paidOutsidePrice }) => `${no} ${paidOutsidePrice} fen`,
  );
}

async function begin({ operator, sandbox }: Shop, { id }: OrderDetail): Promise<number> {
  await sandbox.post("/sandbox/scenarios/abnormal-refund", { later: "never" });
  const refund = { id, refundPrice: FEN, reason: "Not as described" };
  return operator.put<number>("/admin-api/trade/order/refund", refund);
}

const refundOf = (shop: Shop, bought: OrderDetail, refundId: number): Promise<Refund> =>
  untilRefund(shop, bought, refundId, () => true);

/** The refund, once it is known to the channel and as wanted. */
const untilRefund = (
  { operator, sandbox }: Shop,
  { payOrderId }: OrderDetail,
  refundId: number,
  isWanted: (refund: Refund) => boolean,
): Promise<Refund> =>
  until("the refund", async () => {
    const { list } = await operator.get<{ list: Refund[] }>(`/admin-api/pay/refund/page?payOrderId=${payOrderId}`);
    const found = list.find((row) => row.id === refundId && isWanted(row));
    if (!found) return undefined;
    const there = await sandbox.get<{ no: string }[]>("/sandbox/pay/refunds");
    return there.some(({ no }) => no === found.no) ? found : undefined;
  });
