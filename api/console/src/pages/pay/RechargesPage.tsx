import { Link } from "react-router";
import { post, type RowOf } from "../../client/client";
import { ActButton } from "../../parts/acts/ActButton";
import { Money, Moment, State, yuan, type States } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { Person } from "../../parts/shown/Person";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { Channel } from "./channels";
import { refundStates } from "./pay.states";

const bundle = {
  title: ["Top-ups", "充值记录"],
  userId: ["Member ID", "会员编号"],
  member: ["Member", "会员"],
  payStatus: ["Paid", "是否支付"],
  refundStatus: ["Refund status", "退款状态"],
  payOrderId: ["Payment", "支付单"],
  payPrice: ["Amount paid", "支付金额"],
  bonus: ["Bonus", "赠送金额"],
  total: ["Credited", "到账金额"],
  channel: ["Channel", "支付渠道"],
  state: ["Status", "状态"],
  time: ["Created", "创建时间"],
  paid: ["Paid at", "支付时间"],
  actions: ["Actions", "操作"],
  refund: ["Refund", "退款"],
  refundQuestion: [
    "Refund {{paid}}? {{total}} is deducted from the wallet, including the bonus.",
    "确定退款 {{paid}} 吗？将从钱包扣回 {{total}}（含赠送）。",
  ],
  done: ["Refund submitted", "退款已提交"],
} as const;

const filters: Filter[] = [
  { name: "userId", label: bundle.userId, kind: "number" },
  { name: "payStatus", label: bundle.payStatus, kind: "yesNo" },
  { name: "refundStatus", label: bundle.refundStatus, kind: "state", states: refundStates },
  { name: "payOrderId", label: bundle.payOrderId, kind: "number" },
  { name: "createTime", label: bundle.time, kind: "time" },
];
const paidStates: States = {
  0: [["Unpaid", "未支付"], "warning"],
  1: [["Paid", "已支付"], "success"],
};

type Recharge = RowOf<"/admin-api/pay/wallet-recharge/page">;
const mayGoBack = (row: Recharge) => row.payStatus && (row.payRefundId === null || row.refundStatus === 20);

export default function RechargesPage() {
  const words = useTexts(bundle);
  const may = useMay();
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/pay/wallet-recharge/page"
        filters={filters}
        columns={[
          { title: "ID", dataIndex: "id" },
          { title: words("member"), render: (_, row) => <Person id={row.userId} user={row.user} /> },
          { title: words("payPrice"), align: "right", render: (_, row) => <Money fen={row.payPrice} /> },
          { title: words("bonus"), align: "right", render: (_, row) => <Money fen={row.bonusPrice} /> },
          { title: words("total"), align: "right", render: (_, row) => <Money fen={row.totalPrice} /> },
          {
            title: words("state"),
            weight: 80,
            render: (_, row) => (
              <>
                <State of={paidStates} value={row.payStatus ? 1 : 0} />
                {row.payRefundId !== null && <State of={refundStates} value={row.refundStatus} />}
              </>
            ),
          },
          {
            title: words("payOrderId"),
            render: (_, row) => (
              <>
                <Link to={`/pay/orders/${row.payOrderId}`}>{row.payOrderId}</Link>
                <SecondLine>
                  <Channel code={row.payChannelCode} />
                </SecondLine>
              </>
            ),
          },
          { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
          { title: words("paid"), render: (_, row) => <Moment ms={row.payTime} /> },
          {
            title: words("actions"),
            fixed: "right",
            render: (_, row) =>
              mayGoBack(row) &&
              may("pay:wallet-recharge:refund") && (
                <ActButton
                  danger
                  question={words("refundQuestion", { paid: yuan(row.payPrice), total: yuan(row.totalPrice) })}
                  act={() => post("/admin-api/pay/wallet-recharge/refund", undefined, { id: row.id })}
                  changes={["/admin-api/pay/"]}
                  done={words("done")}
                >
                  {words("refund")}
                </ActButton>
              ),
          },
        ]}
      />
    </>
  );
}
