import { useRead } from "../../client/queries";
import type { Field } from "../../parts/fields";
import { Money } from "../../parts/figures";
import { NounPage } from "../../parts/NounPage";
import { checkSkus, SkuPicker, type SkuFigure } from "../../parts/SkuPicker";
import { useMay } from "../../shell/operator";
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
  title: ["Flash sales", "秒杀活动"],
  slots: ["Daily time slots", "每日场次"],
  goods: ["Product and variants", "商品与规格"],
  price: ["Flash price", "秒杀价"],
  stock: ["Stock of the sale", "秒杀库存"],
  left: ["Left", "剩余库存"],
} as const;

const figures: SkuFigure[] = [
  { name: "seckillPrice", label: bundle.price, kind: "money", needed: true, min: 0.01 },
  { name: "stock", label: bundle.stock, kind: "count", needed: true },
];

export default function SeckillPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const { actions, nameColumn, productColumn, statusColumn, timeColumn } = useActivity("seckill-activity");
  const slots = useRead(
    "/admin-api/promotion/seckill-config/page",
    { pageSize: 100 },
    {
      enabled: may("promotion:seckill-config:query"),
    },
  );
  const all = slots.data?.list ?? [];
  const fields = (entered: Record<string, unknown>): Field[] => [
    nameField,
    ...timeFields(entered),
    {
      name: "configIds",
      label: bundle.slots,
      kind: "select",
      multiple: true,
      needed: true,
      options: all.map((slot) => ({ value: slot.id, label: `${slot.name} ${slot.startTime}–${slot.endTime}` })),
    },
    {
      name: "goods",
      label: bundle.goods,
      kind: "custom",
      needed: true,
      control: <SkuPicker figures={figures} />,
      check: checkSkus(figures),
    },
    ...limitFields,
    ...lastFields,
  ];
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/promotion/seckill-activity/page"
      permission="promotion:seckill-activity"
      filters={[
        ...activityFilters,
        {
          name: "configId",
          label: bundle.slots,
          kind: "select",
          options: all.map(({ id, name }) => ({ value: String(id), label: [name, name] as const })),
        },
      ]}
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
        { title: words("price"), align: "right", render: (_, row) => <Money fen={row.seckillPrice} /> },
        { title: words("left"), align: "right", render: (_, row) => left(row) },
        {
          title: words("slots"),
          render: (_, row) => row.configIds.map((id) => all.find((slot) => slot.id === id)?.name ?? id).join(", "),
        },
        timeColumn,
      ]}
    />
  );
}
