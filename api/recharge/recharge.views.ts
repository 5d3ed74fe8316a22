import type { z } from "zod";
import { epochMs } from "#api/http/fields.js";
import { userInShort } from "#api/member/memberInShort.js";
import type { OfMember } from "#shared/domains/member/index.js";
import type { PackageInput, RechargeDoc, RechargePackageDoc } from "#shared/domains/recharge/index.js";
import { channelName } from "#api/pay/channel/payApp.views.js";
import type {
  RechargeAdminView,
  RechargePackageAdminView,
  RechargePackageCreateBody,
  RechargePackageView,
  RechargeView,
} from "./recharge.schemas.js";

export function rechargePackageView(one: RechargePackageDoc): z.input<typeof RechargePackageView> {
  return { id: one._id, name: one.name, payPrice: one.payPriceFen, bonusPrice: one.bonusPriceFen };
}

export function rechargePackageAdminView(one: RechargePackageDoc): z.input<typeof RechargePackageAdminView> {
  return { ...rechargePackageView(one), status: one.status, createTime: one.createdAt.getTime() };
}

export function packageInput(body: z.output<typeof RechargePackageCreateBody>): PackageInput {
  const { name, payPrice, bonusPrice, status } = body;
  return { name, payPriceFen: payPrice, bonusPriceFen: bonusPrice, status };
}

export function rechargeView(recharge: RechargeDoc): z.input<typeof RechargeView> {
  return {
    id: recharge._id,
    totalPrice: recharge.totalPriceFen,
    payPrice: recharge.payPriceFen,
    bonusPrice: recharge.bonusPriceFen,
    payChannelCode: recharge.payChannelCode,
    payChannelName: recharge.payChannelCode === null ? null : channelName(recharge.payChannelCode),
    payOrderId: recharge.payOrderId,
    payOrderChannelOrderNo: recharge.payOrderChannelOrderNo,
    payTime: epochMs(recharge.payAt),
    refundStatus: recharge.refundStatus,
    no: recharge.payOrderNo,
  };
}

export function rechargeAdminView(recharge: OfMember<RechargeDoc>): z.input<typeof RechargeAdminView> {
  return {
    ...rechargeView(recharge),
    userId: recharge.memberId,
    user: userInShort(recharge.member),
    packageId: recharge.packageId,
    payStatus: recharge.payStatus,
    payRefundId: recharge.payRefundId,
    refundTotalPrice: recharge.refundTotalFen,
    refundPayPrice: recharge.refundPayFen,
    refundBonusPrice: recharge.refundBonusFen,
    refundTime: epochMs(recharge.refundAt),
    createTime: recharge.createdAt.getTime(),
  };
}
