import type { Field } from "../../parts/fields/fields";
import { Moment, State } from "../../parts/shown/figures";
import { NounPage } from "../../parts/NounPage";
import { Tags } from "../../parts/shown/Tags";
import { useTexts } from "../../texts/texts";
import { contentBody, contentFilters, placeFields, PublishButton, publishedStates, useIndustries } from "./content";
import { figuresField, pricesField } from "./lists";
import { descriptionFields, headFields, searchFields, ShownTitle, technicalFields } from "./showcase";

const bundle = {
  title: ["Website products", "官网产品"],
  name: ["Title", "标题"],
  category: ["Category", "分类"],
  tags: ["Tags", "标签"],
  core: ["Core product", "核心产品"],
  sort: ["Sort order", "排序"],
  status: ["Status", "状态"],
  updateTime: ["Updated", "更新时间"],
} as const;

export default function ProductsPage() {
  const words = useTexts(bundle);
  const { options, filter, nameOf } = useIndustries();
  const fields: Field[] = [
    ...headFields(options),
    ...descriptionFields,
    { name: "isCore", label: bundle.core, kind: "switch", initial: false },
    pricesField,
    figuresField,
    ...technicalFields,
    ...searchFields,
    ...placeFields,
  ];
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/website/product/page"
      recycled="website-product"
      permission="website:product"
      filters={[filter, ...contentFilters]}
      fields={fields}
      body={contentBody(fields, { categoryId: null })}
      width={720}
      actions={(row) => <PublishButton noun="product" id={row.id} published={row.published} />}
      columns={[
        { title: "ID", dataIndex: "id" },
        { title: words("name"), render: (_, row) => <ShownTitle row={row} /> },
        { title: words("category"), render: (_, row) => nameOf(row.categoryId) },
        { title: words("tags"), render: (_, row) => <Tags words={row.tags} /> },
        { title: words("core"), render: (_, row) => (row.isCore ? "✓" : "–") },
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
