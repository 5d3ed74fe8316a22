import { Rate } from "antd";
import type { Field } from "../../parts/fields/fields";
import { Moment, State } from "../../parts/shown/figures";
import { NounPage } from "../../parts/NounPage";
import { useTexts } from "../../texts/texts";
import {
  contentBody,
  contentFilters,
  placeFields,
  PublishButton,
  publishedStates,
  useWebsiteProducts,
} from "./content";

const bundle = {
  title: ["Product reviews", "产品评价"],
  product: ["Product", "产品"],
  nickname: ["Reviewer", "昵称"],
  score: ["Rating", "评分"],
  content: ["Review", "内容"],
  status: ["Status", "状态"],
  createTime: ["Created", "创建时间"],
} as const;

export default function ReviewsPage() {
  const words = useTexts(bundle);
  const { options, filter, nameOf } = useWebsiteProducts();
  const fields: Field[] = [
    { name: "productId", label: bundle.product, kind: "select", needed: true, options },
    { name: "nickname", label: bundle.nickname, kind: "text", needed: true },
    { name: "avatar", label: ["Avatar", "头像"], kind: "picture" },
    { name: "score", label: bundle.score, kind: "custom", control: <Rate />, needed: true, initial: 5 },
    { name: "content", label: bundle.content, kind: "longText", needed: true },
    ...placeFields,
  ];
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/website/product-review/page"
      recycled="website-product-review"
      permission="website:product-review"
      filters={[filter, ...contentFilters]}
      fields={fields}
      body={contentBody(fields)}
      actions={(row) => <PublishButton noun="product-review" id={row.id} published={row.published} />}
      columns={[
        { title: "ID", dataIndex: "id" },
        { title: words("product"), render: (_, row) => nameOf(row.productId) },
        { title: words("nickname"), dataIndex: "nickname" },
        {
          title: words("score"),
          render: (_, row) => <Rate disabled value={row.score} style={{ fontSize: 14, whiteSpace: "nowrap" }} />,
        },
        { title: words("content"), dataIndex: "content", ellipsis: true, width: 320 },
        {
          title: words("status"),
          weight: 80,
          render: (_, row) => <State of={publishedStates} value={row.published ? 1 : 0} />,
        },
        { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
      ]}
    />
  );
}
