import { Alert, Tag } from "antd";
import { Link } from "react-router";
import { put, type DataOf } from "../../client/client";
import { ActButton } from "../../parts/acts/ActButton";
import { ActDialog } from "../../parts/acts/ActDialog";
import { yuan } from "../../parts/shown/figures";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { AgreeAction } from "./AgreeAction";

const bundle = {
  disagree: ["Reject", "拒绝"],
  reason: ["Reason (visible to the member)", "拒绝原因，会员可见"],
  receive: ["Mark as received", "确认收货"],
  receiveQuestion: [
    "Are the goods back in good condition? {{amount}} is refunded next.",
    "已收到退货且商品完好？下一步将退款 {{amount}}。",
  ],
  restock: ["Restock items", "商品重新入库销售"],
  count: ["Items received", "收到件数"],
  countHint: [
    "Only these are restocked. Fewer than requested are refunded with their share.",
    "仅这些件数入库；少于申请件数时按比例退款。",
  ],
  refuse: ["Reject return", "拒绝收货"],
  memo: ["Reason (visible to the member)", "拒收原因，会员可见"],
  refund: ["Refund {{amount}}", "退款 {{amount}}"],
  refundQuestion: ["Refund {{amount}} to the member?", "确定向会员退款 {{amount}} 吗？"],
  refunding: ["Refund in progress", "退款处理中"],
  otherwise: ["The refund failed: pay it otherwise", "退款失败，改用其他方式"],
  done: ["Saved", "已保存"],
} as const;

const changes = ["/admin-api/trade/", "/admin-api/statistics/", "/admin-api/pay/"];

/** The shop's decisions on an after-sale in its state. */
export function AfterSaleActions({ afterSale }: { afterSale: DataOf<"/admin-api/trade/after-sale/get-detail"> }) {
  const words = useTexts(bundle);
  const may = useMay();
  const { id, status, way, refunding } = afterSale;
  const amount = yuan(afterSale.refundPrice);
  const left = afterSale.orderItem?.leftCount ?? afterSale.count;
  const ends = { changes, done: words("done") };
  return (
    <>
      {status === 10 && may("trade:after-sale:agree") && (
        <AgreeAction id={id} isReturn={way === 20} amount={amount} {...ends} />
      )}
      {(status === 10 || (status === 40 && !afterSale.refundAsked)) && may("trade:after-sale:disagree") && (
        <ActDialog<{ auditReason: string }>
          danger
          label={words("disagree")}
          fields={[{ name: "auditReason", label: bundle.reason, kind: "longText", needed: true }]}
          act={({ auditReason }) => put("/admin-api/trade/after-sale/disagree", { id, auditReason })}
          {...ends}
        />
      )}
      {status === 30 && may("trade:after-sale:receive") && (
        <ActDialog<{ count: number; restock: boolean }>
          type="primary"
          label={words("receive")}
          fields={[
            {
              name: "count",
              label: bundle.count,
              kind: "number",
              needed: true,
              min: 1,
              max: left,
              hint: bundle.countHint,
              ...(afterSale.counted || left === 1 ? { initial: Math.min(afterSale.count, left) } : {}),
            },
            { name: "restock", label: bundle.restock, kind: "switch", initial: true },
          ]}
          intro={() => <Alert type="info" style={{ marginBottom: 16 }} title={words("receiveQuestion", { amount })} />}
          act={(receipt) => put("/admin-api/trade/after-sale/receive", { id, ...receipt })}
          {...ends}
        />
      )}
      {status === 30 && may("trade:after-sale:refuse") && (
        <ActDialog<{ refuseMemo: string }>
          danger
          label={words("refuse")}
          fields={[{ name: "refuseMemo", label: bundle.memo, kind: "longText", needed: true }]}
          act={({ refuseMemo }) => put("/admin-api/trade/after-sale/refuse", { id, refuseMemo })}
          {...ends}
        />
      )}
      {status === 40 && afterSale.refundAsked && !refunding && may("pay:refund:query") && (
        <Link to={`/pay/refunds?payOrderId=${afterSale.order?.payOrderId ?? ""}`}>{words("otherwise")}</Link>
      )}
      {status === 40 && refunding && <Tag color="processing">{words("refunding")}</Tag>}
      {status === 40 && !refunding && may("trade:after-sale:refund") && (
        <ActButton
          type="primary"
          size="medium"
          danger
          question={words("refundQuestion", { amount })}
          act={() => put("/admin-api/trade/after-sale/refund", { id })}
          {...ends}
        >
          {words("refund", { amount })}
        </ActButton>
      )}
    </>
  );
}
