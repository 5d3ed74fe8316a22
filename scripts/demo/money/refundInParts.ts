import { PayRefundStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { OrderStatus, RefundStatus } from "#shared/domains/trade/order/order.states.js";
import {
  balanceOf,
  basketOf,
  order,
  orderDetail,
  payByScan,
  type OrderDetail,
  type Shop,
  type Shopper,
} from "../shopper.js";
import type { Product } from "../office/stockTheShop.js";
import { expect, needed, step, until, yuan } from "../walk.js";

interface Refund {
  id: number;
  no: string;
  status: number;
  refundPrice: number;
  walletCombinationRefundPrice: number;
}
/** More than the wallet holds, so that the wallet alone cannot pay. */
const COUNT = 2;
const WALLET_FEN = 4_000;
const FIRST_FEN = 3_000;
/** 1007006000. */
const TOO_MUCH = 1_007_006_000;

/** An order paid by scan and wallet is refunded in two parts: first the channel's part, then the wallet's. */
export async function refundInParts(shopper: Shopper, shop: Shop, product: Product): Promise<void> {
  const bought = await step(
    "an order paid by scan, and a part from the wallet",
    async () => {
      const placed = await order(shopper, basketOf(shopper, product.skuId, COUNT));
      return payByScan(shopper, shop.sandbox, placed, {
        channelExtras: { wallet_combination_payment_price: String(WALLET_FEN) },
      });
    },
    ({ no, payPrice }) => `${no} ${yuan(payPrice - WALLET_FEN)} and ${yuan(WALLET_FEN)}`,
  );
  const balance = await balanceOf(shopper);
  await refuseTooMuch(shop, bought, bought.payPrice + 1, "more than was paid is refused");
  const shown = ({ no, refundPrice, walletCombinationRefundPrice }: Refund): string =>
    `${no} ${yuan(refundPrice)} and ${yuan(walletCombinationRefundPrice)}`;
  await step(
    "a part is given back: the channel's first",
    async () => {
      const refund = await giveBack(shop, bought, FIRST_FEN);
      expect(refund.refundPrice === FIRST_FEN, `the channel gives back ${refund.refundPrice}`);
      expect(refund.walletCombinationRefundPrice === 0, "the wallet gives something back too");
      expect((await balanceOf(shopper)) === balance, "the wallet has changed");
      await untilRefunded(shopper, bought, FIRST_FEN);
      const { status, refundStatus } = await orderDetail(shopper, bought.id);
      expect(
        status === OrderStatus.toShip && refundStatus === RefundStatus.inPart,
        `the order is ${status}, its refund ${refundStatus}`,
      );
      return refund;
    },
    shown,
  );
  const rest = bought.payPrice - FIRST_FEN;
  await refuseTooMuch(shop, bought, rest + 1, "more than is left is refused too");
  await step(
    "then the rest: of the channel, and the wallet's",
    async () => {
      const refund = await giveBack(shop, bought, rest);
      expect(refund.refundPrice === rest - WALLET_FEN, `the channel gives back ${refund.refundPrice}`);
      expect(refund.walletCombinationRefundPrice === WALLET_FEN, "the wallet's part is another");
      return refund;
    },
    shown,
  );
  await step(
    "all is where it came from; the order is closed",
    async () => {
      const detail = await untilRefunded(shopper, bought, bought.payPrice);
      expect(
        detail.status === OrderStatus.cancelled && detail.refundStatus === RefundStatus.inFull,
        `the order is ${detail.status}`,
      );
      expect((await balanceOf(shopper)) === balance + WALLET_FEN, "the wallet did not get its part");
      const { no } = await shopper.client.get("/app-api/pay/order/get", {
        id: needed(bought.payOrderId, "the pay order"),
        sync: false,
      });
      const { refunded } = await shop.sandbox.get<{ refunded: number }>(`/sandbox/pay/orders/${no}`);
      expect(refunded === bought.payPrice - WALLET_FEN, `the channel gave back ${refunded}`);
      return detail;
    },
    ({ refundPrice }) => `${yuan(refundPrice)} in all`,
  );
  await refuseTooMuch(shop, bought, 1, "not a fen more");
}

const refuseTooMuch = ({ operator }: Shop, { id }: OrderDetail, refundPrice: number, name: string): Promise<string> =>
  step(
    name,
    () => operator.refused(TOO_MUCH, "PUT", "/admin-api/trade/order/refund", { id, refundPrice, reason: "Too much" }),
    (message) => message,
  );

/** Returns the refund once the money has arrived. */
export async function giveBack(
  { operator }: Shop,
  { id, payOrderId }: Pick<OrderDetail, "id" | "payOrderId">,
  refundPrice: number,
): Promise<Refund> {
  const refundId = await operator.put<number>("/admin-api/trade/order/refund", {
    id,
    refundPrice,
    reason: "Not as described",
  });
  return until("the refund", async () => {
    const { list } = await operator.get<{ list: Refund[] }>(`/admin-api/pay/refund/page?payOrderId=${payOrderId}`);
    return list.find((row) => row.id === refundId && row.status === PayRefundStatus.succeeded);
  });
}

/** Waits until the order shows the refund. */
const untilRefunded = (shopper: Shopper, { id }: OrderDetail, fen: number): Promise<OrderDetail> =>
  until("the order's refund", async () => {
    const detail = await orderDetail(shopper, id);
    return detail.refundPrice === fen ? detail : undefined;
  });
