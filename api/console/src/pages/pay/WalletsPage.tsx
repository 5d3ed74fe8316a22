import { Alert, Tag } from "antd";
import { Link } from "react-router";
import { put, type RowOf } from "../../client/client";
import { ActDialog } from "../../parts/acts/ActDialog";
import { Money, Moment, yuan } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { Person } from "../../parts/shown/Person";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Wallets", "会员钱包"],
  userId: ["Member ID", "会员编号"],
  mobile: ["Mobile", "手机号"],
  member: ["Member", "会员"],
  balance: ["Balance", "余额"],
  frozen: ["Frozen", "冻结"],
  spent: ["Total spent", "累计支出"],
  recharged: ["Total top-ups", "累计充值"],
  made: ["Created", "创建时间"],
  closed: ["Closed", "已关闭"],
  actions: ["Actions", "操作"],
  transactions: ["Transactions", "流水"],
  adjust: ["Adjust balance", "调整余额"],
  change: ["Adjustment (negative to deduct)", "调整金额（负数为扣减）"],
  reason: ["Reason", "调整原因"],
  preview: ["Current {{before}}, new {{after}}", "当前 {{before}}，调整后 {{after}}"],
  question: ["Adjust the balance of {{name}} by {{amount}}?", "确定将{{name}}的余额调整 {{amount}} 吗？"],
  done: ["Balance adjusted", "余额已调整"],
} as const;

const filters: Filter[] = [
  { name: "userId", label: bundle.userId, kind: "number" },
  { name: "mobile", label: bundle.mobile, kind: "text" },
];

/** Nicknames are not unique: the number identifies the member. */
const nameOf = ({ userId, user }: RowOf<"/admin-api/pay/wallet/page">): string =>
  user ? `${user.nickname} (${userId})` : `#${userId}`;

export default function WalletsPage() {
  const words = useTexts(bundle);
  const may = useMay();
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/pay/wallet/page"
        filters={filters}
        columns={[
          { title: "ID", dataIndex: "id" },
          { title: words("member"), render: (_, row) => <Person id={row.userId} user={row.user} /> },
          { title: words("balance"), align: "right", render: (_, row) => <Money fen={row.balance} /> },
          { title: words("frozen"), align: "right", render: (_, row) => <Money fen={row.freezePrice} /> },
          { title: words("spent"), align: "right", render: (_, row) => <Money fen={row.totalExpense} /> },
          { title: words("recharged"), align: "right", render: (_, row) => <Money fen={row.totalRecharge} /> },
          { title: words("made"), render: (_, row) => <Moment ms={row.createTime} /> },
          {
            title: words("actions"),
            fixed: "right",
            render: (_, row) => (
              <span style={{ display: "inline-flex", gap: 12, alignItems: "center" }}>
                <Link to={`/pay/wallet-transactions?userId=${row.userId}`}>{words("transactions")}</Link>
                {row.closeTime !== null && <Tag>{words("closed")}</Tag>}
                {row.closeTime === null && may("pay:wallet:update-balance") && (
                  <ActDialog<{ balance: number; reason: string }>
                    size="small"
                    label={words("adjust")}
                    fields={[
                      { name: "balance", label: bundle.change, kind: "money", needed: true },
                      { name: "reason", label: bundle.reason, kind: "text", needed: true },
                    ]}
                    intro={({ balance = 0 }) => (
                      <Alert
                        type="info"
                        style={{ marginBottom: 16 }}
                        title={words("preview", { before: yuan(row.balance), after: yuan(row.balance + balance) })}
                      />
                    )}
                    question={({ balance }) =>
                      words("question", { name: nameOf(row), amount: `${balance > 0 ? "+" : ""}${yuan(balance)}` })
                    }
                    act={(change) => put("/admin-api/pay/wallet/update-balance", { userId: row.userId, ...change })}
                    changes={["/admin-api/pay/wallet"]}
                    done={words("done")}
                  />
                )}
              </span>
            ),
          },
        ]}
      />
    </>
  );
}
