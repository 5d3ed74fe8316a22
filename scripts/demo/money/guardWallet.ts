import { constants, publicEncrypt } from "node:crypto";
import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { RechargeRefundStatus } from "#shared/domains/recharge/recharge.states.js";
import { WalletBizType } from "#shared/domains/wallet/wallet.codes.js";
import { balanceOf, basketOf, openCode, order, orderDetail, submission, type Shop, type Shopper } from "../shopper.js";
import type { Product } from "../office/stockTheShop.js";
import { expect, step, until, yuan } from "../walk.js";

interface LedgerRow {
  bizType: number;
  price: number;
  balance: number;
  reason: string | null;
}
interface Recharge {
  id: number;
  payOrderId: number;
  payStatus: boolean;
  refundStatus: number;
  refundPayPrice: number;
}
const GIFT_FEN = 30_000;
const RECHARGE_FEN = 5_000;
const REASON = "A teapot came with a chip";
const PASSWORD = "135790";
/** 1007002004, with the inner code in its text; 1007007007. */
const START_FAILED = 1_007_002_004;
const NOT_CONFIRMED = "1007007105";
const PASSWORD_WRONG = 1_007_007_007;

/** The operator adds to a balance with a reason; a payment password protects it; a recharge is refunded. */
export async function guardWallet(shopper: Shopper, shop: Shop, product: Product): Promise<void> {
  await adjust(shopper, shop);
  await payWithPassword(shopper, product);
  await takeRechargeBack(shopper, shop);
}

async function adjust(shopper: Shopper, { operator }: Shop): Promise<void> {
  const { userId } = shopper;
  const change = { userId, balance: GIFT_FEN };
  await step(
    "the operator changes no balance without a reason",
    () => operator.refused(400, "PUT", "/admin-api/pay/wallet/update-balance", change),
    (message) => message,
  );
  await step(
    "with one: the balance, and a row that says why",
    async () => {
      const before = await balanceOf(shopper);
      await operator.put("/admin-api/pay/wallet/update-balance", { ...change, reason: REASON });
      const balance = await balanceOf(shopper);
      expect(balance === before + GIFT_FEN, `the wallet holds ${balance}`);
      const { list } = await operator.get<{ list: LedgerRow[] }>(
        `/admin-api/pay/wallet-transaction/page?userId=${userId}&bizType=${WalletBizType.adjustment}`,
      );
      const [row] = list;
      expect(row?.price === GIFT_FEN && row.balance === balance && row.reason === REASON, "the row is not this change");
      return row;
    },
    ({ price, reason }) => `${yuan(price)}, "${reason ?? ""}"`,
  );
}

async function payWithPassword(shopper: Shopper, product: Product): Promise<void> {
  const { client } = shopper;
  await step("the member sets a payment password, encrypted", async () => {
    const newPassword = await encrypted(shopper, PASSWORD);
    await client.post("/app-api/pay/wallet/updatePaymentPwd", { oldPassword: "", newPassword });
  });
  const placed = await order(shopper, basketOf(shopper, product.skuId));
  const fromWallet = submission(shopper, placed.payOrderId, { channelCode: "wallet", displayMode: "app" });
  await step(
    "from now on the wallet pays nothing without it",
    async () => {
      const message = await client.refused(START_FAILED, "POST", "/app-api/pay/order/submit", fromWallet);
      expect(message.includes(NOT_CONFIRMED), `it says "${message}"`);
      return message;
    },
    (message) => message,
  );
  const validate = async (password: string): Promise<boolean> =>
    client.post("/app-api/pay/wallet/validatePaymentPwd", { password: await encrypted(shopper, password) });
  await step("a wrong one is not it, and opens nothing", async () => {
    expect(!(await validate("246802")), "a wrong password was taken");
    await client.refused(START_FAILED, "POST", "/app-api/pay/order/submit", fromWallet);
    const oldPassword = await encrypted(shopper, "246802");
    const newPassword = await encrypted(shopper, "975310");
    await client.refused(PASSWORD_WRONG, "POST", "/app-api/pay/wallet/updatePaymentPwd", { oldPassword, newPassword });
  });
  await step("the right one opens the wallet for five minutes", async () => {
    expect(await validate(PASSWORD), "it was not taken");
  });
  await step(
    "pay from the wallet",
    async () => {
      const { status } = await client.post("/app-api/pay/order/submit", fromWallet);
      expect(status === PayStatus.paid, `the submission answered status ${status}`);
      return until("the payment", async () => {
        const detail = await orderDetail(shopper, placed.id);
        return detail.payStatus ? detail : undefined;
      });
    },
    ({ no, payPrice }) => `${no} ${yuan(payPrice)}`,
  );
}

async function takeRechargeBack(shopper: Shopper, { operator, sandbox }: Shop): Promise<void> {
  const { client, userId } = shopper;
  const before = await balanceOf(shopper);
  const { payOrderId } = await step(
    "the member recharges, by scan",
    async () => {
      const made = await client.post("/app-api/pay/wallet-recharge/create", {
        payPrice: RECHARGE_FEN,
      });
      const no = await openCode(shopper, made.payOrderId);
      await sandbox.post(`/sandbox/pay/orders/${no}/settle`);
      await until("the balance", async () => ((await balanceOf(shopper)) === before + RECHARGE_FEN ? true : undefined));
      return made;
    },
    () => `${yuan(before)} and ${yuan(RECHARGE_FEN)}`,
  );
  const read = async (): Promise<Recharge | undefined> => {
    const { list } = await operator.get<{ list: Recharge[] }>(
      `/admin-api/pay/wallet-recharge/page?userId=${userId}&payOrderId=${payOrderId}`,
    );
    return list[0];
  };
  await step(
    `the operator takes the recharge back (status ${RechargeRefundStatus.succeeded})`,
    async () => {
      const recharge = await read();
      expect(recharge?.payStatus === true, "the operator does not see it as paid");
      await operator.post(`/admin-api/pay/wallet-recharge/refund?id=${recharge.id}`, undefined);
      return until("the recharge's refund", async () => {
        const now = await read();
        return now?.refundStatus === RechargeRefundStatus.succeeded ? now : undefined;
      });
    },
    ({ refundPayPrice }) => `${yuan(refundPayPrice)} back at the channel`,
  );
  await step(
    "the wallet is as before it; its rows add up",
    async () => {
      const balance = await balanceOf(shopper);
      expect(balance === before, `the wallet holds ${balance}`);
      const { list } = await operator.get<{ list: LedgerRow[] }>(
        `/admin-api/pay/wallet-transaction/page?userId=${userId}&pageSize=100`,
      );
      expect(list.reduce((sum, { price }) => sum + price, 0) === balance, "the rows do not add up to the balance");
      return list;
    },
    (rows) => `${rows.length} rows, ${yuan(before)}`,
  );
}

/** Encrypts it as a client does, with the current public key. */
async function encrypted({ client }: Shopper, password: string): Promise<string> {
  const { publicKey } = await client.get("/app-api/pay/wallet/getPaymentPwdPublicKey");
  const padding = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  return publicEncrypt(padding, Buffer.from(password)).toString("base64");
}
