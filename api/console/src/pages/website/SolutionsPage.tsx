import { Flex, Tag } from "antd";
import type { Field } from "../../parts/fields/fields";
import { Moment, State } from "../../parts/shown/figures";
import { NounPage } from "../../parts/NounPage";
import { useTexts } from "../../texts/texts";
import { contentBody, contentFilters, placeFields, PublishButton, publishedStates, useIndustries } from "./content";
import { descriptionFields, headFields, searchFields, ShownTitle, technicalFields } from "./showcase";

const bundle = {
  title: ["Solutions", "解决方案"],
  name: ["Title", "标题"],
  category: ["Category", "分类"],
  deployType: ["Deployment", "部署方式"],
  version: ["Version", "版本"],
  marks: ["Labels", "标记"],
  hot: ["Popular", "热门"],
  recommended: ["Recommended", "推荐"],
  sort: ["Sort order", "排序"],
  status: ["Status", "状态"],
  updateTime: ["Updated", "更新时间"],
} as const;

export default function SolutionsPage() {
  const words = useTexts(bundle);
  const { options, filter, nameOf } = useIndustries();
  const fields: Field[] = [
    ...headFields(options),
    { name: "deployType", label: bundle.deployType, kind: "text" },
    { name: "version", label: bundle.version, kind: "text" },
    ...descriptionFields,
    { name: "isHot", label: bundle.hot, kind: "switch", initial: false },
    { name: "isRecommended", label: bundle.recommended, kind: "switch", initial: false },
    ...technicalFields,
    ...searchFields,
    ...placeFields,
  ];
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/website/solution/page"
      recycled="website-solution"
      permission="website:solution"
      filters={[filter, ...contentFilters]}
      fields={fields}
      body={contentBody(fields, { categoryId: null })}
      width={720}
      actions={(row) => <PublishButton noun="solution" id={row.id} published={row.published} />}
      columns={[
        { title: "ID", dataIndex: "id" },
        { title: words("name"), render: (_, row) => <ShownTitle row={row} /> },
        { title: words("category"), render: (_, row) => nameOf(row.categoryId) },
        { title: words("deployType"), dataIndex: "deployType" },
        { title: words("version"), dataIndex: "version" },
        {
          title: words("marks"),
          render: (_, row) => (
            <Flex gap={4}>
              {row.isHot && <Tag color="warning">{words("hot")}</Tag>}
              {row.isRecommended && <Tag color="processing">{words("recommended")}</Tag>}
            </Flex>
          ),
        },
        { title: words("sort"), dataIndex: "sortOrder" },
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
