import { enabledChannels, openPayOrder } from "#shared/domains/pay/index.js";
import { isOffered, refuseIfOff, type Needs } from "#shared/kernel/config/providers.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { currentContext, currentLanguage } from "#shared/kernel/request/context.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import { RechargeModel } from "./recharge.model.js";
import { sellablePackage } from "./rechargePackage.queries.js";

/** The payment deadline of a recharge (rules: Wallet). */
const PAYABLE_MS = hours(2);

/**
 * Creates an unpaid recharge with its pay order. A package decides price and bonus, whatever price was sent, as a
 * client may show an outdated one. Two calls create two recharges: a client that may repeat one sends an
 * Idempotency-Key. Throws 1007008011, 1007008012, the errors of openPayOrder, and NotOffered in a shop that can be
 * paid by the wallet alone.
 */
export async function createRecharge(
  memberId: number,
  input: { payPriceFen: number; packageId?: number | undefined },
): Promise<{ rechargeId: number; payOrderId: number }> {
  // Nobody could ever pay it.
  const channels: Needs = ["wechatpay", "alipay"];
  if (!isOffered(channels) && (await enabledChannels(PayAppId.wallet)).length === 0) refuseIfOff(channels);
  const chosen = input.packageId === undefined ? undefined : await sellablePackage(input.packageId);
  const payPriceFen = chosen?.payPriceFen ?? input.payPriceFen;
  const bonusPriceFen = chosen?.bonusPriceFen ?? 0;
  const rechargeId = await nextId("recharges");
  const subject = currentLanguage() === "zh" ? "钱包余额充值" : "Wallet recharge";
  return inTransaction(async () => {
    const { _id: payOrderId } = await openPayOrder({
      appId: PayAppId.wallet,
      merchantOrderId: String(rechargeId),
      memberId,
      subject,
      body: subject,
      priceFen: payPriceFen,
      expireAt: clock.after(PAYABLE_MS),
      isVirtual: false,
      userIp: currentContext()?.ip ?? "",
    });
    await RechargeModel.create([
      {
        _id: rechargeId,
        memberId,
        packageId: chosen?._id ?? null,
        payPriceFen,
        bonusPriceFen,
        totalPriceFen: payPriceFen + bonusPriceFen,
        payOrderId,
      },
    ]);
    return { rechargeId, payOrderId };
  });
}
