import { gatherInserts } from "#shared/kernel/mongo/gathered.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, isDuplicateKey, isInTransaction } from "#shared/kernel/mongo/mongo.js";
import { enabledApp } from "../channel/payApp.queries.js";
import { PayOrderModel, type PayOrderDoc } from "./payOrder.model.js";
import type { PayAppId } from "../channel/payChannel.codes.js";
import { PayStatus } from "./payOrder.states.js";

export interface PayOrderInput {
  appId: PayAppId;
  merchantOrderId: string;
  memberId: number;
  subject: string;
  body: string;
  priceFen: number;
  expireAt: Date;
  isVirtual: boolean;
  userIp: string;
}

/**
 * Opens the pay order of a merchant order. In the caller's transaction the merchant order must be new; outside of one,
 * a known merchant order gives its existing pay order. Throws 1007000000, 1007000002.
 */
export async function openPayOrder(input: PayOrderInput): Promise<{ _id: number }> {
  const { appId, merchantOrderId } = input;
  const _id = await nextId("payOrders");
  return inTransaction(async () => {
    const { orderNotifyUrl: notifyUrl } = await enabledApp(appId);
    await gatherInserts(PayOrderModel, [{ ...input, _id, notifyUrl, status: PayStatus.waiting }]);
    return { _id };
  }).catch(async (error: unknown) => {
    if (!isDuplicateKey(error) || isInTransaction()) throw error;
    const known = await PayOrderModel.findOne({ appId, merchantOrderId }, { _id: 1 }).lean<Pick<PayOrderDoc, "_id">>();
    return { _id: known!._id };
  });
}
