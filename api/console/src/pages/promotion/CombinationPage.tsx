import type { Field } from "../../parts/fields";
import { Money } from "../../parts/figures";
import { NounPage } from "../../parts/NounPage";
import { checkSkus, SkuPicker, type SkuFigure } from "../../parts/SkuPicker";
import { useTexts } from "../../texts/texts";
import {
  activityCan,
  activityFilters,
  gathered,
  lastFields,
  left,
  limitFields,
  nameField,
  spread,
  timeFields,
  useActivity,
} from "./activity";

const bundle = {
  title: ["Group-buys", "拼团活动"],
  size: ["Members a group", "成团人数"],
  hours: ["Hours to fill a group", "拼团有效期（小时）"],
  virtual: ["Groups are filled by themselves at the end", "到期自动虚拟成团"],
  goods: ["Product and variants", "商品与规格"],
  price: ["Group price", "拼团价"],
  stock: ["Stock of the activity", "活动库存"],
  left: ["Left", "剩余库存"],
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
  {
    name: "goods",
    label: bundle.goods,
    kind: "custom",
    needed: true,
    control: <SkuPicker figures={figures} />,
    check: checkSkus(figures),
    hint: ["No stock given: as many as the variant has.", "活动库存不填则与规格库存一致。"],
  },
  ...limitFields,
  ...lastFields,
];

export default function CombinationPage() {
  const words = useTexts(bundle);
  const { actions, nameColumn, productColumn, statusColumn, timeColumn } = useActivity("combination-activity");
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/promotion/combination-activity/page"
      permission="promotion:combination-activity"
      filters={activityFilters}
      fields={fields}
      body={spread}
      begin={gathered}
      can={activityCan}
      actions={actions}
      width={720}
      columns={[
        nameColumn,
        productColumn,
        statusColumn,
        { title: words("price"), align: "right", render: (_, row) => <Money fen={row.combinationPrice} /> },
        { title: words("size"), dataIndex: "userSize", align: "right" },
        { title: words("hours"), dataIndex: "limitDuration", align: "right" },
        { title: words("left"), align: "right", render: (_, row) => left(row) },
        timeColumn,
      ]}
    />
  );
}
