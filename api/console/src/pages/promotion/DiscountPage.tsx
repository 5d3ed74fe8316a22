import { withEmptied, type Field } from "../../parts/fields/fields";
import { Moment } from "../../parts/shown/figures";
import { useTexts } from "../../texts/texts";
import { nameField, timeFields } from "./activity";
import { ActivityPage } from "./ActivityPage";
import { checkDiscounts, discountBody, DiscountGoods } from "./DiscountGoods";

const bundle = {
  title: ["Limited-time discounts", "限时折扣"],
  goods: ["Products and discounts", "商品与优惠"],
  picture: ["Image", "活动图片"],
  remark: ["Description for members", "活动说明"],
  count: ["Products / variants", "商品数 / 规格数"],
  createTime: ["Created", "创建时间"],
} as const;

const fields = (entered: Record<string, unknown>): Field[] => [
  nameField,
  ...timeFields(entered),
  { name: "imgUrl", label: bundle.picture, kind: "picture" },
  { name: "remark", label: bundle.remark, kind: "longText" },
  {
    name: "products",
    label: bundle.goods,
    kind: "custom",
    needed: true,
    control: <DiscountGoods />,
    check: checkDiscounts,
  },
];

export default function DiscountPage() {
  const words = useTexts(bundle);
  return (
    <ActivityPage
      title={words("title")}
      path="/admin-api/promotion/discount-activity/page"
      fields={fields}
      body={(sent, row) => ({
        ...(row ? withEmptied(fields(sent), sent) : sent),
        products: (sent.products as Parameters<typeof discountBody>[0][]).map(discountBody),
      })}
      begin={(row) => row}
      width={860}
      columns={({ name, status, time }) => [
        name,
        status,
        {
          title: words("count"),
          render: (_, row) => `${new Set(row.products.map(({ spuId }) => spuId)).size} / ${row.products.length}`,
        },
        time,
        { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
      ]}
    />
  );
}
