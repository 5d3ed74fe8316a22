import { Image } from "antd";
import type { Field } from "../../parts/fields/fields";
import { NounPage } from "../../parts/NounPage";
import { useTexts } from "../../texts/texts";
import { contentBody, richField } from "./content";
import { placedFields, placedFilters, titleField, usePlacedColumns } from "./placed";

const bundle = {
  title: ["Articles", "文章"],
  name: ["Title", "标题"],
  picture: ["Image", "图片"],
  introduction: ["Summary", "摘要"],
} as const;
const fields: Field[] = [
  titleField,
  { name: "picUrl", label: bundle.picture, kind: "picture" },
  { name: "introduction", label: bundle.introduction, kind: "longText" },
  richField("content", ["Body", "正文"]),
  { name: "url", label: ["Link", "跳转链接"], kind: "text" },
  ...placedFields,
];

export default function ArticlesPage() {
  const words = useTexts(bundle);
  const placedColumns = usePlacedColumns("article");
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/promotion/article/page"
      recycled="article"
      permission="promotion:article"
      filters={placedFilters}
      fields={fields}
      body={contentBody(fields)}
      width={720}
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("picture"),
          render: (_, row) => (row.picUrl ? <Image src={row.picUrl} width={56} height={40} alt={row.title} /> : "–"),
        },
        { title: words("name"), dataIndex: "title" },
        { title: words("introduction"), dataIndex: "introduction", ellipsis: true, width: 280 },
        ...placedColumns,
      ]}
    />
  );
}
