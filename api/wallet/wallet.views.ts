import type { z } from "zod";
import { epochMs } from "#api/http/fields.js";
import { userInShort } from "#api/member/memberInShort.js";
import type { OfMember } from "#shared/domains/member/index.js";
import type { WalletDoc, WalletTransactionDoc } from "#shared/domains/wallet/index.js";
import { currentLanguage, type Language } from "#shared/kernel/request/context.js";
import { WalletBizType, walletTitles } from "#shared/domains/wallet/wallet.codes.js";
import type {
  WalletAdminView,
  WalletTransactionAdminView,
  WalletTransactionView,
  WalletView,
} from "./wallet.schemas.js";

export function walletView(wallet: WalletDoc): z.input<typeof WalletView> {
  return {
    balance: wallet.balanceFen,
    totalExpense: wallet.totalExpenseFen,
    totalRecharge: wallet.totalRechargeFen,
  };
}

export function walletAdminView(wallet: OfMember<WalletDoc>): z.input<typeof WalletAdminView> {
  return {
    id: wallet._id,
    userId: wallet.memberId,
    user: userInShort(wallet.member),
    ...walletView(wallet),
    freezePrice: wallet.frozenFen,
    createTime: wallet.createdAt.getTime(),
    closeTime: epochMs(wallet.closedAt),
  };
}

const bonusTitle: Record<Language, string> = { en: "Recharge bonus", zh: "充值赠送" };

function titleOf({ bizType, bizId, title }: WalletTransactionDoc): string {
  if (title !== null) return title;
  const isBonus = bizType === WalletBizType.recharge && bizId.endsWith("-bonus");
  return (isBonus ? bonusTitle : walletTitles[bizType])[currentLanguage()];
}

export function walletTransactionView(row: WalletTransactionDoc): z.input<typeof WalletTransactionView> {
  return { bizType: row.bizType, price: row.priceFen, title: titleOf(row), createTime: row.createdAt.getTime() };
}

export function walletTransactionAdminView(
  row: OfMember<WalletTransactionDoc>,
): z.input<typeof WalletTransactionAdminView> {
  return {
    id: row._id,
    no: row.no,
    walletId: row.walletId,
    userId: row.memberId,
    user: userInShort(row.member),
    bizId: row.bizId,
    balance: row.balanceAfterFen,
    reason: row.note ?? null,
    ...walletTransactionView(row),
  };
}
