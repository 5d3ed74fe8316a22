import type { Field } from "../../parts/fields/fields";
import { Moment, State, yuan } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { useTexts, type Pair } from "../../texts/texts";
import { AreaRows, checkAreaRows, type RowFigure } from "./AreaRows";
import { useAreaNames } from "./areaNames";
import { chargeModes } from "./setup.states";

const bundle = {
  title: ["Delivery fee templates", "运费模板"],
  name: ["Name", "模板名称"],
  mode: ["Charge by", "计费方式"],
  sort: ["Sort order", "排序"],
  charges: ["Fees by area", "运费设置"],
  frees: ["Free delivery by area", "包邮设置"],
  fee: [
    "{{areas}}: {{start}} for the first {{startCount}}, {{extra}} per additional {{extraCount}}",
    "{{areas}}：首 {{startCount}} 内 {{start}}，每增加 {{extraCount}} 加 {{extra}}",
  ],
  free: ["{{areas}}: from {{count}} and {{price}}", "{{areas}}：满 {{count}} 且满 {{price}}"],
  createTime: ["Created", "创建时间"],
} as const;

const units: Readonly<Record<number, Pair>> = { 1: ["items", "件"], 2: ["kg", "kg"], 3: ["m³", "m³"] };
const unitOf = (mode: unknown): Pair => units[Number(mode)] ?? units[1]!;
const chargeFigures = ([en, zh]: Pair): RowFigure[] => [
  { name: "startCount", label: [`First (${en})`, `首件/首重（${zh}）`] },
  { name: "startPrice", label: ["Base fee (¥)", "首费（元）"], money: true },
  { name: "extraCount", label: [`Each additional (${en})`, `续件/续重（${zh}）`] },
  { name: "extraPrice", label: ["Additional fee (¥)", "续费（元）"], money: true },
];
const freeFigures = ([en, zh]: Pair): RowFigure[] => [
  { name: "freeCount", label: [`Minimum (${en})`, `满数量（${zh}）`] },
  { name: "freePrice", label: ["Minimum amount (¥)", "且满金额（元）"], money: true },
];
const filters: Filter[] = [
  { name: "name", label: bundle.name, kind: "text" },
  { name: "chargeMode", label: bundle.mode, kind: "state", states: chargeModes },
];
const fields = ({ chargeMode }: Record<string, unknown>): Field[] => {
  const charges = chargeFigures(unitOf(chargeMode));
  const frees = freeFigures(unitOf(chargeMode));
  return [
    { name: "name", label: bundle.name, kind: "text", needed: true },
    { name: "chargeMode", label: bundle.mode, kind: "state", states: chargeModes, needed: true, initial: 1 },
    { name: "sort", label: bundle.sort, kind: "number", needed: true, min: 0, initial: 0 },
    {
      name: "charges",
      label: bundle.charges,
      kind: "custom",
      needed: true,
      control: <AreaRows figures={charges} />,
      check: checkAreaRows(charges, 1),
      hint: [
        "The most specific area applies: a district before its province.",
        "以最具体的地区为准，例如区县优先于省份。",
      ],
    },
    {
      name: "frees",
      label: bundle.frees,
      kind: "custom",
      control: <AreaRows figures={frees} />,
      check: checkAreaRows(frees, 0),
    },
  ];
};

export default function FeeTemplatesPage() {
  const words = useTexts(bundle);
  const { listOf } = useAreaNames();
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/trade/delivery/express-template/page"
      recycled="delivery-express-template"
      permission="trade:delivery-express-template"
      filters={filters}
      fields={fields}
      body={(sent) => ({ ...sent, frees: sent.frees ?? [] })}
      width={760}
      columns={[
        { title: "ID", dataIndex: "id" },
        { title: words("name"), dataIndex: "name" },
        { title: words("mode"), render: (_, row) => <State of={chargeModes} value={row.chargeMode} /> },
        {
          title: words("charges"),
          render: (_, row) => (
            <ul style={{ margin: 0, paddingInlineStart: 18, width: 330, whiteSpace: "normal" }}>
              {row.charges.map((charge) => (
                <li key={charge.areaIds.join()}>
                  {words("fee", {
                    areas: listOf(charge.areaIds),
                    start: yuan(charge.startPrice),
                    startCount: charge.startCount,
                    extra: yuan(charge.extraPrice),
                    extraCount: charge.extraCount,
                  })}
                </li>
              ))}
            </ul>
          ),
        },
        {
          title: words("frees"),
          render: (_, row) => (
            <ul style={{ margin: 0, paddingInlineStart: 18, width: 230, whiteSpace: "normal" }}>
              {row.frees.map((free) => (
                <li key={free.areaIds.join()}>
                  {words("free", { areas: listOf(free.areaIds), count: free.freeCount, price: yuan(free.freePrice) })}
                </li>
              ))}
            </ul>
          ),
        },
        { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
      ]}
    />
  );
}
