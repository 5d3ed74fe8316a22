import type { Field } from "../../parts/fields/fields";
import { Money } from "../../parts/shown/figures";
import type { SkuFigure } from "../../parts/fields/SkuPicker";
import { useTexts } from "../../texts/texts";
import { goodsField, lastFields, limitFields, nameField, timeFields } from "./activity";
import { ActivityPage } from "./ActivityPage";

const bundle = {
  title: ["Group-buys", "拼团活动"],
  size: ["Group size", "成团人数"],
  hours: ["Time limit (hours)", "拼团有效期（小时）"],
  virtual: ["Fill incomplete groups automatically at the end", "到期自动虚拟成团"],
  price: ["Group price", "拼团价"],
  stock: ["Promotion stock", "活动库存"],
} as const;

const figures: SkuFigure[] = [
  { name: "combinationPrice", label: bundle.price, kind: "money", needed: true, min: 0.01 },
  { name: "stock", label: bundle.stock, kind: "count" },
];
const fields = (entered: Record<string, unknown>): Field[] => [
  nameField,
  ...timeFields(entered),
  { name: "userSize", label: bundle.size, kind: "number", needed: true, min: 2, max: 1_000, initial: 2 },
  { name: "limitDuration", label: bundle.hours, kind: "number", needed: true, min: 1, max: 8_760, initial: 24 },
  { name: "virtualGroup", label: bundle.virtual, kind: "switch", initial: false },
  goodsField(figures, {
    hint: ["Leave the stock blank to use the variant's stock.", "活动库存不填则与规格库存一致。"],
  }),
  ...limitFields,
  ...lastFields,
];

export default function CombinationPage() {
  const words = useTexts(bundle);
  return (
    <ActivityPage
      title={words("title")}
      path="/admin-api/promotion/combination-activity/page"
      fields={fields}
      columns={({ name, product, status, left, time }) => [
        name,
        product,
        status,
        { title: words("price"), align: "right", render: (_, row) => <Money fen={row.combinationPrice} /> },
        { title: words("size"), dataIndex: "userSize", align: "right" },
        { title: words("hours"), dataIndex: "limitDuration", align: "right" },
        left,
        time,
      ]}
    />
  );
}
