import { Descriptions, Flex } from "antd";
import { Goods } from "../../parts/shown/Goods";
import { Money, Moment, State } from "../../parts/shown/figures";
import { Person } from "../../parts/shown/Person";
import { useTexts } from "../../texts/texts";
import { Channel } from "../pay/channels";
import type { OrderRow } from "./OrderCells";
import { deliveryTypes, orderTypes, terminals } from "./order.states";

const bundle = {
  time: ["Placed", "下单时间"],
  member: ["Member", "会员"],
  receiver: ["Recipient", "收货人"],
  price: ["Total", "实付金额"],
  channel: ["Payment method", "支付方式"],
  delivery: ["Delivery", "配送方式"],
  type: ["Type", "订单类型"],
  terminal: ["Terminal", "下单终端"],
  userRemark: ["Member note", "会员留言"],
  remark: ["Internal note", "商家备注"],
} as const;

/** What there is to know of an order without opening it. */
export function OrderFold({ row }: { row: OrderRow }) {
  const words = useTexts(bundle);
  const facts = [
    ["time", <Moment key="time" ms={row.createTime} />],
    ["price", <Money key="price" fen={row.payPrice} />],
    ["channel", row.payStatus && row.payChannelCode ? <Channel code={row.payChannelCode} /> : null],
    ["member", <Person key="member" id={row.userId} user={row.user} />],
    [
      "receiver",
      <span key="receiver">
        {row.receiverName} <span className="numbers">{row.receiverMobile}</span>
        <br />
        {row.receiverAreaName} {row.receiverDetailAddress}
      </span>,
    ],
    ["delivery", <State key="delivery" of={deliveryTypes} value={row.deliveryType} />],
    ["type", <State key="type" of={orderTypes} value={row.type} />],
    ["terminal", <State key="terminal" of={terminals} value={row.terminal} />],
    ["userRemark", row.userRemark || null],
    ["remark", row.remark || null],
  ] as const;
  return (
    <Flex gap={24} wrap align="start">
      <Flex vertical gap={6}>
        {row.items.map((item) => (
          <Goods key={item.id} {...item} />
        ))}
      </Flex>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 1, md: 2, xl: 3 }}
        style={{ flex: "1 1 260px" }}
        items={facts.flatMap(([key, children]) => (children === null ? [] : [{ key, label: words(key), children }]))}
      />
    </Flex>
  );
}
