import { paidPayOrderIds, WALLET_APP } from "#shared/domains/pay/index.js";
import { RechargeModel } from "./recharge.model.js";

/** Was a recharge of the member paid that the wallet does not show yet? */
export async function hasUncreditedRecharge(memberId: number): Promise<boolean> {
  const paid = await paidPayOrderIds(memberId, WALLET_APP);
  return (await RechargeModel.exists({ memberId, payStatus: false, payOrderId: { $in: paid } })) !== null;
}
