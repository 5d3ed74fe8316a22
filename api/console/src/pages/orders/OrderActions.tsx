import { Alert } from "antd";
import { put, type DataOf } from "../../client/client";
import { versionIn } from "../../client/versions";
import { ActButton } from "../../parts/acts/ActButton";
import { ActDialog } from "../../parts/acts/ActDialog";
import { AreaField } from "../../parts/fields/AreaField";
import type { Field } from "../../parts/fields/fields";
import { yuan } from "../../parts/shown/figures";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { mayLeave } from "./leaves";
import { openedOrder } from "./openedOrder";
import { ShipDialog } from "./ShipDialog";

const bundle = {
  price: ["Adjust price", "修改价格"],
  adjustPrice: ["Adjustment (negative to reduce)", "增减金额（负数为减价）"],
  newPrice: [
    "Current {{before}}, new {{after}}. The price can be changed only once.",
    "当前 {{before}}，改价后 {{after}}。每笔订单只能改价一次。",
  ],
  priceQuestion: ["Change the price to {{after}}?", "确定将应付金额改为 {{after}} 吗？"],
  address: ["Edit address", "修改收货地址"],
  name: ["Name", "收货人"],
  mobile: ["Mobile", "手机号"],
  area: ["Area", "所在地区"],
  detail: ["Address", "详细地址"],
  remark: ["Edit note", "备注"],
  shopRemark: ["Internal note (not visible to the member)", "商家备注，会员不可见"],
  expire: ["Change payment deadline", "修改支付期限"],
  expireTime: ["Payment deadline", "支付截止时间"],
  expireHint: ["A time in the past cancels the order immediately.", "早于当前时间将立即取消订单。"],
  cancel: ["Cancel order", "取消订单"],
  cancelReason: ["Reason (not visible to the member)", "取消原因，会员不可见"],
  cancelQuestion: [
    "Cancel order {{no}}? Reserved stock and discounts are released.",
    "确定取消订单 {{no}} 吗？占用的库存与优惠将退回。",
  ],
  cancelled: ["Order cancelled", "订单已取消"],
  refund: ["Refund", "退款"],
  amount: ["Amount", "退款金额"],
  reason: ["Reason", "退款原因"],
  left: [
    "{{left}} of {{paid}} can still be refunded, to the original payment method.",
    "实付 {{paid}}，还可退 {{left}}，将原路退回。",
  ],
  leftNone: [
    "No amount is left to refund. A refund of ¥0.00 returns the items that cost nothing, and closes the order.",
    "该订单已无可退金额。退款 ¥0.00 将退回其余零元商品并关闭订单。",
  ],
  refundQuestion: ["Refund {{amount}} to the member?", "确定向会员退款 {{amount}} 吗？"],
  pickUp: ["Confirm pick-up", "核销自提"],
  pickUpQuestion: ["Has the member picked up the goods?", "确认会员已取走商品？"],
  done: ["Saved", "已保存"],
  refunded: ["Refund submitted", "退款已提交"],
  pickedUp: ["Picked up", "核销成功"],
} as const;

const changes = ["/admin-api/trade/order/", "/admin-api/statistics/", "/admin-api/pay/"];
const addressFields: Field[] = [
  { name: "receiverName", label: bundle.name, kind: "text", needed: true },
  { name: "receiverMobile", label: bundle.mobile, kind: "text", needed: true },
  { name: "receiverAreaId", label: bundle.area, kind: "custom", control: <AreaField />, needed: true },
  { name: "receiverDetailAddress", label: bundle.detail, kind: "text", needed: true },
];

type Act = "ship" | "pickUp" | "price" | "expire" | "cancel" | "address" | "remark" | "refund";

interface Props {
  order: DataOf<"/admin-api/trade/order/get-detail">;
  /** Which of them are shown here. */
  shows: (act: Act) => boolean;
}

/** The actions of this operator on an order in its state. */
export function OrderActions({ order, shows }: Props) {
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
      {shows("ship") && mayLeave(order) && order.deliveryType === 1 && may("trade:order:ship") && (
        <ShipDialog order={order} />
      )}
      {shows("pickUp") && mayLeave(order) && order.deliveryType === 2 && may("trade:order:pick-up") && (
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
      {shows("price") && unpaid && order.adjustPrice === 0 && may("trade:order:update-price") && (
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
      {shows("expire") && unpaid && may("trade:order:update") && (
        <ActDialog<{ payExpireTime: number }>
          label={words("expire")}
          fields={[
            { name: "payExpireTime", label: bundle.expireTime, kind: "time", needed: true, hint: bundle.expireHint },
          ]}
          load={openedOrder(id)}
          act={({ payExpireTime }, opened) =>
            put("/admin-api/trade/order/update-expire", { id, payExpireTime, ...versionIn(opened) })
          }
          changes={changes}
          done={words("done")}
        />
      )}
      {shows("cancel") && unpaid && may("trade:order:cancel") && (
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
      {shows("address") && toShip && order.deliveryType === 1 && may("trade:order:update") && (
        <ActDialog<{
          receiverName: string;
          receiverMobile: string;
          receiverAreaId: number;
          receiverDetailAddress: string;
        }>
          label={words("address")}
          fields={addressFields}
          load={openedOrder(id)}
          act={(receiver, opened) =>
            put("/admin-api/trade/order/update-address", { id, ...receiver, ...versionIn(opened) })
          }
          changes={changes}
          done={words("done")}
        />
      )}
      {shows("remark") && may("trade:order:update") && (
        <ActDialog<{ remark?: string }>
          label={words("remark")}
          fields={[{ name: "remark", label: bundle.shopRemark, kind: "longText" }]}
          load={openedOrder(id)}
          act={({ remark = "" }, opened) =>
            put("/admin-api/trade/order/update-remark", { id, remark, ...versionIn(opened) })
          }
          changes={changes}
          done={words("done")}
        />
      )}
      {shows("refund") && order.payStatus && mayRefund && may("trade:order:refund") && (
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
