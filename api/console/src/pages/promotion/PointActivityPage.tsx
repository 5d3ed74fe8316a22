import type { Field } from "../../parts/fields/fields";
import { Money } from "../../parts/shown/figures";
import type { SkuFigure } from "../../parts/fields/SkuPicker";
import { useTexts } from "../../texts/texts";
import { goodsField, lastFields, nameField } from "./activity";
import { ActivityPage } from "./ActivityPage";

const bundle = {
  title: ["Points store", "积分商城"],
  point: ["Points", "兑换积分"],
  price: ["Plus cash (¥)", "另付金额（元）"],
  money: ["Plus cash", "另付金额"],
  count: ["Limit per member", "每人限兑"],
  stock: ["Points store stock", "可兑库存"],
} as const;

const figures: SkuFigure[] = [
  { name: "point", label: bundle.point, kind: "count", needed: true, min: 1 },
  { name: "price", label: bundle.price, kind: "money", needed: true },
  { name: "count", label: bundle.count, kind: "count" },
  { name: "stock", label: bundle.stock, kind: "count", needed: true },
];
const fields: Field[] = [
  { ...nameField, needed: false },
  goodsField(figures, { hint: ["Cash may be 0: points only.", "另付金额可为 0，即纯积分兑换。"] }),
  ...lastFields,
];

export default function PointActivityPage() {
  const words = useTexts(bundle);
  return (
    <ActivityPage
      title={words("title")}
      path="/admin-api/promotion/point-activity/page"
      fields={fields}
      width={820}
      columns={({ name, product, status, left }) => [
        name,
        product,
        status,
        { title: words("point"), dataIndex: "point", align: "right" },
        { title: words("money"), align: "right", render: (_, row) => <Money fen={row.price} /> },
        left,
      ]}
    />
  );
}
