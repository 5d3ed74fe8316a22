import { Avatar } from "antd";
import type { Field } from "../../parts/fields/fields";
import { Moment, State } from "../../parts/shown/figures";
import { NounPage } from "../../parts/NounPage";
import { useTexts } from "../../texts/texts";
import { contentBody, contentFilters, placeFields, PublishButton, publishedStates } from "./content";

const bundle = {
  title: ["Team", "团队成员"],
  name: ["Name", "姓名"],
  role: ["Job title", "职务"],
  description: ["Description", "介绍"],
  sort: ["Sort order", "排序"],
  status: ["Status", "状态"],
  updateTime: ["Updated", "更新时间"],
} as const;

const fields: Field[] = [
  { name: "name", label: bundle.name, kind: "text", needed: true },
  { name: "title", label: bundle.role, kind: "text" },
  { name: "avatar", label: ["Avatar", "头像"], kind: "picture" },
  { name: "description", label: bundle.description, kind: "longText" },
  // Called sortOrder elsewhere.
  ...placeFields.map((field) => (field.name === "sortOrder" ? { ...field, name: "sort" } : field)),
];

export default function TeamPage() {
  const words = useTexts(bundle);
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/website/team/page"
      recycled="website-team"
      permission="website:team"
      filters={contentFilters}
      fields={fields}
      body={contentBody(fields)}
      actions={(row) => <PublishButton noun="team" id={row.id} published={row.published} />}
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("name"),
          render: (_, row) => (
            <>
              <Avatar src={row.avatar || undefined} alt="" style={{ marginInlineEnd: 8 }}>
                {row.name.slice(0, 1)}
              </Avatar>
              {row.name}
            </>
          ),
        },
        { title: words("role"), dataIndex: "title" },
        { title: words("description"), dataIndex: "description", ellipsis: true, width: 320 },
        { title: words("sort"), dataIndex: "sort" },
        {
          title: words("status"),
          weight: 80,
          render: (_, row) => <State of={publishedStates} value={row.published ? 1 : 0} />,
        },
        { title: words("updateTime"), render: (_, row) => <Moment ms={row.updateTime} /> },
      ]}
    />
  );
}
