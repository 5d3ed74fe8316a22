import type { Field } from "../../parts/fields/fields";
import { State } from "../../parts/shown/figures";
import { useTexts } from "../../texts/texts";
import { nameField, timeFields } from "./activity";
import { ActivityPage } from "./ActivityPage";
import { rewardConditions, scopes } from "./promotion.states";
import { checkRules, RulesField, type Rule } from "./RulesField";
import { scopeFields, scopeToForm, scopeToWire } from "./scope";

const bundle = {
  title: ["Spend and save", "满减送活动"],
  condition: ["Threshold type", "门槛类型"],
  rules: ["Rules", "优惠规则"],
  scope: ["Applies to", "适用范围"],
  remark: ["Note", "备注"],
} as const;

const fields = (entered: Record<string, unknown>): Field[] => [
  nameField,
  ...timeFields(entered),
  {
    name: "conditionType",
    label: bundle.condition,
    kind: "state",
    states: rewardConditions,
    needed: true,
    initial: 10,
  },
  ...scopeFields(entered),
  {
    name: "rules",
    label: bundle.rules,
    kind: "custom",
    needed: true,
    control: <RulesField condition={Number(entered.conditionType ?? 10)} />,
    check: checkRules,
    hint: ["The highest threshold met applies.", "满足多条规则时，按最高门槛优惠。"],
  },
  { name: "remark", label: bundle.remark, kind: "longText" },
];

const body = (sent: Record<string, unknown>) => ({
  ...scopeToWire(sent),
  rules: (sent.rules as Rule[]).map(({ limit, discountPrice, freeDelivery, point, giveCouponTemplateCounts }) => ({
    limit,
    discountPrice: discountPrice ?? 0,
    freeDelivery: freeDelivery ?? false,
    point: point ?? 0,
    giveCouponTemplateCounts: giveCouponTemplateCounts ?? {},
  })),
});

export default function RewardPage() {
  const words = useTexts(bundle);
  return (
    <ActivityPage
      title={words("title")}
      path="/admin-api/promotion/reward-activity/page"
      fields={fields}
      body={body}
      begin={scopeToForm}
      columns={({ name, status, time }) => [
        name,
        status,
        { title: words("scope"), render: (_, row) => <State of={scopes} value={row.productScope} /> },
        {
          title: words("rules"),
          render: (_, row) => row.rules.map(({ limit, description }) => <div key={limit}>{description}</div>),
        },
        time,
      ]}
    />
  );
}
