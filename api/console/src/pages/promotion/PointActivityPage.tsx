import type { Field } from "../../parts/fields";
import { Money } from "../../parts/figures";
import { NounPage } from "../../parts/NounPage";
import { checkSkus, SkuPicker, type SkuFigure } from "../../parts/SkuPicker";
import { useTexts } from "../../texts/texts";
import { activityCan, activityFilters, gathered, lastFields, left, nameField, spread, useActivity } from "./activity";

const bundle = {
  title: ["Points mall", "积分商城"],
  goods: ["Product and variants", "商品与规格"],
  point: ["Points", "兑换积分"],
  price: ["And money (¥)", "另付金额（元）"],
  money: ["And money", "另付金额"],
  count: ["Most a member", "每人限兑"],
  stock: ["Stock of the mall", "可兑库存"],
  left: ["Left", "剩余库存"],
} as const;

const figures: SkuFigure[] = [
  { name: "point", label: bundle.point, kind: "count", needed: true, min: 1 },
  { name: "price", label: bundle.price, kind: "money", needed: true },
  { name: "count", label: bundle.count, kind: "count" },
  { name: "stock", label: bundle.stock, kind: "count", needed: true },
];
const fields: Field[] = [
  { ...nameField, needed: false },
  {
    name: "goods",
    label: bundle.goods,
    kind: "custom",
    needed: true,
    control: <SkuPicker figures={figures} />,
    check: checkSkus(figures),
    hint: ["Money may be 0: points alone.", "另付金额可为 0，即纯积分兑换。"],
  },
  ...lastFields,
];

export default function PointActivityPage() {
  const words = useTexts(bundle);
  const { actions, nameColumn, productColumn, statusColumn } = useActivity("point-activity");
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/promotion/point-activity/page"
      permission="promotion:point-activity"
      filters={activityFilters}
      fields={fields}
      body={spread}
      begin={gathered}
      can={activityCan}
      actions={actions}
      width={820}
      columns={[
        nameColumn,
        productColumn,
        statusColumn,
        { title: words("point"), dataIndex: "point", align: "right" },
        { title: words("money"), align: "right", render: (_, row) => <Money fen={row.price} /> },
        { title: words("left"), align: "right", render: (_, row) => left(row) },
      ]}
    />
  );
}
