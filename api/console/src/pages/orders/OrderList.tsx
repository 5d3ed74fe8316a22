import { Typography } from "antd";
import { useState, type Key } from "react";
import { useRead } from "../../client/queries";
import { Moment, yuan } from "../../parts/shown/figures";
import { filterFault, type Filter } from "../../parts/lists/filters";
import { useDensity } from "../../parts/lists/kept";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useFilterQuery } from "../../parts/lists/useFilterQuery";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { channelOptions } from "../pay/channels";
import { deliveryTypes, orderStates, orderTypes, terminals } from "./order.states";
import { ChooseAll } from "./ChooseAll";
import { ChosenOrders } from "./ChosenOrders";
import {
  OrderBuyer,
  OrderGoods,
  OrderNext,
  OrderNumber,
  OrderPrice,
  OrderReceiver,
  OrderStates,
  type OrderRow,
} from "./OrderCells";
import { OrderFold } from "./OrderFold";
import { PickUpByCode } from "./PickUpByCode";

const bundle = {
  title: ["Orders", "订单"],
  no: ["Order no.", "订单号"],
  userId: ["Member ID", "会员编号"],
  mobile: ["Mobile", "手机号"],
  spuName: ["Product", "商品名称"],
  status: ["Status", "状态"],
  type: ["Type", "订单类型"],
  deliveryType: ["Delivery", "配送方式"],
  channel: ["Payment method", "支付方式"],
  terminal: ["Terminal", "下单终端"],
  code: ["Pick-up code", "自提码"],
  comingBack: ["Coming back", "退回中"],
  time: ["Placed", "下单时间"],
  items: ["Products", "商品"],
  price: ["Total", "实付金额"],
  member: ["Member", "会员"],
  receiver: ["Recipient", "收货人"],
  next: ["Next step", "下一步"],
  found: [
    "{{orders}} orders, {{paid}}; {{refunds}} refunded, {{refunded}}",
    "订单 {{orders}} 笔，金额 {{paid}}；退款 {{refunds}} 笔，金额 {{refunded}}",
  ],
} as const;

const filters: Filter[] = [
  { name: "no", label: bundle.no, kind: "text", isWide: true },
  { name: "mobile", label: bundle.mobile, kind: "text" },
  { name: "spuName", label: bundle.spuName, kind: "text" },
  { name: "userId", label: bundle.userId, kind: "number" },
  { name: "status", label: bundle.status, kind: "state", states: orderStates },
  { name: "type", label: bundle.type, kind: "state", states: orderTypes },
  { name: "deliveryType", label: bundle.deliveryType, kind: "state", states: deliveryTypes },
  { name: "payChannelCode", label: bundle.channel, kind: "select", options: channelOptions },
  { name: "terminal", label: bundle.terminal, kind: "state", states: terminals },
  { name: "pickUpVerifyCode", label: bundle.code, kind: "text" },
  { name: "comingBack", label: bundle.comingBack, kind: "yesNo" },
  { name: "createTime", label: bundle.time, kind: "time" },
];

export function OrderList() {
  const words = useTexts(bundle);
  const [density] = useDensity();
  const may = useMay();
  const [chosen, setChosen] = useState<readonly OrderRow[]>([]);
  const search = useFilterQuery(filters);
  const counts = useRead("/admin-api/trade/order/count-by-status");
  return (
    <>
      <PageHead title={words("title")} beside={<Sums />}>
        <PickUpByCode />
      </PageHead>
      <PageTable
        tellsNews
        path="/admin-api/trade/order/page"
        filters={filters}
        tabs={{ name: "status", states: orderStates, counts: counts.data }}
        exports={{ path: "/admin-api/trade/order/export", permission: "trade:order:export", name: "orders.csv" }}
        {...(may("trade:order:ship") || may("trade:order:update")
          ? {
              rowSelection: {
                selectedRowKeys: chosen.map(({ id }) => id),
                // Those of other pages stay, which the table does not know.
                preserveSelectedRowKeys: true,
                onChange: (keys: Key[], rows: (OrderRow | undefined)[]) =>
                  setChosen((before) => known(keys, [...before, ...rows])),
              },
            }
          : {})}
        tools={
          chosen.length > 0 && (
            <ChosenOrders rows={chosen}>
              <ChooseAll search={search} chosen={chosen.length} onChoose={setChosen} />
            </ChosenOrders>
          )
        }
        foldTellsAll
        expandable={{ expandedRowRender: (row) => <OrderFold row={row} /> }}
        columns={[
          { title: words("no"), render: (_, row) => <OrderNumber row={row} /> },
          ...(density === "compact"
            ? [
                {
                  title: words("time"),
                  weight: 20,
                  render: (_: unknown, row: OrderRow) => <Moment ms={row.createTime} isShort />,
                },
              ]
            : []),
          { title: words("member"), weight: 30, render: (_, row) => <OrderBuyer row={row} /> },
          { title: words("items"), weight: 40, render: (_, row) => <OrderGoods row={row} /> },
          { title: words("price"), weight: 60, align: "right", render: (_, row) => <OrderPrice row={row} /> },
          { title: words("status"), weight: 70, render: (_, row) => <OrderStates row={row} /> },
          { title: words("receiver"), weight: 10, render: (_, row) => <OrderReceiver row={row} /> },
          { title: words("next"), fixed: "right", render: (_, row) => <OrderNext row={row} /> },
        ]}
      />
    </>
  );
}

const known = (keys: readonly Key[], rows: readonly (OrderRow | undefined)[]): OrderRow[] => {
  const byId = new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])));
  return keys.flatMap((key) => byId.get(Number(key)) ?? []);
};

/** The sums of all orders of the filter, beyond this page. */
function Sums() {
  const words = useTexts(bundle);
  const query = useFilterQuery(filters);
  const isAskable = filters.every((filter) => filterFault(filter, query[filter.name]) === undefined);
  const { data } = useRead("/admin-api/trade/order/summary", query as never, { enabled: isAskable });
  if (!data) return null;
  return (
    <Typography.Text type="secondary" className="numbers">
      {words("found", {
        orders: data.orderCount.toLocaleString("en-US"),
        paid: yuan(data.orderPayPrice),
        refunds: data.afterSaleCount.toLocaleString("en-US"),
        refunded: yuan(data.afterSalePrice),
      })}
    </Typography.Text>
  );
}
