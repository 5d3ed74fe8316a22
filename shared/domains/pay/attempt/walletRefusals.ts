import { currentLanguage } from "#shared/kernel/request/context.js";
import type { AppError } from "#shared/kernel/request/errors.js";
import { payErrors } from "../pay.errors.js";

/** Why the wallet cannot pay: the inner codes in brackets in 1007002004 (rules: Payment). */
const reasons = {
  balanceShort: { code: 1007007001, en: "the wallet balance is not enough", zh: "钱包余额不足" },
  balanceCovers: {
    code: 1007007102,
    en: "the wallet balance covers the order: pay by wallet alone or without it",
    zh: "钱包余额足够支付订单，不能组合支付",
  },
  wrongPart: {
    code: 1007007103,
    en: "the wallet part must be a whole amount within the balance and below the price",
    zh: "钱包支付金额必须是不超过余额且小于订单金额的整数",
  },
  virtualGoods: { code: 1007007104, en: "virtual goods cannot be paid by wallet", zh: "虚拟商品不支持钱包支付" },
  notConfirmed: { code: 1007007105, en: "the payment password is not confirmed", zh: "支付密码未验证" },
} as const;

export function walletRefusal(why: keyof typeof reasons): AppError {
  const reason = reasons[why];
  return payErrors.PayStartFailed({ code: reason.code, reason: reason[currentLanguage()] });
}
