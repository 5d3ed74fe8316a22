import type { Field } from "../../parts/fields/fields";
import { KeptForm } from "../../parts/acts/KeptForm";
import { useTexts } from "../../texts/texts";

const bundle = { title: ["Points settings", "积分设置"] } as const;

const fields: Field[] = [
  {
    name: "pointTradeDeductEnable",
    label: ["Enable earning and redeeming points", "启用积分抵扣与赠送"],
    kind: "switch",
    initial: false,
  },
  {
    name: "pointTradeDeductUnitPrice",
    label: ["Value of one point (¥)", "每积分抵扣金额（元）"],
    kind: "money",
    needed: true,
    min: 0,
  },
  {
    name: "pointTradeDeductMaxPrice",
    label: ["Max points per order", "每单最多使用积分"],
    kind: "number",
    min: 0,
    hint: ["Leave blank or 0 for no limit.", "不填或 0 表示不限。"],
  },
  {
    name: "pointTradeGivePoint",
    label: ["Points earned per ¥1 paid", "每支付 1 元赠送积分"],
    kind: "number",
    needed: true,
    min: 0,
  },
];

export default function LoyaltyPage() {
  const words = useTexts(bundle);
  return (
    <KeptForm
      title={words("title")}
      base="/admin-api/member/config"
      permission="member:config:save"
      sections={[{ fields }]}
    />
  );
}
