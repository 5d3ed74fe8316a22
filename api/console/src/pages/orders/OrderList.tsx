import { Space, Typography } from "antd";
import { Link } from "react-router";
import type { RowOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { Money, Moment, State, yuan } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { Goods } from "../../parts/shown/Goods";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { Person } from "../../parts/shown/Person";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useFilterQuery } from "../../parts/lists/useFilterQuery";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { Channel, channelOptions } from "../pay/channels";
import { comingBackStates, deliveryTypes, orderStates, orderTypes, refundStates, terminals } from "./order.states";
import { mayLeave } from "./leaves";
import { PickUpByCode } from "./PickUpByCode";
import { ShipDialog } from "./ShipDialog";

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
  pieces: ["{{count}} items", "共 {{count}} 件"],
  price: ["Total", "实付金额"],
  unpaid: ["unpaid", "未支付"],
  member: ["Member", "会员"],
  receiver: ["Recipient", "收货人"],
  userRemark: ["Member note", "会员留言"],
  remark: ["Internal note", "商家备注"],
  actions: ["Actions", "操作"],
  look: ["View", "查看"],
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

type Row = RowOf<"/admin-api/trade/order/page">;

export function OrderList() {
  const words = useTexts(bundle);
  const may = useMay();
  return (
    <>
      <PageHead title={words("title")}>
        <PickUpByCode />
      </PageHead>
      <PageTable
        path="/admin-api/trade/order/page"
        filters={filters}
        exports={{ path: "/admin-api/trade/order/export", permission: "trade:order:export", name: "orders.csv" }}
        tools={<Sums />}
        columns={[
          {
            title: words("no"),
            render: (_, row) => (
              <>
                <Link to={`/orders/${row.id}`}>{row.no}</Link>
                <SecondLine>
                  <Moment ms={row.createTime} />
                </SecondLine>
                {row.type !== 0 && <State of={orderTypes} value={row.type} />}
                <Remarks row={row} />
              </>
            ),
          },
          {
            title: words("status"),
            render: (_, row) => (
              <Space orientation="vertical" size={4}>
                <State of={orderStates} value={row.status} />
                {row.comingBack && <State of={comingBackStates} value={1} />}
                {row.refundStatus !== 0 && <State of={refundStates} value={row.refundStatus} />}
              </Space>
            ),
          },
          {
            title: words("items"),
            render: (_, row) => (
              <Space orientation="vertical" size={6}>
                {row.items.slice(0, 3).map((item) => (
                  <Goods key={item.id} {...item} />
                ))}
                {row.items.length > 3 && (
                  <Typography.Text type="secondary">{words("pieces", { count: row.productCount })}</Typography.Text>
                )}
              </Space>
            ),
          },
          { title: words("member"), render: (_, row) => <Person id={row.userId} user={row.user} /> },
          { title: words("price"), align: "right", render: (_, row) => <Price row={row} /> },
          { title: words("receiver"), render: (_, row) => <Receiver row={row} /> },
          {
            title: words("actions"),
            fixed: "right",
            render: (_, row) =>
              mayLeave(row) && row.deliveryType === 1 && may("trade:order:ship") ? (
                <ShipDialog id={row.id} size="small" />
              ) : (
                <Link to={`/orders/${row.id}`}>{words("look")}</Link>
              ),
          },
        ]}
      />
    </>
  );
}

function Remarks({ row }: { row: Row }) {
  const words = useTexts(bundle);
  return (
    <div style={{ maxWidth: 240, overflowWrap: "anywhere", fontSize: 12 }}>
      {row.userRemark && (
        <div>
          {words("userRemark")}: {row.userRemark}
        </div>
      )}
      {row.remark && (
        <div>
          {words("remark")}: {row.remark}
        </div>
      )}
    </div>
  );
}

function Price({ row }: { row: Row }) {
  const words = useTexts(bundle);
  return (
    <>
      <Money fen={row.payPrice} />
      <SecondLine>
        {!row.payStatus ? words("unpaid") : row.payChannelCode && <Channel code={row.payChannelCode} />}
      </SecondLine>
    </>
  );
}

function Receiver({ row }: { row: Row }) {
  return (
    <div style={{ maxWidth: 220 }}>
      <State of={deliveryTypes} value={row.deliveryType} />
      <div>
        {row.receiverName} <span className="numbers">{row.receiverMobile}</span>
      </div>
      {row.receiverAreaName && (
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {row.receiverAreaName} {row.receiverDetailAddress}
        </Typography.Text>
      )}
    </div>
  );
}

/** The sums of all orders of the filter, beyond this page. */
function Sums() {
  const words = useTexts(bundle);
  const query = useFilterQuery(filters);
  const { data } = useRead("/admin-api/trade/order/summary", query as never);
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
