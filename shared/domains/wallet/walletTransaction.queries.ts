import type { QueryFilter } from "mongoose";
import { eachOf } from "#shared/kernel/lists/eachOf.js";
import { createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { WalletTransactionModel, type WalletTransactionDoc } from "./walletTransaction.model.js";
import { WalletBizType, WalletDirection } from "./wallet.codes.js";

export interface WalletTransactionFilter {
  memberId?: number | undefined;
  walletId?: number | undefined;
  bizType?: WalletBizType | undefined;
  bizId?: string | undefined;
  /** Absent: both. */
  type?: WalletDirection | undefined;
  /** [from, to], both inclusive. */
  between?: TimeSpan | undefined;
}

/** Ledger rows, newest first; pageSize -1: all, at most 10,000. Members' own pages set `memberId`. */
export const pageWalletTransactions = (
  filter: WalletTransactionFilter,
  page: Page,
): Promise<PageOf<WalletTransactionDoc>> => pageOf(WalletTransactionModel, filterOf(filter), page);

/** Streams all results of a search, newest first. */
export function eachWalletTransaction(filter: WalletTransactionFilter): AsyncIterable<WalletTransactionDoc> {
  return eachOf(WalletTransactionModel, filterOf(filter));
}

/** Expense (<= 0) and income (>= 0) in a span, or of all time. */
export async function sumWalletTransactions(
  memberId: number,
  between: TimeSpan | undefined,
): Promise<{ totalExpenseFen: number; totalIncomeFen: number }> {
  return {
    totalExpenseFen: await sumOf({ memberId, type: WalletDirection.expense, between }),
    totalIncomeFen: await sumOf({ memberId, type: WalletDirection.income, between }),
  };
}

/** Payments from all wallets in a span, in fen: of whole orders, and wallet parts. */
export async function spentFromWallets(between: TimeSpan): Promise<number> {
  // Without a payment the sum is 0, not -0.
  return 0 - (await sumOf({ bizType: WalletBizType.payment, between }));
}

async function sumOf(filter: WalletTransactionFilter): Promise<number> {
  const [sum] = await WalletTransactionModel.aggregate<{ total: number }>([
    { $match: filterOf(filter) },
    { $group: { _id: null, total: { $sum: "$priceFen" } } },
  ]);
  return sum?.total ?? 0;
}

function filterOf({
  memberId,
  walletId,
  bizType,
  bizId,
  type,
  between,
}: WalletTransactionFilter): QueryFilter<WalletTransactionDoc> {
  return {
    ...(memberId === undefined ? {} : { memberId }),
    ...(walletId === undefined ? {} : { walletId }),
    ...(bizType === undefined ? {} : { bizType }),
    ...(bizId === undefined ? {} : { bizId }),
    ...(type === undefined ? {} : { priceFen: type === WalletDirection.income ? { $gt: 0 } : { $lt: 0 } }),
    ...createdWithin(between),
  };
}
