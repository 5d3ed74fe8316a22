import { Image } from "antd";
import type { Field } from "../../parts/fields/fields";
import { NounPage } from "../../parts/NounPage";
import { useTexts } from "../../texts/texts";
import { contentBody } from "./content";
import { placedFields, placedFilters, titleField, usePlacedColumns } from "./placed";

const bundle = {
  title: ["Banners", "横幅广告"],
  name: ["Title", "标题"],
  picture: ["Image", "图片"],
  url: ["Link", "跳转链接"],
} as const;
const fields: Field[] = [
  titleField,
  { name: "picUrl", label: bundle.picture, kind: "picture", needed: true },
  {
    name: "url",
    label: bundle.url,
    kind: "text",
    needed: true,
    hint: ["An https:// URL, or a path within the shop", "https:// 地址，或商城内路径"],
  },
  ...placedFields,
];

export default function BannersPage() {
  const words = useTexts(bundle);
  const placedColumns = usePlacedColumns("banner");
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/promotion/banner/page"
      recycled="banner"
      permission="promotion:banner"
      filters={placedFilters}
      fields={fields}
      body={contentBody(fields)}
      columns={[
        { title: "ID", dataIndex: "id" },
        {
          title: words("picture"),
          render: (_, row) => (
            <Image src={row.picUrl} width={96} height={40} style={{ objectFit: "cover" }} alt={row.title} />
          ),
        },
        { title: words("name"), dataIndex: "title" },
        { title: words("url"), dataIndex: "url", ellipsis: true, width: 220 },
        ...placedColumns,
      ]}
    />
  );
}
