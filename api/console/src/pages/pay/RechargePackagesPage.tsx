import type { Field } from "../../parts/fields/fields";
import { enabledStates, Money, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Top-up packages", "充值套餐"],
  name: ["Name", "名称"],
  payPrice: ["Price", "支付金额"],
  bonusPrice: ["Bonus", "赠送金额"],
  status: ["Status", "状态"],
  made: ["Created", "创建时间"],
} as const;

const filters: Filter[] = [{ name: "status", label: bundle.status, kind: "state", states: enabledStates }];
const fields: Field[] = [
  { name: "name", label: bundle.name, kind: "text", needed: true },
  { name: "payPrice", label: bundle.payPrice, kind: "money", needed: true, min: 0.01 },
  { name: "bonusPrice", label: bundle.bonusPrice, kind: "money", needed: true, min: 0, initial: 0 },
  { name: "status", label: bundle.status, kind: "state", states: enabledStates, needed: true, initial: 0 },
];

export default function RechargePackagesPage() {
  const words = useTexts(bundle);
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/pay/wallet-recharge-package/page"
      recycled="wallet-recharge-package"
      permission="pay:wallet-recharge-package"
      filters={filters}
      fields={fields}
      columns={[
        { title: "ID", dataIndex: "id" },
        { title: words("name"), dataIndex: "name" },
        { title: words("payPrice"), align: "right", render: (_, row) => <Money fen={row.payPrice} /> },
        { title: words("bonusPrice"), align: "right", render: (_, row) => <Money fen={row.bonusPrice} /> },
        { title: words("status"), weight: 80, render: (_, row) => <State of={enabledStates} value={row.status} /> },
        { title: words("made"), render: (_, row) => <Moment ms={row.createTime} /> },
      ]}
    />
  );
}
