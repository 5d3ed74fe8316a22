import { NotifyStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { deliveriesOf, isSignedBy, mallSecret, merchantAnswers, messageOf } from "../merchant.js";
import { giveBack } from "./refundInParts.js";
import { basketOf, order, payByScan, type OrderDetail, type Shop, type Shopper } from "../shopper.js";
import type { Product } from "../office/stockTheShop.js";
import { expect, step, until, yuan } from "../walk.js";

interface NotifyTask {
  id: number;
  type: string;
  status: NotifyStatus;
  notifyTimes: number;
  nextNotifyTime: number | null;
  logs: { tryNumber: number; status: number | null; ms: number }[];
}
const REFUND_FEN = 100;

/** The merchant's server fails: each attempt is logged, and an operator replays an abandoned delivery. */
export async function notifyAgain(shopper: Shopper, shop: Shop, product: Product): Promise<OrderDetail> {
  try {
    const bought = await notifyFailingMerchant(shopper, shop, product);
    const task = await notifyGoneMerchant(shop, bought);
    await replay(shop, bought, task);
    return bought;
  } finally {
    await merchantAnswers(shop.sandbox, 200);
  }
}

/** Checks the failing delivery after its next attempt, 15 s after the one before. */
export async function seeNextTry(shop: Shop, bought: OrderDetail): Promise<void> {
  await step(
    "the next try has delivered what failed before",
    () => taskOf(shop, bought, "pay.order.paid", ({ status }) => status === NotifyStatus.delivered),
    triesOf,
  );
}

const triesOf = ({ logs }: NotifyTask): string =>
  `tries: ${logs.map(({ tryNumber, status }) => `${tryNumber}: ${status}`).join(", ")}`;

async function notifyFailingMerchant(shopper: Shopper, shop: Shop, product: Product): Promise<OrderDetail> {
  const { operator, sandbox } = shop;
  const bought = await step(
    "the merchant's server answers 500; an order is paid",
    async () => {
      await merchantAnswers(sandbox, 500);
      return payByScan(shopper, sandbox, await order(shopper, basketOf(shopper, product.skuId)));
    },
    ({ no, payPrice }) => `${no} ${yuan(payPrice)}`,
  );
  const task = await step(
    "the operator sees the try and the next one's time",
    () => taskOf(shop, bought, "pay.order.paid", ({ logs }) => logs.length > 0),
    ({ logs, nextNotifyTime }) => `try 1: ${logs[0]?.status}, the next in ${secondsUntil(nextNotifyTime)} s`,
  );
  expect(task.status === NotifyStatus.waiting && task.logs[0]?.status === 500, `its status is ${task.status}`);
  await step(
    "the operator does not wait for it: a replay goes out at once, and the next try stays to come",
    async () => {
      await operator.post("/admin-api/pay/notify/replay", { id: task.id });
      return taskOf(
        shop,
        bought,
        "pay.order.paid",
        ({ status, logs }) => status === NotifyStatus.waiting && logs.length === 2,
      );
    },
    triesOf,
  );
  return bought;
}

async function notifyGoneMerchant(shop: Shop, bought: OrderDetail): Promise<NotifyTask> {
  await step(
    "it answers 410, gone; a part is given back",
    async () => {
      await merchantAnswers(shop.sandbox, 410);
      return giveBack(shop, bought, REFUND_FEN);
    },
    ({ no, refundPrice }) => `${no} ${yuan(refundPrice)}`,
  );
  return step(
    `that ends its tries (status ${NotifyStatus.abandoned})`,
    () => taskOf(shop, bought, "pay.refund.succeeded", ({ status }) => status === NotifyStatus.abandoned),
    ({ type, logs }) => `${type}: ${logs.map(({ status }) => status).join(", ")}`,
  );
}

async function replay(shop: Shop, bought: OrderDetail, { id, type }: NotifyTask): Promise<void> {
  const { operator, sandbox } = shop;
  await step(
    "the server is well again; the operator replays",
    async () => {
      await merchantAnswers(sandbox, 200);
      await operator.post("/admin-api/pay/notify/replay", { id });
      return taskOf(shop, bought, type, ({ status }) => status === NotifyStatus.delivered);
    },
    triesOf,
  );
  await step(
    "it is the same message, signed for now",
    async () => {
      const secret = await mallSecret(operator);
      const sent = (await deliveriesOf(sandbox)).filter((one) => {
        const message = messageOf(one);
        return message.type === type && message.data?.payOrderId === bought.payOrderId;
      });
      const [last, first] = sent;
      expect(sent.length === 2 && last?.status === 200 && first?.status === 410, `it came ${sent.length} times`);
      expect(last.headers["webhook-id"] === first.headers["webhook-id"], "the message has another id");
      expect(last.body === first.body && isSignedBy(secret, last), "the signature does not verify");
      return last;
    },
    ({ headers }) => headers["webhook-id"] ?? "",
  );
}

/** Waits for the delivery of this type for this order to match. */
async function taskOf(
  { operator }: Shop,
  { payOrderId }: OrderDetail,
  type: string,
  isSo: (task: NotifyTask) => boolean,
): Promise<NotifyTask> {
  return until(`the delivery of ${type}`, async () => {
    const { list } = await operator.get<{ list: { id: number }[] }>(
      `/admin-api/pay/notify/page?payOrderId=${payOrderId}&type=${type}`,
    );
    const [row] = list;
    if (!row) return undefined;
    const task = await operator.get<NotifyTask>(`/admin-api/pay/notify/get-detail?id=${row.id}`);
    return isSo(task) ? task : undefined;
  });
}

const secondsUntil = (moment: number | null): number => Math.round(((moment ?? Date.now()) - Date.now()) / 1_000);
