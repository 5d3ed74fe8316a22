import { Image } from "antd";
import { withEmptied, type Field } from "../../parts/fields/fields";
import { enabledStates, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Member levels", "会员等级"],
  name: ["Name", "等级名称"],
  level: ["Level", "等级"],
  experience: ["Required experience", "所需经验值"],
  discount: ["Member pays (%)", "享受折扣（%）"],
  icon: ["Icon", "等级图标"],
  background: ["Background", "背景图"],
  description: ["Description", "等级说明"],
  status: ["Status", "状态"],
  createTime: ["Created", "创建时间"],
} as const;

const filters: Filter[] = [
  { name: "name", label: bundle.name, kind: "text" },
  { name: "status", label: bundle.status, kind: "state", states: enabledStates },
];
const fields: Field[] = [
  { name: "name", label: bundle.name, kind: "text", needed: true },
  { name: "level", label: bundle.level, kind: "number", needed: true, min: 1 },
  {
    name: "experience",
    label: bundle.experience,
    kind: "number",
    needed: true,
    min: 0,
    hint: ["Must increase with the level.", "等级越高，所需经验值须越大。"],
  },
  {
    name: "discountPercent",
    label: bundle.discount,
    kind: "number",
    needed: true,
    min: 0,
    max: 100,
    initial: 100,
    hint: ["90 means members of this level pay 90%; 100 means no discount.", "90 表示按九折支付，100 表示不打折。"],
  },
  { name: "icon", label: bundle.icon, kind: "picture" },
  { name: "backgroundUrl", label: bundle.background, kind: "picture" },
  { name: "description", label: bundle.description, kind: "longText" },
  { name: "status", label: bundle.status, kind: "state", states: enabledStates, needed: true, initial: 0 },
];

export default function LevelsPage() {
  const words = useTexts(bundle);
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/member/level/page"
      recycled="level"
      permission="member:level"
      filters={filters}
      fields={fields}
      body={(sent, row) => (row ? withEmptied(fields, sent) : sent)}
      columns={[
        { title: words("level"), render: (_, row) => `V${row.level}` },
        {
          title: words("icon"),
          render: (_, row) => (row.icon ? <Image src={row.icon} width={36} height={36} alt={row.name} /> : "–"),
        },
        { title: words("name"), dataIndex: "name" },
        {
          title: words("experience"),
          align: "right",
          render: (_, row) => <span className="numbers">{row.experience.toLocaleString()}</span>,
        },
        { title: words("discount"), align: "right", render: (_, row) => `${row.discountPercent}%` },
        { title: words("description"), render: (_, row) => row.description || "–" },
        { title: words("status"), weight: 80, render: (_, row) => <State of={enabledStates} value={row.status} /> },
        { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
      ]}
    />
  );
}
