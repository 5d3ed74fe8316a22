import { Alert, Tag } from "antd";
import { put, type DataOf } from "../../client/client";
import { ActButton } from "../../parts/acts/ActButton";
import { ActDialog } from "../../parts/acts/ActDialog";
import { yuan } from "../../parts/shown/figures";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  agree: ["Approve", "同意"],
  agreeMoney: ["Approve a refund of {{amount}} without a return?", "同意该申请？将向会员退款 {{amount}}，无需退货。"],
  agreeGoods: ["Approve? The member then returns the goods.", "同意该申请？会员随后寄回商品。"],
  disagree: ["Reject", "拒绝"],
  reason: ["Reason (visible to the member)", "拒绝原因，会员可见"],
  receive: ["Mark as received", "确认收货"],
  receiveQuestion: [
    "Are the goods back in good condition? {{amount}} is refunded next.",
    "已收到退货且商品完好？下一步将退款 {{amount}}。",
  ],
  restock: ["Restock items", "商品重新入库销售"],
  refuse: ["Reject return", "拒绝收货"],
  memo: ["Reason (visible to the member)", "拒收原因，会员可见"],
  refund: ["Refund {{amount}}", "退款 {{amount}}"],
  refundQuestion: ["Refund {{amount}} to the member?", "确定向会员退款 {{amount}} 吗？"],
  refunding: ["Refund in progress", "退款处理中"],
  done: ["Saved", "已保存"],
} as const;

const changes = ["/admin-api/trade/", "/admin-api/statistics/", "/admin-api/pay/"];

/** The shop's decisions on an after-sale in its state. */
export function AfterSaleActions({ afterSale }: { afterSale: DataOf<"/admin-api/trade/after-sale/get-detail"> }) {
  const words = useTexts(bundle);
  const may = useMay();
  const { id, status, way, refunding } = afterSale;
  const amount = yuan(afterSale.refundPrice);
  const ends = { changes, done: words("done") };
  return (
    <>
      {status === 10 && may("trade:after-sale:agree") && (
        <ActButton
          type="primary"
          size="medium"
          question={words(way === 10 ? "agreeMoney" : "agreeGoods", { amount })}
          act={() => put("/admin-api/trade/after-sale/agree", { id })}
          {...ends}
        >
          {words("agree")}
        </ActButton>
      )}
      {status === 10 && may("trade:after-sale:disagree") && (
        <ActDialog<{ auditReason: string }>
          danger
          label={words("disagree")}
          fields={[{ name: "auditReason", label: bundle.reason, kind: "longText", needed: true }]}
          act={({ auditReason }) => put("/admin-api/trade/after-sale/disagree", { id, auditReason })}
          {...ends}
        />
      )}
      {status === 30 && may("trade:after-sale:receive") && (
        <ActDialog<{ restock: boolean }>
          type="primary"
          label={words("receive")}
          fields={[{ name: "restock", label: bundle.restock, kind: "switch", initial: true }]}
          intro={() => <Alert type="info" style={{ marginBottom: 16 }} title={words("receiveQuestion", { amount })} />}
          act={({ restock }) => put("/admin-api/trade/after-sale/receive", { id, restock })}
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
