import { z } from "zod";
import {
  DateRange,
  LongId,
  longOf,
  Mobile,
  Moment,
  optional,
  pageInput,
  pageInputOrAll,
  pageOf,
  text,
  Time,
} from "#api/http/fields.js";
import { UserInShort } from "#api/member/memberInShort.js";
import { WalletBizType, WalletDirection } from "#shared/domains/wallet/wallet.codes.js";

/** A wallet. */
export const WalletView = z.object({
  balance: z.number().int(),
  totalExpense: z.number().int(),
  totalRecharge: z.number().int(),
});

/** [from, to], epoch ms, both included; clients send an empty list for no range when they open the wallet. */
const Range = optional(
  z
    .array(Moment)
    .refine((list) => list.length === 0 || list.length === 2, { error: "must hold a start and an end" })
    .transform((list): [Date, Date] | undefined =>
      list.length === 2 ? [new Date(list[0]!), new Date(list[1]!)] : undefined,
    ),
);
const type = optional(longOf(Object.values(WalletDirection)));

export const WalletTransactionPageBody = pageInputOrAll({ type, createTime: Range });
/** A transaction of a wallet. */
export const WalletTransactionView = z.object({
  bizType: z.literal(Object.values(WalletBizType)),
  price: z.number().int(),
  title: z.string(),
  createTime: Time,
});
export const WalletTransactionPage = pageOf(WalletTransactionView);

export const WalletSummaryBody = z.object({ createTime: Range });
export const WalletSummary = z.object({ totalExpense: z.number().int().max(0), totalIncome: z.number().int().min(0) });

/** Base64 of an RSA-OAEP-SHA256 ciphertext. */
const Encrypted = z.string().min(1).max(2_048);
export const PaymentPasswordValidateBody = z.object({ password: Encrypted });
/** oldPassword is "" when none was set. */
export const PaymentPasswordUpdateBody = z.object({ oldPassword: z.string().max(2_048), newPassword: Encrypted });
export const PaymentPublicKey = z.object({ keyId: z.string(), publicKey: z.string() });

/** A wallet for operators. */
export const WalletAdminView = WalletView.extend({
  id: z.number(),
  userId: z.number(),
  user: UserInShort,
  freezePrice: z.number().int(),
  createTime: Time,
  /** When its member closed the account; null while the wallet is usable. */
  closeTime: Time.nullable(),
});
export const WalletAdminPage = pageOf(WalletAdminView);
export const WalletAdminPageQuery = pageInput({ userId: optional(LongId), mobile: optional(Mobile) });
export const WalletAdminQuery = z.object({ userId: LongId });

const MAX_CHANGE_FEN = 1_000_000_000;
export const WalletBalanceUpdateBody = z.object({
  userId: LongId,
  balance: z
    .number()
    .int()
    .min(-MAX_CHANGE_FEN)
    .max(MAX_CHANGE_FEN)
    .refine((fen) => fen !== 0, { error: "must not be 0" }),
  reason: text(200, 1),
});

export const PaymentPasswordClearBody = z.object({ userId: LongId, reason: text(200, 1) });

export const WalletTransactionAdminPageQuery = pageInput({
  userId: optional(LongId),
  walletId: optional(LongId),
  bizType: optional(longOf(Object.values(WalletBizType))),
  bizId: optional(z.string().max(64)),
  type,
  createTime: DateRange,
});
export const WalletTransactionAdminView = WalletTransactionView.extend({
  id: z.number(),
  no: z.string(),
  walletId: z.number(),
  userId: z.number(),
  user: UserInShort,
  bizId: z.string(),
  balance: z.number().int(),
  /** The operator's reason for changing the balance. */
  reason: z.string().nullable(),
});
export const WalletTransactionAdminPage = pageOf(WalletTransactionAdminView);
