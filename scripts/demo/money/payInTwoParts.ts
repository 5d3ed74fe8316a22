import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { balanceOf, basketOf, order, submission, type PlacedOrder, type Shop, type Shopper } from "../shopper.js";
import type { Product } from "../office/stockTheShop.js";
import { expect, needed, step, until, yuan } from "../walk.js";

interface PayOrder {
  no: string | null;
  price: number;
  status: number;
  walletCombinationPaymentPrice: number;
}
/** More than the wallet holds. */
const COUNT = 5;
/** 1007002004, with the wallet's own code in its text. */
const START_FAILED = 1_007_002_004;
const BALANCE_SHORT = "1007007001";

/** An order beyond the wallet's balance: the whole wallet, and the rest by scan. */
export async function payInTwoParts(shopper: Shopper, { sandbox }: Shop, product: Product): Promise<void> {
  const { client } = shopper;
  const balance = await balanceOf(shopper);
  const placed = await order(shopper, basketOf(shopper, product.skuId, COUNT));
  const whole = await payOrderOf(shopper, placed);
  expect(whole.price > balance, `the order costs ${yuan(whole.price)}, the wallet has enough`);
  await step(
    "the wallet alone is too short",
    async () => {
      const message = await client.refused(START_FAILED, "POST", "/app-api/pay/order/submit", {
        ...submission(shopper, placed.payOrderId, { channelCode: "wallet", displayMode: "app" }),
      });
      expect(message.includes(BALANCE_SHORT), `it says "${message}"`);
      return message;
    },
    (message) => message,
  );
  const parts = await step(
    "all of the wallet, and the rest by scan",
    async () => {
      await client.post("/app-api/pay/order/submit", {
        ...submission(shopper, placed.payOrderId),
        channelExtras: { wallet_combination_payment_price: String(balance) },
      });
      const now = await payOrderOf(shopper, placed);
      expect(now.walletCombinationPaymentPrice === balance, "the wallet's part is not held");
      expect(now.price === whole.price - balance, `the channel is to collect ${now.price}`);
      expect((await balanceOf(shopper)) === 0, "the money is not frozen");
      return now;
    },
    ({ price }) => `${yuan(balance)} and ${yuan(price)}`,
  );
  await step(
    "the payer pays the rest: the order is paid",
    async () => {
      await sandbox.post(`/sandbox/pay/orders/${parts.no}/settle`, { outcome: "success" });
      const { amount } = await sandbox.get<{ amount: number }>(`/sandbox/pay/orders/${parts.no}`);
      expect(amount === parts.price, `the channel collected ${amount}`);
      return until("the payment", async () => {
        const now = await payOrderOf(shopper, placed);
        return now.status === PayStatus.paid ? now : undefined;
      });
    },
    ({ no, price }) => `${no ?? ""} ${yuan(price)}`,
  );
}

const payOrderOf = ({ client }: Shopper, { payOrderId }: PlacedOrder): Promise<PayOrder> =>
  client.get("/app-api/pay/order/get", { id: needed(payOrderId, "the pay order"), sync: false });
