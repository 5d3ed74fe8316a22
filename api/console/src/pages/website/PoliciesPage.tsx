import { Tag } from "antd";
import type { Field } from "../../parts/fields/fields";
import { Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import { contentBody, contentFilters, placeFields, PublishButton, publishedStates, richField } from "./content";

const bundle = {
  title: ["Policies", "政策条款"],
  policyType: ["Type", "类型"],
  name: ["Title", "标题"],
  version: ["Version", "版本"],
  effective: ["Effective from", "生效时间"],
  inForce: ["In effect", "当前生效"],
  status: ["Status", "状态"],
  updateTime: ["Updated", "更新时间"],
} as const;
const kinds: Record<string, Pair> = { privacy: ["Privacy", "隐私政策"], terms: ["Terms of use", "服务条款"] };
const options = Object.entries(kinds).map(([value, label]) => ({ value, label }));

const fields: Field[] = [
  { name: "policyType", label: bundle.policyType, kind: "select", needed: true, options },
  { name: "title", label: bundle.name, kind: "text", needed: true },
  { name: "version", label: bundle.version, kind: "text", needed: true },
  {
    name: "effectiveDate",
    label: bundle.effective,
    kind: "time",
    needed: true,
    hint: [
      "The newest published version whose effective date has passed is in effect",
      "已发布的版本中，生效时间已到且最新的一版为当前生效版本",
    ],
  },
  richField("content", ["Body", "正文"], true),
  ...placeFields,
];
const filters: Filter[] = [
  { name: "policyType", label: bundle.policyType, kind: "select", options },
  ...contentFilters,
];

export default function PoliciesPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/website/policy/page"
      recycled="website-policy"
      permission="website:policy"
      filters={filters}
      fields={fields}
      body={contentBody(fields)}
      width={720}
      actions={(row) => <PublishButton noun="policy" id={row.id} published={row.published} />}
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("policyType"),
          render: (_, row) => of(kinds[row.policyType] ?? [row.policyType, row.policyType]),
        },
        { title: words("name"), dataIndex: "title" },
        { title: words("version"), dataIndex: "version" },
        { title: words("effective"), render: (_, row) => <Moment ms={row.effectiveDate} /> },
        {
          title: words("status"),
          weight: 80,
          render: (_, row) => (
            <>
              <State of={publishedStates} value={row.published ? 1 : 0} />
              {row.inForce && <Tag color="processing">{words("inForce")}</Tag>}
            </>
          ),
        },
        { title: words("updateTime"), render: (_, row) => <Moment ms={row.updateTime} /> },
      ]}
    />
  );
}
