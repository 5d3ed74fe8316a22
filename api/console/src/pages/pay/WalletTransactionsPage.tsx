import { Typography } from "antd";
import { Link } from "react-router";
import { Money, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { Person } from "../../parts/shown/Person";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useTexts } from "../../texts/texts";
import { walletKinds } from "./pay.states";

const bundle = {
  title: ["Wallet transactions", "钱包流水"],
  no: ["Transaction no.", "流水号"],
  userId: ["Member ID", "会员编号"],
  member: ["Member", "会员"],
  kind: ["Type", "业务类型"],
  bizId: ["Reference", "业务编号"],
  direction: ["Direction", "收支"],
  in: ["In", "收入"],
  out: ["Out", "支出"],
  amount: ["Amount", "金额"],
  balance: ["Balance after", "变动后余额"],
  text: ["Description", "标题"],
  reason: ["Reason", "原因"],
  time: ["Time", "时间"],
} as const;

const filters: Filter[] = [
  { name: "userId", label: bundle.userId, kind: "number" },
  { name: "bizType", label: bundle.kind, kind: "state", states: walletKinds },
  { name: "bizId", label: bundle.bizId, kind: "text" },
  { name: "type", label: bundle.direction, kind: "state", states: { 1: [bundle.in], 2: [bundle.out] } },
  { name: "createTime", label: bundle.time, kind: "time" },
];

export default function WalletTransactionsPage() {
  const words = useTexts(bundle);
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/pay/wallet-transaction/page"
        filters={filters}
        exports={{
          path: "/admin-api/pay/wallet-transaction/export",
          permission: "pay:wallet-transaction:export",
          name: "wallet-transactions.csv",
        }}
        columns={[
          { title: words("no"), dataIndex: "no" },
          { title: words("member"), render: (_, row) => <Person id={row.userId} user={row.user} /> },
          { title: words("kind"), render: (_, row) => <State of={walletKinds} value={row.bizType} /> },
          {
            title: words("bizId"),
            render: (_, row) =>
              row.bizType === 3 ? <Link to={`/pay/orders/${row.bizId}`}>{row.bizId}</Link> : row.bizId,
          },
          {
            title: words("amount"),
            align: "right",
            render: (_, row) => (
              <Typography.Text type={row.price < 0 ? "danger" : "success"}>
                {row.price > 0 && "+"}
                <Money fen={row.price} />
              </Typography.Text>
            ),
          },
          { title: words("balance"), align: "right", render: (_, row) => <Money fen={row.balance} /> },
          {
            title: words("text"),
            render: (_, row) => (
              <>
                {row.title}
                {row.reason && (
                  <SecondLine>
                    {words("reason")}: {row.reason}
                  </SecondLine>
                )}
              </>
            ),
          },
          { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
        ]}
      />
    </>
  );
}
