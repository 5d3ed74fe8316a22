import { put } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import type { Field } from "../../parts/fields";
import { PageHead } from "../../parts/PageHead";
import { SettingsCard } from "../../parts/SettingsCard";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Points settings", "积分设置"],
  saved: ["Saved", "已保存"],
} as const;

const fields: Field[] = [
  {
    name: "pointTradeDeductEnable",
    label: ["Points pay and are given", "启用积分抵扣与赠送"],
    kind: "switch",
    initial: false,
  },
  {
    name: "pointTradeDeductUnitPrice",
    label: ["Worth of one point (¥)", "每积分抵扣金额（元）"],
    kind: "money",
    needed: true,
    min: 0,
  },
  {
    name: "pointTradeDeductMaxPrice",
    label: ["Most points an order", "每单最多使用积分"],
    kind: "number",
    min: 0,
    hint: ["None or 0: as many as the member has.", "不填或 0 表示不限。"],
  },
  {
    name: "pointTradeGivePoint",
    label: ["Points given for each ¥1 paid", "每支付 1 元赠送积分"],
    kind: "number",
    needed: true,
    min: 0,
  },
];

export default function LoyaltyPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const { data, error } = useRead("/admin-api/member/config/get");
  const save = useAct(
    (body: Record<string, unknown>) => put("/admin-api/member/config/save", body as never),
    ["/admin-api/member/config/"],
    words("saved"),
  );
  return (
    <>
      <PageHead title={words("title")} />
      <SettingsCard
        fields={fields}
        values={data}
        error={error}
        mayChange={may("member:config:save")}
        busy={save.isPending}
        onSave={(body) => save.mutate(body)}
      />
    </>
  );
}
