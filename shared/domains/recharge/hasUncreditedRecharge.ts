import { paidPayOrderIds } from "#shared/domains/pay/index.js";
import { PayAppId } from "#shared/domains/pay/channel/payApp.codes.js";
import { RechargeModel } from "./recharge.model.js";

/** Was a recharge of the member paid that the wallet does not show yet? */
export async function hasUncreditedRecharge(memberId: number): Promise<boolean> {
  const paid = await paidPayOrderIds(memberId, PayAppId.wallet);
  return (await RechargeModel.exists({ memberId, payStatus: false, payOrderId: { $in: paid } })) !== null;
}
