import { withEmptied, type Field } from "../../parts/fields";
import { Moment } from "../../parts/figures";
import { NounPage } from "../../parts/NounPage";
import { useTexts } from "../../texts/texts";
import { activityCan, nameField, timeFields, useActivity } from "./activity";
import { activityFiltersByStatus } from "./discount.filters";
import { checkDiscounts, discountBody, DiscountGoods } from "./DiscountGoods";

const bundle = {
  title: ["Limited-time discounts", "限时折扣"],
  goods: ["Products and discounts", "商品与优惠"],
  picture: ["Picture", "活动图片"],
  remark: ["Words for members", "活动说明"],
  count: ["Products / variants", "商品数 / 规格数"],
  createTime: ["Made", "创建时间"],
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
  const { actions, nameColumn, statusColumn, timeColumn } = useActivity("discount-activity");
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/promotion/discount-activity/page"
      permission="promotion:discount-activity"
      filters={activityFiltersByStatus}
      fields={fields}
      body={(sent, row) => ({
        ...(row ? withEmptied(fields(sent), sent) : sent),
        products: (sent.products as Parameters<typeof discountBody>[0][]).map(discountBody),
      })}
      can={activityCan}
      actions={actions}
      width={860}
      columns={[
        nameColumn,
        statusColumn,
        {
          title: words("count"),
          render: (_, row) => `${new Set(row.products.map(({ spuId }) => spuId)).size} / ${row.products.length}`,
        },
        timeColumn,
        { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
      ]}
    />
  );
}
