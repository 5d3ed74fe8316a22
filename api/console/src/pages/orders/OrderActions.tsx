import { Alert } from "antd";
import { put, type DataOf } from "../../client/client";
import { ActButton } from "../../parts/ActButton";
import { ActDialog } from "../../parts/ActDialog";
import { AreaField } from "../../parts/AreaField";
import type { Field } from "../../parts/fields";
import { yuan } from "../../parts/figures";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { mayLeave } from "./leaves";
import { ShipDialog } from "./ShipDialog";

const bundle = {
  price: ["Change the price", "修改价格"],
  adjustPrice: ["Add to the price (below 0: take off)", "增减金额（负数为减价）"],
  newPrice: [
    "{{before}} now, {{after}} then. The price can be changed once.",
    "当前 {{before}}，改价后 {{after}}。每笔订单只能改价一次。",
  ],
  priceQuestion: ["Change the price to {{after}}?", "确定将应付金额改为 {{after}} 吗？"],
  address: ["Change the address", "修改收货地址"],
  name: ["Name", "收货人"],
  mobile: ["Mobile", "手机号"],
  area: ["Area", "所在地区"],
  detail: ["Address", "详细地址"],
  remark: ["Remark", "备注"],
  shopRemark: ["The shop's remark; the member does not see it", "商家备注，会员不可见"],
  expire: ["Move the deadline", "修改支付期限"],
  expireTime: ["To be paid by", "支付截止时间"],
  expireHint: ["A moment in the past cancels the order now.", "早于当前时间将立即取消订单。"],
  cancel: ["Cancel the order", "取消订单"],
  cancelReason: ["Reason; the member does not see it", "取消原因，会员不可见"],
  cancelQuestion: ["Cancel order {{no}}? What it held goes back.", "确定取消订单 {{no}} 吗？占用的库存与优惠将退回。"],
  cancelled: ["The order is cancelled", "订单已取消"],
  refund: ["Refund", "退款"],
  amount: ["Amount", "退款金额"],
  reason: ["Reason", "退款原因"],
  left: [
    "{{left}} of {{paid}} can still be refunded; it goes back the way it came.",
    "实付 {{paid}}，还可退 {{left}}，将原路退回。",
  ],
  leftNone: [
    "No money of this order is left to refund. A refund of ¥0.00 gives back what costs nothing, and closes the order.",
    "该订单已无可退金额。退款 ¥0.00 将退回其余零元商品并关闭订单。",
  ],
  refundQuestion: ["Refund {{amount}} to the member?", "确定向会员退款 {{amount}} 吗？"],
  pickUp: ["Verify the pick-up", "核销自提"],
  pickUpQuestion: ["Did the member take the goods?", "确认会员已取走商品？"],
  done: ["Saved", "已保存"],
  refunded: ["The refund is on its way", "退款已提交"],
  pickedUp: ["Handed over", "核销成功"],
} as const;

const changes = ["/admin-api/trade/order/", "/admin-api/statistics/", "/admin-api/pay/"];
const addressFields: Field[] = [
  { name: "receiverName", label: bundle.name, kind: "text", needed: true },
  { name: "receiverMobile", label: bundle.mobile, kind: "text", needed: true },
  { name: "receiverAreaId", label: bundle.area, kind: "custom", control: <AreaField />, needed: true },
  { name: "receiverDetailAddress", label: bundle.detail, kind: "text", needed: true },
];

/** The actions of this operator on an order in its state. */
export function OrderActions({ order }: { order: DataOf<"/admin-api/trade/order/get-detail"> }) {
  const words = useTexts(bundle);
  const may = useMay();
  const { id } = order;
  const unpaid = order.status === 0;
  const toShip = order.status === 10;
  const left = order.payPrice - order.refundPrice;
  const mayRefund = left > 0 ? order.payOrderId !== null : order.status !== 40;
  const newPrice = (adjustPrice = 0) => yuan(order.payPrice + adjustPrice);
  return (
    <>
      {mayLeave(order) && order.deliveryType === 1 && may("trade:order:ship") && <ShipDialog id={id} />}
      {mayLeave(order) && order.deliveryType === 2 && may("trade:order:pick-up") && (
        <ActButton
          type="primary"
          size="medium"
          question={words("pickUpQuestion")}
          act={() => put("/admin-api/trade/order/pick-up-by-id", { id })}
          changes={changes}
          done={words("pickedUp")}
        >
          {words("pickUp")}
        </ActButton>
      )}
      {unpaid && order.adjustPrice === 0 && may("trade:order:update-price") && (
        <ActDialog<{ adjustPrice: number }>
          label={words("price")}
          fields={[{ name: "adjustPrice", label: bundle.adjustPrice, kind: "money", needed: true }]}
          intro={({ adjustPrice }) => (
            <Alert
              type="info"
              style={{ marginBottom: 16 }}
              title={words("newPrice", { before: yuan(order.payPrice), after: newPrice(adjustPrice) })}
            />
          )}
          question={({ adjustPrice }) => words("priceQuestion", { after: newPrice(adjustPrice) })}
          act={({ adjustPrice }) => put("/admin-api/trade/order/update-price", { id, adjustPrice })}
          changes={changes}
          done={words("done")}
        />
      )}
      {unpaid && may("trade:order:update") && (
        <ActDialog<{ payExpireTime: number }>
          label={words("expire")}
          fields={[
            { name: "payExpireTime", label: bundle.expireTime, kind: "time", needed: true, hint: bundle.expireHint },
          ]}
          row={{ payExpireTime: order.payExpireTime }}
          act={({ payExpireTime }) => put("/admin-api/trade/order/update-expire", { id, payExpireTime })}
          changes={changes}
          done={words("done")}
        />
      )}
      {unpaid && may("trade:order:cancel") && (
        <ActDialog<{ reason: string }>
          danger
          label={words("cancel")}
          fields={[{ name: "reason", label: bundle.cancelReason, kind: "text", needed: true }]}
          question={() => words("cancelQuestion", { no: order.no })}
          act={({ reason }) => put("/admin-api/trade/order/cancel", { id, reason })}
          changes={changes}
          done={words("cancelled")}
        />
      )}
      {toShip && order.deliveryType === 1 && may("trade:order:update") && (
        <ActDialog<{
          receiverName: string;
          receiverMobile: string;
          receiverAreaId: number;
          receiverDetailAddress: string;
        }>
          label={words("address")}
          fields={addressFields}
          row={{ ...order }}
          act={(receiver) => put("/admin-api/trade/order/update-address", { id, ...receiver })}
          changes={changes}
          done={words("done")}
        />
      )}
      {may("trade:order:update") && (
        <ActDialog<{ remark?: string }>
          label={words("remark")}
          fields={[{ name: "remark", label: bundle.shopRemark, kind: "longText" }]}
          row={{ remark: order.remark }}
          act={({ remark = "" }) => put("/admin-api/trade/order/update-remark", { id, remark })}
          changes={changes}
          done={words("done")}
        />
      )}
      {order.payStatus && mayRefund && may("trade:order:refund") && (
        <ActDialog<{ refundPrice: number; reason: string }>
          danger
          label={words("refund")}
          fields={[
            {
              name: "refundPrice",
              label: bundle.amount,
              kind: "money",
              needed: true,
              min: left > 0 ? 0.01 : 0,
              max: left / 100,
            },
            { name: "reason", label: bundle.reason, kind: "text", needed: true },
          ]}
          row={{ refundPrice: left }}
          intro={() => (
            <Alert
              type="warning"
              showIcon
              style={{ marginBottom: 16 }}
              title={left > 0 ? words("left", { left: yuan(left), paid: yuan(order.payPrice) }) : words("leftNone")}
            />
          )}
          question={({ refundPrice }) => words("refundQuestion", { amount: yuan(refundPrice) })}
          act={(refund) => put("/admin-api/trade/order/refund", { id, ...refund })}
          changes={[...changes, "/admin-api/trade/after-sale/"]}
          done={words("refunded")}
        />
      )}
    </>
  );
}
