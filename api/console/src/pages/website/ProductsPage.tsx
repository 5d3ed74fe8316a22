import { Flex, Image } from "antd";
import type { Field } from "../../parts/fields";
import { Moment, State } from "../../parts/figures";
import type { Filter } from "../../parts/filters";
import { NounPage } from "../../parts/NounPage";
import { Tags } from "../../parts/Tags";
import { useTexts } from "../../texts/texts";
import {
  contentBody,
  contentFilters,
  jsonField,
  placeFields,
  PublishButton,
  publishedStates,
  richField,
  useIndustries,
} from "./content";

const bundle = {
  title: ["Website products", "官网产品"],
  name: ["Title", "标题"],
  category: ["Category", "分类"],
  tags: ["Tags", "标签"],
  core: ["Core product", "核心产品"],
  sort: ["Place", "排序"],
  status: ["State", "状态"],
  updateTime: ["Changed", "更新时间"],
} as const;
const json = ["gallery", "stats", "pricingPlans", "features", "techStack", "changelog", "envRequirements"];

export default function ProductsPage() {
  const words = useTexts(bundle);
  const { options, nameOf } = useIndustries();
  const fields: Field[] = [
    { name: "title", label: bundle.name, kind: "text", needed: true },
    { name: "subtitle", label: ["Subtitle", "副标题"], kind: "text" },
    { name: "categoryId", label: bundle.category, kind: "select", options },
    { name: "thumbnail", label: ["Picture", "图片"], kind: "picture" },
    { name: "description", label: ["Description", "简介"], kind: "longText" },
    richField("detailContent", ["Details", "详细内容"]),
    { name: "tags", label: bundle.tags, kind: "tags" },
    { name: "techTags", label: ["Technology tags", "技术标签"], kind: "tags" },
    { name: "demoUrl", label: ["Demo address", "演示地址"], kind: "text" },
    { name: "isCore", label: bundle.core, kind: "switch", initial: false },
    jsonField(
      "pricingPlans",
      ["Prices", "价格方案"],
      ['A list: [{"name", "price", "unit", "features"}]', '列表，如 [{"name", "price", "unit", "features"}]'],
    ),
    jsonField("features", ["Features", "功能特性"], ['A list: [{"title", "text"}]', '列表，如 [{"title", "text"}]']),
    jsonField("stats", ["Figures", "数据亮点"], ['A list: [{"label", "value"}]', '列表，如 [{"label", "value"}]']),
    jsonField("gallery", ["Gallery", "图集"]),
    jsonField("techStack", ["Technology", "技术栈"]),
    jsonField("changelog", ["Versions", "更新日志"]),
    jsonField("envRequirements", ["What it needs to run", "运行环境"]),
    { name: "seoTitle", label: ["Search title", "SEO 标题"], kind: "text" },
    { name: "seoDescription", label: ["Search description", "SEO 描述"], kind: "longText" },
    ...placeFields,
  ];
  const filters: Filter[] = [
    ...contentFilters.slice(0, 1),
    {
      name: "categoryId",
      label: bundle.category,
      kind: "select",
      options: options.map(({ value, label }) => ({ value: String(value), label: [label, label] })),
    },
    ...contentFilters.slice(1),
  ];
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/website/product/page"
      permission="website:product"
      filters={filters}
      fields={fields}
      body={contentBody(fields, json, { categoryId: null })}
      width={720}
      actions={(row) => <PublishButton noun="product" id={row.id} published={row.published} />}
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("name"),
          render: (_, row) => (
            <Flex gap={8} align="center">
              {row.thumbnail && <Image src={row.thumbnail} width={40} height={40} alt="" />}
              <div>
                <div>{row.title}</div>
                <small style={{ opacity: 0.7 }}>{row.subtitle}</small>
              </div>
            </Flex>
          ),
        },
        { title: words("category"), render: (_, row) => nameOf(row.categoryId) },
        { title: words("tags"), render: (_, row) => <Tags words={row.tags} /> },
        { title: words("core"), render: (_, row) => (row.isCore ? "✓" : "–") },
        { title: words("sort"), dataIndex: "sortOrder" },
        { title: words("status"), render: (_, row) => <State of={publishedStates} value={row.published ? 1 : 0} /> },
        { title: words("updateTime"), render: (_, row) => <Moment ms={row.updateTime} /> },
      ]}
    />
  );
}
