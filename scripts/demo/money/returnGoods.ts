import { PayRefundStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { CouponStatus } from "#shared/domains/promotion/coupon/coupon.states.js";
import { AfterSaleStatus, AfterSaleWay } from "#shared/domains/trade/afterSale/afterSale.states.js";
import { AfterSaleOperation, OrderOperation } from "#shared/domains/trade/log/log.codes.js";
import { ItemAfterSaleStatus, OrderStatus, RefundStatus } from "#shared/domains/trade/order/order.states.js";
import { recordsOf } from "../promotions/buyAsVip.js";
import type { Sent } from "../shopClient.js";
import { orderDetail, type OrderDetail, type Shop, type Shopper } from "../shopper.js";
import { couponsOf } from "../promotions/takeCoupons.js";
import { expect, needed, step, until, yuan } from "../walk.js";

interface AfterSale {
  id: number;
  no: string;
  status: number;
}
interface Refund {
  no: string;
  merchantRefundId: string;
  status: number;
  refundPrice: number;
}
interface Log {
  operateType: number;
  content: string;
}
/** The operations that the logs have in the end. */
const ORDER_LOG = [
  OrderOperation.placed,
  OrderOperation.paid,
  OrderOperation.shipped,
  OrderOperation.receivedByMember,
  OrderOperation.cancelledByRefund,
].join(" ");
const AFTER_SALE_LOG = [
  AfterSaleOperation.applied,
  AfterSaleOperation.agreed,
  AfterSaleOperation.goodsSent,
  AfterSaleOperation.goodsReceived,
  AfterSaleOperation.refundBegun,
  AfterSaleOperation.refunded,
].join(" ");
/** 1011000105. */
const APPLIED_ALREADY = 1_011_000_105;

/** A received order is returned: apply, agree, parcel, receipt, refund; then all its effects are undone. */
export async function returnGoods(shopper: Shopper, shop: Shop, bought: OrderDetail): Promise<void> {
  const { operator } = shop;
  const stockOf = await stockReader(shopper, bought);
  const inStock = await stockOf();
  await receiveParcel(shopper, shop, bought);
  const afterSaleId = await applyForRefund(shopper, shop, bought);
  await step(
    "the operator has the goods back and refunds",
    async () => {
      await operator.put("/admin-api/trade/after-sale/receive", { id: afterSaleId });
      await operator.put("/admin-api/trade/after-sale/refund", { id: afterSaleId });
      return until(`after-sale status ${AfterSaleStatus.refunded}`, async () => {
        const { status } = await readAfterSale(shopper, afterSaleId);
        return status === AfterSaleStatus.refunded ? status : undefined;
      });
    },
    (status) => `status ${status}`,
  );
  await seeRefund(shop, bought, afterSaleId);
  await step(
    "the order is closed, refunded in full",
    () =>
      until(`order status ${OrderStatus.cancelled}`, async () => {
        const detail = await orderDetail(shopper, bought.id);
        if (detail.status !== OrderStatus.cancelled) return undefined;
        expect(
          detail.refundStatus === RefundStatus.inFull && detail.refundPrice === bought.payPrice,
          "it is not refunded in full",
        );
        expect(
          detail.items.every(({ afterSaleStatus }) => afterSaleStatus === ItemAfterSaleStatus.refunded),
          "an item is not refunded",
        );
        return detail;
      }),
    ({ refundPrice }) => `${yuan(refundPrice)} back`,
  );
  await step(
    "points, coupon and stock are as before it",
    async () => {
      const records = await recordsOf(shopper, bought.no);
      expect(records.reduce((sum, { point }) => sum + point, 0) === 0, "its points do not add up to 0");
      const unused = await couponsOf(shopper, CouponStatus.unused);
      expect(
        unused.some(({ id }) => id === bought.couponId),
        "the coupon did not come back",
      );
      const count = bought.items.reduce((sum, item) => sum + item.count, 0);
      expect((await stockOf()) === inStock + count, "the stock did not come back");
      return records;
    },
    (records) => records.map(({ point }) => point).join(", "),
  );
  await readLogs(operator, bought.id, afterSaleId);
}

async function stockReader({ client }: Shopper, { items: [item] }: OrderDetail): Promise<() => Promise<number>> {
  expect(item !== undefined, "the order has no item");
  return async () => {
    const { skus } = await client.post("/app-api/product/spu/getSpuDetail", {
      id: item.spuId,
    });
    return skus.find(({ id }) => id === item.skuId)?.stock ?? 0;
  };
}

async function receiveParcel(shopper: Shopper, { operator }: Shop, { id }: OrderDetail): Promise<void> {
  await step(`it is shipped, the member receives it (status ${OrderStatus.completed})`, async () => {
    const [company] = await expressCompanies(shopper);
    await operator.put("/admin-api/trade/order/delivery", {
      id,
      logisticsId: needed(company, "an express company").id,
      logisticsNo: `SF${Date.now()}`,
    });
    await shopper.client.post("/app-api/trade/order/receive", { id });
    expect((await orderDetail(shopper, id)).status === OrderStatus.completed, "the order is not completed");
  });
}

async function applyForRefund(shopper: Shopper, { operator }: Shop, bought: OrderDetail): Promise<number> {
  const { client } = shopper;
  const [item] = bought.items;
  expect(item !== undefined, "the order has no item");
  const { afterSaleReturnReasons } = await client.get("/app-api/trade/config/get");
  const application: Sent<"/app-api/trade/after-sale/create"> = {
    orderItemId: item.id,
    way: AfterSaleWay.returnGoods,
    refundPrice: item.payPrice,
    applyReason: afterSaleReturnReasons[0] ?? "Does not pour",
    applyDescription: "It drips",
  };
  const id = await step(
    "the member applies to send it back for the money",
    () => client.post("/app-api/trade/after-sale/create", application),
    (afterSaleId) => `after-sale ${afterSaleId}, ${yuan(item.payPrice)}, "${application.applyReason}"`,
  );
  await step("the item is in after-sale; no second one", async () => {
    const [now] = (await orderDetail(shopper, bought.id)).items;
    expect(
      now?.afterSaleStatus === ItemAfterSaleStatus.underWay,
      `the item's after-sale status is ${now?.afterSaleStatus}`,
    );
    await client.refused(APPLIED_ALREADY, "POST", "/app-api/trade/after-sale/create", application);
  });
  await step(
    `the operator finds it and agrees (status ${AfterSaleStatus.agreed})`,
    async () => {
      const { list } = await operator.get<{ list: AfterSale[] }>(
        `/admin-api/trade/after-sale/page?orderId=${bought.id}&status=${AfterSaleStatus.applied}`,
      );
      const found = list.find((row) => row.id === id);
      expect(found !== undefined, "the operator does not see it");
      await operator.put("/admin-api/trade/after-sale/agree", { id });
      expect((await readAfterSale(shopper, id)).status === AfterSaleStatus.agreed, "it does not wait for the goods");
      return found;
    },
    ({ no }) => no,
  );
  await step(`the member sends the parcel (status ${AfterSaleStatus.goodsSent})`, async () => {
    const [company] = await expressCompanies(shopper);
    await client.post("/app-api/trade/after-sale/delivery", {
      id,
      logisticsId: needed(company, "an express company").id,
      logisticsNo: `SF${Date.now()}`,
    });
    expect(
      (await readAfterSale(shopper, id)).status === AfterSaleStatus.goodsSent,
      "it does not wait for the operator",
    );
  });
  return id;
}

async function seeRefund({ operator, sandbox }: Shop, bought: OrderDetail, afterSaleId: number): Promise<void> {
  const refund = await step(
    "the channel has given the money back",
    async () => {
      const { list } = await operator.get<{ list: Refund[] }>(
        `/admin-api/pay/refund/page?payOrderId=${bought.payOrderId}`,
      );
      const row = list.find(({ merchantRefundId }) => merchantRefundId === `after-sale-${afterSaleId}`);
      expect(row?.status === PayRefundStatus.succeeded, `the refund's status is ${row?.status}`);
      const atChannel = await sandbox.get<{ state: string; amount: number }>(`/sandbox/pay/refunds/${row.no}`);
      expect(atChannel.state === "success", `the channel says ${atChannel.state}`);
      expect(atChannel.amount === bought.payPrice, `the channel gave back ${atChannel.amount}`);
      return row;
    },
    ({ no, refundPrice }) => `${no} ${yuan(refundPrice)}`,
  );
  await step(
    "the merchant's notifyUrl is notified of the refund",
    () =>
      until("the notification", async () => {
        const deliveries = await sandbox.get<{ body: string }[]>("/sandbox/merchant/mall/deliveries");
        return deliveries
          .map(({ body }) => JSON.parse(body) as { type: string; data?: { payOrderId?: number; refundPrice?: number } })
          .find(({ type, data }) => type === "pay.refund.succeeded" && data?.payOrderId === bought.payOrderId);
      }),
    ({ type, data }) => `${type} ${yuan(data?.refundPrice ?? 0)} of ${yuan(refund.refundPrice)}`,
  );
}

async function readLogs(operator: Shop["operator"], orderId: number, afterSaleId: number): Promise<void> {
  const types = (logs: Log[]): string => logs.map(({ operateType }) => operateType).join(" ");
  await step(
    "the operator reads what happened to the order",
    async () => {
      const { logs } = await operator.get<{ logs: Log[] }>(`/admin-api/trade/order/get-detail?id=${orderId}`);
      expect(types(logs) === ORDER_LOG, `the order's log is ${types(logs)}`);
      return logs;
    },
    (logs) => `${types(logs)}: ${logs.at(-1)?.content ?? ""}`,
  );
  await step(
    "and to its after-sale",
    async () => {
      const { logs } = await operator.get<{ logs: Log[] }>(`/admin-api/trade/after-sale/get-detail?id=${afterSaleId}`);
      expect(types(logs) === AFTER_SALE_LOG, `the after-sale's log is ${types(logs)}`);
      return logs;
    },
    (logs) => types(logs),
  );
}

const readAfterSale = ({ client }: Shopper, id: number): Promise<AfterSale> =>
  client.get("/app-api/trade/after-sale/get", { id });

const expressCompanies = ({ client }: Shopper): Promise<{ id: number }[]> =>
  client.get("/app-api/trade/delivery/express/getDeliveryExpressList");
