import { z } from "zod";
import {
  DateRange,
  LongId,
  longOf,
  nameText,
  optional,
  pageInput,
  pageInputOrAll,
  pageOf,
  QueryBoolean,
  Time,
} from "#api/http/fields.js";
import { UserInShort } from "#api/member/memberInShort.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { RechargeRefundStatus } from "#shared/domains/recharge/recharge.states.js";

/** A recharge package. */
export const RechargePackageView = z.object({
  id: z.number(),
  name: z.string(),
  payPrice: z.number().int(),
  bonusPrice: z.number().int(),
});
export const RechargePackageList = z.array(RechargePackageView);

/** The maximum of one recharge: a hundred thousand yuan. */
const MAX_FEN = 10_000_000;
const Price = z.number().int().min(1).max(MAX_FEN);
export const RechargeCreateBody = z.object({ payPrice: Price, packageId: optional(LongId) });
export const RechargeCreated = z.object({ id: z.number(), payOrderId: z.number() });

export const RechargePageBody = pageInputOrAll({ payStatus: optional(z.boolean()) });
/** A recharge; fields set by its payment are null before. */
export const RechargeView = z.object({
  id: z.number(),
  totalPrice: z.number().int(),
  payPrice: z.number().int(),
  bonusPrice: z.number().int(),
  payChannelCode: z.string().nullable(),
  payChannelName: z.string().nullable(),
  payOrderId: z.number(),
  payOrderChannelOrderNo: z.string().nullable(),
  payTime: Time.nullable(),
  refundStatus: z.number().int(),
  no: z.string().nullable(),
});
export const RechargePage = pageOf(RechargeView);

/** For operators: with the owner, and the amount that its refund took back. */
export const RechargeAdminView = RechargeView.extend({
  userId: z.number(),
  user: UserInShort,
  packageId: z.number().nullable(),
  payStatus: z.boolean(),
  payRefundId: z.number().nullable(),
  refundTotalPrice: z.number().int(),
  refundPayPrice: z.number().int(),
  refundBonusPrice: z.number().int(),
  refundTime: Time.nullable(),
  createTime: Time,
});
export const RechargeAdminPage = pageOf(RechargeAdminView);
export const RechargeAdminPageQuery = pageInput({
  userId: optional(LongId),
  payStatus: optional(QueryBoolean),
  refundStatus: optional(longOf(Object.values(RechargeRefundStatus))),
  payOrderId: optional(LongId),
  createTime: DateRange,
});

const packageFields = {
  name: nameText(64),
  payPrice: Price,
  bonusPrice: z.number().int().min(0).max(MAX_FEN),
  status: longOf(Object.values(EnabledStatus)),
};
export const RechargePackageCreateBody = z.object(packageFields);
export const RechargePackageUpdateBody = z.object({ id: LongId, ...packageFields });
export const RechargePackageAdminView = RechargePackageView.extend({ status: z.number(), createTime: Time });
export const RechargePackageAdminPage = pageOf(RechargePackageAdminView);
export const RechargePackagePageQuery = pageInput({ status: optional(longOf(Object.values(EnabledStatus))) });
