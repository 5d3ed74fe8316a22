import { currentLanguage } from "#shared/kernel/request/context.js";

/**
 * What stands in the history of orders and after-sales is written once, in English; who reads it in Chinese gets it by
 * these. Reasons, names and numbers in it stay as they are.
 */
const inChinese: readonly (readonly [RegExp, string])[] = [
  [/^Order placed$/, "提交订单"],
  [/^Paid with (\S+) points$/, "使用 $1 积分支付"],
  [/^Paid (\S+)$/, "已支付 $1 元"],
  [/^Price changed by (\S+), from (\S+) to (\S+)$/, "改价 $1 元，应付由 $2 元变为 $3 元"],
  [/^To be paid by ([^,]+), before by ([^,]+)$/, "支付截止时间改为 $1，原为 $2"],
  [/^Receiver and address changed$/, "修改收件人和收货地址"],
  [/^Shipped by (.+), (\S*)$/s, "已发货，$1，运单号 $2"],
  [/^Parcel changed to (.+), (\S+); before (.+)$/s, "修改物流信息为$1，运单号 $2；原为 $3"],
  [/^Delivered without a parcel$/, "已发货，无需物流"],
  [/^Picked up$/, "已自提"],
  [/^Received by its member$/, "会员确认收货"],
  [/^Received, as its time was over$/, "超时未确认，系统自动收货"],
  [/^Received, as its parcel was signed for$/, "快递已签收，系统自动收货"],
  [/^Reviewed: (.*)$/s, "会员评价：$1"],
  [/^Reviewed by the system: (.*)$/s, "系统自动评价：$1"],
  [/^Cancelled by its member$/, "会员取消"],
  [/^Cancelled by the shop: (.*)$/s, "商家取消：$1"],
  [/^Not paid in time$/, "超时未支付，系统自动取消"],
  [/^Refunded (\S+), (\S+) in all$/, "退款 $1 元，累计退款 $2 元"],
  [/^Deleted by its member$/, "会员删除订单"],
  [/^Applied for (\S+) against the goods: (.*)$/s, "申请退货退款 $1 元：$2"],
  [/^Applied for (\S+): (.*)$/s, "申请仅退款 $1 元：$2"],
  [/^Agreed$/, "商家同意"],
  [/^Refused: (.*)$/s, "商家拒绝：$1"],
  [/^Sent back by (.+), (\S*)$/s, "会员已退货，$1，运单号 $2"],
  [/^The goods are back$/, "商家已收到退货"],
  [/^The goods are back, not for sale again$/, "商家已收到退货，不再上架销售"],
  [/^The goods were refused: (.*)$/s, "商家拒收退货：$1"],
  [/^Refund of (\S+) begun$/, "发起退款 $1 元"],
  [/^Refunded with the whole order$/, "随整单退款"],
  [/^Refunded (\S+)$/, "已退款 $1 元"],
  [/^The refund failed$/, "退款失败"],
];

/** In the language of the request; text that is not known stays as it is. */
export function moveLogWords(content: string): string {
  if (currentLanguage() === "en") return content;
  const found = inChinese.find(([english]) => english.test(content));
  return found ? content.replace(...found) : content;
}
