import type { QueryFilter } from "mongoose";
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
  /** [from, to], both included. */
  between?: TimeSpan | undefined;
}

/** Ledger rows (of one member, in the member's own pages), newest first; pageSize -1 is all of them, at most 10,000. */
export const pageWalletTransactions = (
  filter: WalletTransactionFilter,
  page: Page,
): Promise<PageOf<WalletTransactionDoc>> => pageOf(WalletTransactionModel, filterOf(filter), page);

/** All of a search, newest first, read as they are taken. */
export function eachWalletTransaction(filter: WalletTransactionFilter): AsyncIterable<WalletTransactionDoc> {
  return WalletTransactionModel.find(filterOf(filter))
    .sort({ createdAt: -1, _id: -1 })
    .lean<WalletTransactionDoc[]>()
    .cursor({ batchSize: 500 });
}

/** What went (<= 0) and what came (>= 0) in a span, all time without one. */
export async function sumWalletTransactions(
  memberId: number,
  between: TimeSpan | undefined,
): Promise<{ totalExpenseFen: number; totalIncomeFen: number }> {
  return {
    totalExpenseFen: await sumOf({ memberId, type: WalletDirection.expense, between }),
    totalIncomeFen: await sumOf({ memberId, type: WalletDirection.income, between }),
  };
}

/** What all members paid from their wallets in a span, in fen: whole orders, and parts of them. */
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
