import { PayStatus, PayRefundStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { AnomalyStatus } from "#shared/domains/pay/reconciliation/reconciliation.states.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import { balanceOf, basketOf, openCode, order, orderDetail, type Shop, type Shopper } from "../shopper.js";
import type { Product } from "../office/stockTheShop.js";
import { expect, needed, step, until, yuan } from "../walk.js";

interface Anomaly {
  id: number;
  kind: string;
  no: string;
  price: number;
  refundNo: string | null;
  refundStatus: number | null;
  status: number;
  endedBy: string | null;
}
interface Refund {
  no: string;
  kind: string;
  status: number;
  refundPrice: number;
}

/** A payment for a cancelled order is refunded automatically, once, and listed for the operators. */
export async function payTooLate(shopper: Shopper, { operator, sandbox }: Shop, product: Product): Promise<void> {
  const { client } = shopper;
  const balance = await balanceOf(shopper);
  const placed = await order(shopper, basketOf(shopper, product.skuId));
  const no = await step(
    "an order whose code is on the screen is cancelled",
    async () => {
      const attempt = await openCode(shopper, placed.payOrderId);
      await sandbox.post("/sandbox/scenarios/late-payment", { no: attempt, times: 3 });
      await client.post("/app-api/trade/order/cancel", { id: placed.id });
      return attempt;
    },
    (attempt) => `order ${placed.id}, ${attempt}`,
  );
  const paid = await step(
    "it is paid all the same, reported three times",
    () =>
      until("the payment", async () => {
        const there = await sandbox.get<{ state: string; amount: number }>(`/sandbox/pay/orders/${no}`);
        return there.state === "paid" ? there : undefined;
      }),
    ({ state, amount }) => `${state}, ${yuan(amount)}`,
  );
  const refund = await step(
    "the money goes back by itself, once",
    () =>
      until("the refund", async () => {
        const { list } = await operator.get<{ list: Refund[] }>(
          `/admin-api/pay/refund/page?payOrderId=${placed.payOrderId}`,
        );
        expect(list.length < 2, `there are ${list.length} refunds`);
        return list[0]?.status === PayRefundStatus.succeeded ? list[0] : undefined;
      }),
    ({ no: refundNo, refundPrice }) => `${refundNo} ${yuan(refundPrice)}`,
  );
  await step("at the channel too", async () => {
    const { refunded } = await sandbox.get<{ refunded: number }>(`/sandbox/pay/orders/${no}`);
    expect(refunded === paid.amount && refund.refundPrice === paid.amount, `the channel gave back ${refunded}`);
    expect(refund.kind === "late", `the refund is of the kind ${refund.kind}`);
  });
  await step(
    "the operators' list of anomalies shows it",
    async () => {
      const { list } = await operator.get<{ list: Anomaly[] }>(
        `/admin-api/pay/anomaly/page?payOrderId=${placed.payOrderId}`,
      );
      const [row] = list;
      expect(list.length === 1 && row?.kind === "afterClose" && row.no === no, "it is not there, or not once");
      expect(
        row.refundNo === refund.no && row.refundStatus === PayRefundStatus.succeeded,
        "it does not name the refund",
      );
      expect(row.status === AnomalyStatus.ended && row.endedBy === "refund", `its status is ${row.status}`);
      return row;
    },
    ({ id, kind, endedBy }) => `anomaly ${id}: ${kind}, ended by ${endedBy ?? ""}`,
  );
  await step("the order stays cancelled, nothing else has moved", async () => {
    const { status, payStatus, refundPrice } = await orderDetail(shopper, placed.id);
    expect(status === OrderStatus.cancelled && !payStatus && refundPrice === 0, `the order is ${status}`);
    const payOrderId = needed(placed.payOrderId, "the pay order");
    const payOrder = await client.get("/app-api/pay/order/get", { id: payOrderId, sync: true });
    expect(payOrder.status === PayStatus.closed, `the pay order is ${payOrder.status}`);
    expect((await balanceOf(shopper)) === balance, "the wallet has changed");
  });
}
