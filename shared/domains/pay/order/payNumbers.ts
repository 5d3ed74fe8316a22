import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { inBatches } from "#shared/kernel/mongo/batches.js";
import { PayAttemptModel, type PayAttemptDoc } from "../attempt/payAttempt.model.js";
import { PayOrderModel } from "./payOrder.model.js";
import { PayRefundModel, type PayRefundDoc } from "../refund/payRefund.model.js";
import { PayRefundStatus } from "./payOrder.states.js";

/** Payments and refunds through one channel in a time span; money in fen. */
export interface PayNumbers {
  /** Paid pay orders; their price is split into the channel's part and the wallets' part. */
  payCount: number;
  payPriceFen: number;
  walletPriceFen: number;
  /** The channel's fees for them. */
  feeFen: number;
  /** Successful refunds of paid orders. */
  refundCount: number;
  refundPriceFen: number;
  walletRefundPriceFen: number;
  /** Automatic refunds of money that must not count. */
  lateRefundPriceFen: number;
}

const nothing = (): PayNumbers => ({
  payCount: 0,
  payPriceFen: 0,
  walletPriceFen: 0,
  feeFen: 0,
  refundCount: 0,
  refundPriceFen: 0,
  walletRefundPriceFen: 0,
  lateRefundPriceFen: 0,
});

const isSucceeded = ({ status }: PayRefundDoc): boolean => status === PayRefundStatus.succeeded;

/** By channel code; both ends of the span inclusive. A refund counts at its success, under its attempt's channel. */
export async function payNumbers(span: TimeSpan): Promise<Map<string, PayNumbers>> {
  const ended = within(span);
  const byChannel = new Map<string, PayNumbers>();
  const of = (code: string): PayNumbers => {
    let numbers = byChannel.get(code);
    if (!numbers) byChannel.set(code, (numbers = nothing()));
    return numbers;
  };
  const paid = await PayOrderModel.aggregate<{ _id: string | null } & Record<string, number>>([
    { $match: { successAt: ended } },
    {
      $group: {
        _id: "$channelCode",
        count: { $sum: 1 },
        price: { $sum: "$priceFen" },
        wallet: { $sum: "$walletPartFen" },
        fee: { $sum: "$channelFeeFen" },
      },
    },
  ]);
  for (const { _id, count = 0, price = 0, wallet = 0, fee = 0 } of paid)
    Object.assign(of(_id ?? ""), { payCount: count, payPriceFen: price, walletPriceFen: wallet, feeFen: fee });

  // By its index alone: with the status in the filter the embedded store reads every refund.
  const refunds = PayRefundModel.find({ successAt: ended }).lean<PayRefundDoc[]>().cursor();
  for await (const batch of inBatches(refunds, 500)) {
    const attempts = await PayAttemptModel.find(
      { _id: { $in: batch.map(({ attemptId }) => attemptId) } },
      { channelCode: 1 },
    ).lean<Pick<PayAttemptDoc, "_id" | "channelCode">[]>();
    const codes = new Map(attempts.map(({ _id, channelCode }) => [_id, channelCode]));
    for (const { attemptId, kind, refundFen, walletRefundFen } of batch.filter(isSucceeded)) {
      const numbers = of(codes.get(attemptId) ?? "");
      if (kind === "late") {
        numbers.lateRefundPriceFen += refundFen + walletRefundFen;
        continue;
      }
      numbers.refundCount++;
      numbers.refundPriceFen += refundFen;
      numbers.walletRefundPriceFen += walletRefundFen;
    }
  }
  return byChannel;
}
