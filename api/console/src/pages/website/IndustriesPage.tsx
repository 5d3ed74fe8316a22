import { Image } from "antd";
import type { Field } from "../../parts/fields/fields";
import { enabledStates, Moment, State } from "../../parts/shown/figures";
import { NounPage } from "../../parts/NounPage";
import { useTexts } from "../../texts/texts";
import { contentBody, contentFilters, PublishButton, sortField, useIndustries } from "./content";

const bundle = {
  title: ["Solution categories", "方案分类"],
  name: ["Name", "名称"],
  parent: ["Parent", "上级分类"],
  top: ["None (top level)", "–（顶级）"],
  icon: ["Icon", "图标"],
  description: ["Description", "描述"],
  sort: ["Sort order", "排序"],
  status: ["Status", "状态"],
  updateTime: ["Updated", "更新时间"],
} as const;

export default function IndustriesPage() {
  const words = useTexts(bundle);
  const { options, nameOf } = useIndustries();
  const fields: Field[] = [
    { name: "name", label: bundle.name, kind: "text", needed: true },
    {
      name: "parentId",
      label: bundle.parent,
      kind: "select",
      options: [{ value: 0, label: bundle.top }, ...options],
      initial: 0,
    },
    { name: "icon", label: bundle.icon, kind: "picture" },
    { name: "description", label: bundle.description, kind: "longText" },
    { name: "status", label: bundle.status, kind: "state", states: enabledStates, initial: 0 },
    sortField,
  ];
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/website/solution-category/page"
      recycled="website-solution-category"
      permission="website:solution-category"
      filters={contentFilters}
      fields={fields}
      body={contentBody(fields)}
      actions={(row) => <PublishButton noun="solution-category" id={row.id} published={row.status === 0} />}
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("icon"),
          render: (_, row) => (row.icon ? <Image src={row.icon} width={32} height={32} alt={row.name} /> : "–"),
        },
        { title: words("name"), dataIndex: "name" },
        { title: words("parent"), render: (_, row) => (row.parentId === 0 ? "–" : nameOf(row.parentId)) },
        { title: words("description"), dataIndex: "description" },
        { title: words("sort"), dataIndex: "sortOrder" },
        { title: words("status"), weight: 80, render: (_, row) => <State of={enabledStates} value={row.status} /> },
        { title: words("updateTime"), render: (_, row) => <Moment ms={row.updateTime} /> },
      ]}
    />
  );
}
